import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createLatch } from '../../support/latch.ts';
import type { Answer } from '../../support/modelServer.ts';
import { call } from '../agent/agentUser.ts';
import { SUGGESTION, useComposer, withOneProvider } from './composerUser.ts';

/** Milliseconds after which Enter may apply the edits. An earlier Enter may be the press that opened the diff. */
const GUARD_OVER = 700;

const ONE = 'export const alpha = 1;\n';
const LONG = `// first\n${Array.from({ length: 20 }, (_, index) => `// line ${index}\n`).join('')}// last\n`;
const TWO = 'export const beta = 1;\n';

const user = useComposer((server) =>
  withOneProvider(server, {
    files: {
      'a.ts': ONE,
      'b.ts': ONE,
      'c.ts': ONE,
      'd.ts': ONE,
      'e.ts': ONE,
      'f.ts': ONE,
      'g.ts': ONE,
      'h.ts': ONE,
      'long.ts': LONG,
      'merged.ts': LONG,
    },
    settings: { 'premove.enableSpeculation': true },
  }),
);

const onDisk = (file: string) => readFile(join(user.workbench.workspaceDir, file), 'utf8');
const rename = (file: string) => call('edit', { file_path: file, old_string: 'alpha', new_string: 'beta' });
const keys = () => user.chat.composer.locator('.ghost .keycap').allTextContents();
const announced = (text: string) => user.workbench.panel.getByRole('status').filter({ hasText: text });
const apply = () => user.chat.speculationBar.getByRole('button', { name: 'Apply' });
const diff = () => user.workbench.page.locator('.multiDiffEditor');

it('Premove opens the diff on Enter, even if Enter is held, applies on the next Enter, and keeps the caret', async () => {
  const { chat, server, workbench } = user;
  server.on('rename alpha', rename('a.ts'), { text: 'Renamed.' });
  await user.askAndSuggest('rename alpha');
  await expect.poll(() => chat.speculationBar.textContent()).toContain('Ready');
  await expect.poll(() => apply().count()).toBe(0);
  await user.advanceClocks(GUARD_OVER);
  await expect.poll(keys).toEqual(['Tab', '⏎ review']);

  await workbench.page.keyboard.down('Enter');
  // Repeats of a held key go to the element that has the focus at that time.
  await expect
    .poll(async () => {
      await workbench.page.keyboard.down('Enter');
      return diff().textContent();
    })
    .toContain('beta');
  await expect.poll(keys).toEqual(['Tab', '⏎ apply']);
  await workbench.page.keyboard.up('Enter');
  await user.expectCaret();
  await expect.poll(() => apply().count()).toBe(1);
  expect(await onDisk('a.ts')).toBe(ONE);
  await expect.poll(() => chat.draft()).toBe('');

  await user.advanceClocks(GUARD_OVER);
  await user.press('Enter');
  await expect.poll(() => onDisk('a.ts')).toBe(TWO);
  await expect.poll(() => diff().count()).toBe(0);
  await user.expectCaret();
  await user.type('next');
  await user.expectDraft('next');
});

it('Premove shows an accepted preparation as the answer while it runs, and its diff before applying it', async () => {
  const { chat, server } = user;
  const { opened, open } = createLatch();
  server.on('rename it in e', rename('e.ts'), { text: 'Renamed in e.', hold: { until: opened, afterEvents: 2 } });
  await user.askAndSuggest('rename it in e');
  await server.received('rename it in e', { count: 2 });
  await expect.poll(() => chat.speculationBar.textContent()).toContain('Preparing');
  await user.advanceClocks(GUARD_OVER);
  await user.press('Enter');
  await expect.poll(() => chat.prompts.last().textContent()).toContain('rename it in e');
  await expect.poll(() => chat.answers.last().textContent()).toContain('e.ts');
  await chat.button('Stop').waitFor();
  await expect.poll(() => chat.speculationBar.count()).toBe(0);
  expect(await onDisk('e.ts')).toBe(ONE);

  open();
  await expect.poll(() => chat.speculationBar.textContent()).toContain('Ready');
  await expect.poll(keys).toEqual(['⏎ review']);
  await expect.poll(() => announced('Enter shows the prepared edits').count()).toBe(1);
  await user.expectCaret();
  await user.press('Enter');
  await expect.poll(() => diff().textContent()).toContain('beta');
  await apply().waitFor();
  await expect.poll(keys).toEqual(['⏎ apply']);
  await expect.poll(() => announced('Enter applies the prepared edits').count()).toBe(1);
  await user.expectCaret();
  await user.advanceClocks(GUARD_OVER);
  await user.press('Enter');
  await expect.poll(() => onDisk('e.ts')).toBe(TWO);
  await expect.poll(() => chat.answers.last().textContent()).toContain('Renamed in e.');
  await expect.poll(() => diff().count()).toBe(0);
  expect(server.requests('rename it in e')).toHaveLength(2);
});

it('Premove shows the diff before applying if Tab has filled in the suggestion', async () => {
  const { chat, server } = user;
  server.on('rename it in b', rename('b.ts'), { text: 'Renamed again.' });
  await user.askAndSuggest('rename it in b');
  await expect.poll(() => chat.speculationBar.textContent()).toContain('Ready');
  await user.press('Tab');
  await user.expectDraft('rename it in b');
  await user.press('Enter');
  await user.workbench.panel.getByText('Review the prepared edits, then press Enter to apply them.').waitFor();
  await expect.poll(() => diff().textContent()).toContain('beta');
  await user.expectCaret();
  await user.advanceClocks(GUARD_OVER);
  await user.press('Enter');
  await expect.poll(() => onDisk('b.ts')).toBe(TWO);
  await user.expectDraft('');
});

it('Premove undoes and redoes applied edits by key, and keeps a file that has changed since', async () => {
  const { chat, server, workbench } = user;
  server.on('rename it in d', rename('d.ts'), { text: 'Renamed in d.' });
  await user.askAndSuggest('rename it in d');
  await chat.speculationBar.getByRole('button', { name: 'Preview' }).click();
  await apply().click();
  await expect.poll(() => onDisk('d.ts')).toBe(TWO);
  const line = workbench.panel.getByRole('group', { name: 'Changed files' }).last();
  const button = (name: string) => line.getByRole('button', { name: `${name} the changes of this answer` });
  await expect.poll(() => line.textContent()).toContain('1 file, +1 −1');

  await button('Undo').press('Enter');
  await button('Redo').waitFor();
  expect(await onDisk('d.ts')).toBe(ONE);
  await expect.poll(() => line.textContent()).toContain('Undone');
  await workbench.page.keyboard.press('Enter');
  await button('Undo').waitFor();
  expect(await onDisk('d.ts')).toBe(TWO);

  await writeFile(join(workbench.workspaceDir, 'd.ts'), 'export const mine = 1;\n');
  await button('Undo').click();
  await expect.poll(() => line.textContent()).toContain('Changed in the meantime, so left as it is: d.ts');
  expect(await onDisk('d.ts')).toBe('export const mine = 1;\n');
  await line.getByRole('button', { name: 'Show diff' }).click();
  await expect.poll(() => diff().textContent()).toContain('mine');
  await expect.poll(() => diff().textContent()).toContain('alpha');
  await workbench.executeCommand('workbench.action.closeActiveEditor');
  await expect.poll(() => diff().count()).toBe(0);
});

/** Changes the first and the last line, which are far apart, so that the diff has two hunks. */
const shout = (file: string): Answer => ({
  tools: ['first', 'last'].map((word) => ({
    name: 'edit',
    arguments: { file_path: file, old_string: word, new_string: word.toUpperCase() },
  })),
});
const tabsOf = () => user.workbench.page.getByRole('tab', { name: /^Premove: / });

it('Premove counts and applies the edits as the user changed them in the diff, by a revert and by typing', async () => {
  const { chat, server, workbench } = user;
  const { page } = workbench;
  server.on('shout at both ends', shout('long.ts'), { text: 'Done.' });
  await user.askAndSuggest('shout at both ends');
  await expect.poll(() => chat.speculationBar.textContent()).toContain('Ready');
  const counts = () => chat.speculationBar.locator('.line-counts').textContent();
  await expect.poll(counts).toMatch(/2.*2/);
  const preview = chat.speculationBar.getByRole('button', { name: 'Preview' });
  await preview.dblclick();
  await expect.poll(() => diff().textContent()).toContain('LAST');
  await user.expectCaret();
  await expect.poll(() => tabsOf().count()).toBe(1);

  await diff().getByText('LAST').last().hover();
  await diff().getByRole('button', { name: 'Revert Block' }).last().click();
  await expect.poll(counts).toMatch(/1.*1/);
  await diff().getByText('FIRST').last().click();
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await expect.poll(() => diff().textContent()).toContain('FIRST!');
  await apply().click();
  await expect.poll(() => onDisk('long.ts')).toBe(LONG.replace('first', 'FIRST!'));
  await expect.poll(() => diff().count()).toBe(0);
  await expect.poll(() => chat.answers.last().textContent()).toContain('edits changed in 1 file before applying');
});

it('Premove merges prepared edits with a file that has changed since, and marks a conflict to resolve', async () => {
  const { chat, server, workbench } = user;
  const { page } = workbench;
  server.on('shout again', shout('merged.ts'), { text: 'Shouted.' });
  await user.askAndSuggest('shout again');
  await expect.poll(() => chat.speculationBar.textContent()).toContain('Ready');
  await writeFile(join(workbench.workspaceDir, 'merged.ts'), LONG.replace('first', 'mine').replace('line 9', 'nine'));
  await expect.poll(() => chat.speculationBar.textContent()).toContain('merged.ts has changed since');
  await chat.speculationBar.getByRole('button', { name: 'Preview' }).click();
  await apply().click();
  await expect.poll(() => chat.speculationBar.textContent()).toContain('Nothing was applied');
  await expect.poll(() => diff().textContent()).toContain('<<<<<<<');
  await chat.speculationBar.getByRole('button', { name: 'Review merge' }).waitFor();
  await user.expectCaret();
  await diff().getByText('<<<<<<<').click();
  await page.keyboard.press('Home');
  // Selects with the mouse, because the arrow keys skip lines that the diff hides until it is computed again.
  await diff()
    .getByText('>>>>>>>')
    .click({ modifiers: ['Shift'] });
  await page.keyboard.press('Shift+End');
  await page.keyboard.type('// both');
  await apply().click();
  await expect
    .poll(() => onDisk('merged.ts'))
    .toBe(LONG.replace('// first', '// both').replace('line 9', 'nine').replace('last', 'LAST'));
});

it('Premove asks which version to keep of a file that was deleted since, and shows the prepared version', async () => {
  const { chat, server, workbench } = user;
  server.on('rename it in g', rename('g.ts'), { text: 'Renamed in g.' });
  await user.askAndSuggest('rename it in g');
  await chat.speculationBar.getByRole('button', { name: 'Preview' }).click();
  await expect.poll(() => diff().textContent()).toContain('alpha');
  await rm(join(workbench.workspaceDir, 'g.ts'));
  await expect.poll(() => chat.speculationBar.textContent()).toContain('g.ts has been deleted since');
  await apply().click();
  await expect.poll(() => chat.speculationBar.textContent()).toContain('Nothing was applied');
  expect(await chat.speculationBar.textContent()).toContain('g.ts has been deleted since');
  await expect.poll(() => diff().textContent()).not.toContain('alpha');
  await expect.poll(() => diff().textContent()).toContain('beta');
  await chat.speculationBar.getByRole('button', { name: 'Review merge' }).click();
  const question = workbench.page.locator('.quick-input-widget');
  await expect.poll(() => question.textContent()).toContain('g.ts cannot be merged');
  await question.getByText('Take the prepared file').click();
  await apply().click();
  await expect.poll(() => onDisk('g.ts')).toBe(TWO);
  await expect.poll(() => diff().count()).toBe(0);
});

it('Premove keeps an open preview with its edits when another prompt is sent, and applies it later', async () => {
  const { chat, server } = user;
  const kept = user.workbench.panel.getByTestId('kept-preview');
  server.on('rename it in f', rename('f.ts'), { text: 'Renamed there.' });
  await user.askAndSuggest('rename it in f');
  await chat.speculationBar.getByRole('button', { name: 'Preview' }).click();
  await expect.poll(() => diff().textContent()).toContain('beta');
  await user.expectCaret();
  await diff().getByText('beta').last().click();
  await user.workbench.page.keyboard.press('End');
  await user.workbench.page.keyboard.type(' // mine');
  server.on('something else', { text: 'Of course.' });
  await chat.send('something else');
  await expect.poll(() => chat.answers.last().textContent()).toContain('Of course.');
  await expect.poll(() => kept.textContent()).toContain('rename it in f');
  expect(await diff().textContent()).toMatch(/\/\/\smine/);
  await kept.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(() => onDisk('f.ts')).toContain(' // mine');
  await expect.poll(() => kept.count()).toBe(0);
  await user.workbench.panel.getByText('their answer was not added to a chat').waitFor();
  await expect.poll(() => diff().count()).toBe(0);
});

it('Premove returns the caret to the composer after Preview, Apply, Show and Stop, and keeps text typed during Preview', async () => {
  const { chat, server } = user;
  server.on('rename it in c', rename('c.ts'), { text: 'Renamed once more.' });
  await user.askAndSuggest('rename it in c');
  await chat.speculationBar.getByRole('button', { name: 'Preview' }).click();
  // While VS Code opens the diff, some of these keys go to the diff. Keys pressed while the focus moves may be lost.
  const typed = 'typedmeanwhile';
  await user.workbench.page.keyboard.type(typed, { delay: 30 });
  await expect.poll(() => diff().textContent()).toContain('beta');
  await user.expectCaret();
  // At once, because text that was typed into the diff is reverted only a moment after the caret is back. Apply must
  // not write that text.
  await apply().click();
  await expect.poll(() => diff().count()).toBe(0);
  expect(await onDisk('c.ts')).toBe(TWO);
  await expect.poll(async () => (await chat.draft()).length).toBeGreaterThan(typed.length - 7);
  expect(await chat.draft()).toMatch(new RegExp(`^${typed.replaceAll(/./g, '$&?')}$`));
  await user.expectCaret();
  await user.clearComposer();

  // In a new chat, so that a late request of the old chat does not get an answer that is meant for the next prompt.
  await chat.newChat();
  server.reset();
  server.otherwise(SUGGESTION, { text: '' });
  server.on('explain it', { text: 'It is a constant.' });
  await user.askAndSuggest('explain it');
  await expect.poll(() => chat.speculationBar.textContent()).toContain('Answer ready');
  await chat.speculationBar.getByRole('button', { name: 'Show' }).click();
  await expect.poll(() => chat.answers.last().textContent()).toContain('It is a constant.');
  await user.expectCaret();

  const { opened, open } = createLatch();
  server.on('go on', { text: 'Going on and on.', hold: { until: opened, afterEvents: 2 } });
  await chat.send('go on');
  await chat.button('Stop').click();
  await user.expectCaret();
  open();
});

it('Premove explains why Apply in the diff did not write, and closes the diff with its text when the window is reloaded', async () => {
  const { chat, server, workbench } = user;
  const { opened, open } = createLatch();
  const toast = (text: string) => workbench.page.locator('.notification-toast').filter({ hasText: text }).first();
  server.on('rename it in h', rename('h.ts'), { text: 'Renamed in h.', hold: { until: opened, afterEvents: 2 } });
  await user.askAndSuggest('rename it in h');
  await server.received('rename it in h', { count: 2 });
  await chat.speculationBar.getByRole('button', { name: 'Preview' }).click();
  await expect.poll(() => diff().textContent()).toContain('beta');
  // The first Apply makes the preparation the current answer. The second Apply cannot apply anything yet.
  await workbench.executeCommand('premove.applySpeculation');
  await chat.button('Stop').waitFor();
  await workbench.executeCommand('premove.applySpeculation');
  await toast('These edits are still being prepared').waitFor();
  expect(await onDisk('h.ts')).toBe(ONE);

  await diff().getByText('beta').last().click();
  await workbench.page.keyboard.press('End');
  await workbench.page.keyboard.type(' // mine');
  await expect.poll(() => diff().textContent()).toMatch(/\/\/\smine/);
  await workbench.reload();
  await user.openChat();
  await user.workbench.panel.getByText('Interrupted when the window closed or reloaded').waitFor();
  // The preview closes with its window, without a question about its text, and does not leave a tab.
  await expect
    .poll(() =>
      workbench.page
        .getByRole('tab')
        .filter({ hasText: /h\.ts|rename it/ })
        .count(),
    )
    .toBe(0);
  expect(await onDisk('h.ts')).toBe(ONE);
  open();
});
