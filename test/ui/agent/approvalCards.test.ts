import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { GUARD_MS } from '../../../src/webview/state/cardKeys.ts';
import { call, useAgent } from './agentUser.ts';

const user = useAgent({
  files: {
    'early.ts': 'export const early = 1;\n',
    'reason.ts': 'export const reason = 1;\n',
    'amended.ts': 'export const amended = 1;\n',
    'meanwhile.ts': 'export const meanwhile = 1;\n',
    'unsaved.ts': 'export const unsaved = 1;\n',
    'plan.ts': 'export const plan = 1;\n',
    '.yarnrc': 'color=true\n',
  },
});

beforeEach(() => user.setMode('default'));

const increase = (name: string) =>
  call('edit', { file_path: `${name}.ts`, old_string: `${name} = 1`, new_string: `${name} = 2` });
const card = (tool = 'edit') => user.card(tool);
const allow = (tool = 'edit') => user.allow(tool);
/** Checks the hint about a card's keys, which is empty while the keys do not work. */
const expectHint = (pattern: RegExp) =>
  expect.poll(() => user.workbench.panel.locator('.card-keys').innerText()).toMatch(pattern);
const BOTH = /⏎\s*allow[^]*⌫\s*deny/;
const NONE = /^\s*$/;

it('Premove ignores keys and clicks on a card until it has been visible for half a second', async () => {
  user.server.on('Raise it early', increase('early'), { text: 'Raised.' });
  // Pressed when the card appears, before the user can have read it.
  const early = user.workbench.panel.locator('body').evaluate(
    (body) =>
      new Promise<void>((resolve) => {
        new MutationObserver((_changes, observer) => {
          const button = body.querySelector<HTMLElement>('.approval-actions vscode-button');
          if (!button) return;
          observer.disconnect();
          for (const part of [button, button.shadowRoot?.querySelector('button')]) {
            part?.click();
            part?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, composed: true }));
          }
          resolve();
        }).observe(body, { childList: true, subtree: true });
      }),
  );
  await user.chat.send('Raise it early');
  await early;
  const once = card().getByRole('button', { name: 'Allow once' });
  await expect.poll(() => once.isEnabled()).toBe(true);
  expect(user.server.requests('Raise it early')).toHaveLength(1);
  expect(await user.onDisk('early.ts')).toContain('= 1');
  await once.press('Enter');
  await user.answered('Raised.');
  expect(await user.onDisk('early.ts')).toContain('= 2');
});

it('Premove sends the reason for a denial to the model', async () => {
  user.server.on('Raise the reason', increase('reason'), { text: 'I will ask first.' });
  await user.chat.send('Raise the reason');
  await user.choose('edit', 'Denial options', 'Deny with feedback…');
  const field = card().getByRole('textbox', { name: 'Tell Premove what to do instead' });
  await field.press('Escape');
  await field.waitFor({ state: 'detached' });
  await user.choose('edit', 'Denial options', 'Deny with feedback…');
  await card().getByRole('button', { name: 'Back' }).click();
  await field.waitFor({ state: 'detached' });
  await card().getByRole('button', { name: 'Allow once' }).waitFor();
  await user.choose('edit', 'Denial options', 'Deny with feedback…');
  await field.fill('Ask Ada first.');
  await expectHint(NONE);
  await card().getByRole('button', { name: 'Deny' }).focus();
  await expectHint(/^[^⏎]*⌫\s*deny/);
  expect(
    await card()
      .getByRole('button', { name: /^(Allow once|Approval options|Denial options)$/ })
      .count(),
  ).toBe(0);
  await card().getByRole('button', { name: 'Deny' }).click();
  await user.answered('I will ask first.');
  expect(user.lastRequestText('Raise the reason')).toContain('The user says: Ask Ada first.');
  await user.chat.answers.last().getByText('denied: Ask Ada first.', { exact: true }).waitFor();
  expect(await user.onDisk('reason.ts')).toContain('= 1');
});

it('Premove writes an edit as the user amended it in the diff editor, and reports that to the model', async () => {
  user.server.on('Raise it as I like', increase('amended'), { text: 'Yours is better.' });
  await user.chat.send('Raise it as I like');
  await card().getByRole('button', { name: 'Edit in diff…' }).click();
  const modified = user.workbench.page.locator('.editor.modified .view-lines');
  await modified.getByText('amended').click();
  await user.workbench.page.keyboard.press('End');
  await user.workbench.page.keyboard.type(' // by hand');
  await expect.poll(() => card().textContent()).toContain('by hand');
  expect(await user.onDisk('amended.ts')).toBe('export const amended = 1;\n');
  await allow();
  await user.answered('Yours is better.');
  expect(await user.onDisk('amended.ts')).toBe('export const amended = 2; // by hand\n');
  expect(user.lastRequestText('Raise it as I like')).toContain('The user changed your edit before it was written');
  await expect.poll(() => user.workbench.page.locator('.editor.modified').count()).toBe(0);
});

it('Premove writes nothing if the file has changed while the card was open', async () => {
  user.server.on('Raise it meanwhile', increase('meanwhile'), { text: 'Somebody was faster.' });
  await user.chat.send('Raise it meanwhile');
  await card().waitFor();
  await writeFile(join(user.workbench.workspaceDir, 'meanwhile.ts'), 'export const meanwhile = 1; // theirs\n');
  await allow();
  await user.answered('Somebody was faster.');
  expect(await user.onDisk('meanwhile.ts')).toBe('export const meanwhile = 1; // theirs\n');
  expect(user.lastRequestText('Raise it meanwhile')).toContain('has changed since the user was asked');
});

it('Premove edits the unsaved text of an editor without saving it', async () => {
  await user.workbench.openFile('unsaved.ts');
  const editor = user.workbench.page.locator('.editor-instance .view-lines').last();
  await editor.getByText('unsaved').click();
  await user.workbench.page.keyboard.press('End');
  await user.workbench.page.keyboard.type(' // mine');
  user.server.on('Raise what is unsaved', increase('unsaved'), { text: 'Raised in the editor.' });
  await user.chat.send('Raise what is unsaved');
  await expect.poll(() => card().textContent()).toContain('mine');
  await allow();
  await user.answered('Raised in the editor.');
  await expect.poll(() => user.chat.answers.last().textContent()).toContain('edited, not saved yet');
  await expect.poll(async () => (await editor.textContent())?.replaceAll('\u00a0', ' ')).toContain('= 2; // mine');
  expect(await user.onDisk('unsaved.ts')).toBe('export const unsaved = 1;\n');
  await user.workbench.executeCommand('workbench.action.files.save');
  await expect.poll(() => user.onDisk('unsaved.ts')).toBe('export const unsaved = 2; // mine\n');
});

it('Premove only plans in plan mode, accepts the plan as the user edited it, and then asks about edits', async () => {
  await user.setMode('plan');
  user.server.on(
    'Raise the plan',
    increase('plan'),
    call('exit_plan_mode', { plan: '1. Raise it.' }),
    increase('plan'),
    {
      text: 'As planned.',
    },
  );
  await user.chat.send('Raise the plan');
  await expect.poll(() => card('exit_plan_mode').getByRole('listitem').allTextContents()).toEqual(['Raise it.']);
  await card('exit_plan_mode').getByRole('button', { name: 'Edit', exact: true }).click();
  await card('exit_plan_mode').getByRole('textbox', { name: 'Plan' }).fill('1. Raise it to two.');
  await expectHint(NONE);
  expect(user.lastRequestText('Raise the plan')).toContain('Plan mode is read-only');
  await allow('exit_plan_mode');
  await card().waitFor();
  const plan = user.workbench.panel.getByRole('group', { name: 'Presented plan' });
  expect(await plan.getByRole('listitem').allTextContents()).toEqual(['Raise it to two.']);
  expect(user.lastRequestText('Raise the plan')).toContain('1. Raise it to two.');
  await user.workbench.panel.getByRole('button', { name: /mode: default/i }).waitFor();
  expect(await user.onDisk('plan.ts')).toContain('= 1');
  await allow();
  await user.answered('As planned.');
  expect(await user.onDisk('plan.ts')).toContain('= 2');
});

it('Premove edits without a question in auto-edit mode, but asks about files that can run code', async () => {
  await user.setMode('auto-edit');
  user.server.on(
    'Write both',
    call('write_file', { file_path: 'auto.ts', content: 'export {};\n' }),
    call('read_file', { file_path: '.yarnrc' }),
    call('write_file', { file_path: '.yarnrc', content: 'color=false\n' }),
    { text: 'Both are written.' },
  );
  await user.chat.send('Write both');
  await expect.poll(() => card('write_file').textContent()).toContain('.yarnrc can run code');
  expect(await user.onDisk('auto.ts')).toBe('export {};\n');
  expect(await user.onDisk('.yarnrc')).toBe('color=true\n');
  await allow('write_file');
  await user.answered('Both are written.');
  expect(await user.onDisk('.yarnrc')).toBe('color=false\n');
});

it('Premove allows a waiting call when the mode changes to yolo, and shows a warning during yolo mode', async () => {
  await user.setMode('default');
  user.server.on('Write it', call('write_file', { file_path: '.yarnrc', content: 'loose=1\n' }), {
    text: 'It is written.',
  });
  await user.chat.send('Write it');
  await card('write_file').waitFor();
  await user.workbench.changeSettings({ 'premove.approvalMode': 'yolo' });
  await user.answered('It is written.');
  expect(await user.onDisk('.yarnrc')).toBe('loose=1\n');
  await user.workbench.panel.getByText('Yolo mode is on').waitFor();
  await user.workbench.panel.getByRole('button', { name: 'Turn off yolo mode' }).click();
  await user.workbench.panel.getByText('Yolo mode is on').waitFor({ state: 'detached' });
});

it('keys in an empty composer allow or deny a card’s call, but Esc and keys that edit a draft do not', async () => {
  const { server, chat, workbench } = user;
  const { keyboard } = workbench.page;
  await user.setMode('default');
  server.on(
    'Raise them by key',
    call('write_file', { file_path: 'keyed.ts', content: 'one\n' }),
    call('write_file', { file_path: 'keyed.ts', content: 'two\n' }),
    { text: 'Once yes, once no.' },
  );
  await chat.send('Raise them by key');
  const once = card('write_file').getByRole('button', { name: 'Allow once' });
  await expect.poll(() => once.isEnabled()).toBe(true);
  await workbench.panel.getByText('Approve or deny above to continue').waitFor();
  await expectHint(BOTH);
  await workbench.executeCommand('workbench.action.focusActiveEditorGroup');
  await expectHint(NONE);
  await chat.prompts.last().click();
  await expectHint(NONE);
  await card('write_file').getByRole('button', { name: 'Approval options' }).click();
  await expectHint(NONE);
  await keyboard.press('Escape');
  await expectHint(BOTH);
  await chat.composer.focus();
  await expect.poll(() => card('write_file').getAttribute('class')).toContain('keyed');
  await user.stopClocks();

  // While there is a draft, the keys edit it. Esc does nothing.
  await keyboard.type('not now');
  await expectHint(NONE);
  await keyboard.press('Control+Backspace');
  await expect.poll(() => chat.draft()).toBe('not ');
  await keyboard.press('Escape');
  await keyboard.press('Control+Backspace');
  await expect.poll(() => chat.draft()).toBe('');
  // The card ignores a press that directly follows the edits of the draft, because it may be meant for the draft.
  await keyboard.press('Control+Backspace');
  await expect.poll(() => card('write_file').isVisible()).toBe(true);
  expect(await user.onDisk('keyed.ts')).toBe('');

  // Scrolled into view before each key, because a key for a card that is out of view only scrolls to the card.
  const inView = () => card('write_file').getByRole('button', { name: 'Deny' }).scrollIntoViewIfNeeded();
  await inView();
  await user.advanceClocks(GUARD_MS);
  await keyboard.press('Control+Enter');
  await expect.poll(() => user.onDisk('keyed.ts')).toBe('one\n');
  await expect.poll(() => card('write_file').textContent()).toContain('two');
  await expect.poll(() => once.isEnabled()).toBe(true);
  await expectHint(BOTH);
  await inView();
  await user.advanceClocks(GUARD_MS);
  await keyboard.press('Control+Backspace');
  await user.answered('Once yes, once no.');
  expect(await user.onDisk('keyed.ts')).toBe('one\n');
  expect(user.lastRequestText('Raise them by key')).toContain('The user denied this call');
});

it('Premove asks about several edits of one turn in one card, and lets the user reject one edit', async () => {
  const { server, chat } = user;
  const write = (path: string) => ({ name: 'write_file', arguments: { file_path: path, content: `${path}\n` } });
  server.on(
    'Write them all',
    { tools: [write('one.ts'), write('two.ts'), write('three.ts'), write('.yarnrc')] },
    {
      text: 'All but one.',
    },
  );
  await chat.send('Write them all');
  const group = card('write_file').filter({ hasText: '3 edits in 3 files' });
  await group.waitFor();
  await expect.poll(() => card('write_file').count()).toBe(1);
  const reject = group.getByRole('button', { name: 'Reject two.ts' });
  await expect.poll(() => reject.isEnabled()).toBe(true);
  await reject.click();
  const rest = card('write_file').filter({ hasText: '2 edits in 2 files' });
  await rest.getByRole('button', { name: 'Allow all' }).click();
  await expect.poll(() => card('write_file').textContent()).toContain('.yarnrc can run code');
  expect(await user.onDisk('three.ts')).toBe('three.ts\n');
  await card('write_file').getByRole('button', { name: 'Deny' }).click();
  await user.answered('All but one.');
  expect([await user.onDisk('one.ts'), await user.onDisk('two.ts')]).toEqual(['one.ts\n', '']);
});

it('Premove moves the focus to the next edit of a card when the user decides an edit with the keyboard', async () => {
  const write = (path: string) => ({ name: 'write_file', arguments: { file_path: path, content: `${path}\n` } });
  user.server.on(
    'Write them one by one',
    { tools: [write('k1.ts'), write('k2.ts'), write('k3.ts')] },
    { text: 'One of three.' },
  );
  await user.chat.send('Write them one by one');
  const focused = user.workbench.panel.locator('.approval :focus').first();
  const nameOfFocused = () => focused.evaluate((element) => element.getAttribute('aria-label') ?? element.textContent);
  const accept = card('write_file').getByRole('button', { name: 'Accept k2.ts' });
  await expect.poll(() => accept.isEnabled()).toBe(true);
  await accept.press('Enter');
  await card('write_file').getByText('2 edits in 2 files').waitFor();
  await expect.poll(nameOfFocused).toBe('Accept k3.ts');
  await card('write_file').getByRole('button', { name: 'Reject k3.ts' }).press('Enter');
  await card('write_file').filter({ hasNotText: 'k3.ts' }).waitFor();
  await expect.poll(nameOfFocused).toBe('Deny');
  await user.press('Enter');
  await user.answered('One of three.');
  expect([await user.onDisk('k1.ts'), await user.onDisk('k2.ts'), await user.onDisk('k3.ts')]).toEqual([
    '',
    'k2.ts\n',
    '',
  ]);
  await user.chat.composer.and(user.workbench.panel.locator(':focus')).waitFor();
});

it('Premove allows a long command only after its end has been shown', async () => {
  const lines = Array.from({ length: 30 }, (_, line) => `echo ${line}`).join('\n');
  user.server.on('Run a long one', call('run_shell_command', { command: `${lines}\nrm -rf nothing-here` }), {
    text: 'That was long.',
  });
  await user.chat.send('Run a long one');
  const shell = card('run_shell_command');
  await expect.poll(() => shell.getByRole('button', { name: 'Deny' }).isEnabled()).toBe(true);
  await expect.poll(() => shell.textContent()).toMatch(/Deletes or publishes.*in project root/);
  const once = shell.getByRole('button', { name: 'Allow once' });
  expect(await once.isEnabled()).toBe(false);
  await shell.getByRole('button', { name: /Show \d+ more lines/ }).press('Enter');
  await expect.poll(() => once.isEnabled()).toBe(true);
  // The card's keys still work, because the focus has stayed on the card.
  await expect(
    shell.getByRole('region', { name: 'Command' }).evaluate((element) => element === document.activeElement),
  ).resolves.toBe(true);
  await user.advanceClocks(GUARD_MS);
  await user.press('Control+Enter');
  await user.answered('That was long.');
});
