import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { useAgent } from './agentUser.ts';

const ALPHA = 'let alpha = 1;\n';
const BETA = 'let beta = 1;\n';
const MINE = 'let mine = 1;\n';
const LONG = `// first\n${Array.from({ length: 20 }, (_, index) => `// line ${index}\n`).join('')}// last\n`;
const names = ['a.ts', 'b.ts', 'c.ts'];

const user = useAgent({ files: { ...Object.fromEntries(names.map((name) => [name, ALPHA])), 'long.ts': LONG } });

const edit = (file_path: string, old_string: string, new_string: string) => ({
  name: 'edit',
  arguments: { file_path, old_string, new_string },
});
const diff = () => user.workbench.page.locator('.multiDiffEditor');
const line = () => user.chat.answers.last().getByRole('group', { name: 'Changed files' });
const onDisk = (...files: string[]) => Promise.all(files.map((file) => user.onDisk(file)));
const closeDiff = () => user.workbench.executeCommand('workbench.action.closeActiveEditor');

/** Chooses an action in the menu of a message. */
async function choose(message: Locator, action: string): Promise<void> {
  await message.hover();
  await message.getByRole('button', { name: 'More actions' }).click();
  await user.workbench.panel.getByRole('menuitem', { name: action }).click();
}

/** Sends a prompt whose answer renames alpha in files. */
async function rename(prompt: string, ...files: string[]): Promise<void> {
  user.server.on(prompt, { tools: files.map((file) => edit(file, 'alpha', 'beta')) }, { text: `Done: ${prompt}.` });
  await user.chat.send(prompt);
  await user.answered(`Done: ${prompt}.`);
  await line().waitFor();
}

it('Premove shows the changes of an answer in a diff, in which the user can revert one hunk', async () => {
  const { server, chat, workbench } = user;
  const tools = ['first', 'last'].map((word) => edit('long.ts', word, word.toUpperCase()));
  server.on('Shout', { tools }, { text: 'Shouted.' });
  await user.setMode('auto-edit');
  await chat.send('Shout');
  await user.answered('Shouted.');
  await expect.poll(() => line().textContent()).toContain('1 file, +2 −2');
  await line().getByRole('button', { name: 'Review the changes of this answer' }).click();
  await expect.poll(() => diff().textContent()).toContain('LAST');
  await diff().getByText('LAST').last().hover();
  await diff().getByRole('button', { name: 'Revert Block' }).last().click();
  await expect.poll(() => diff().textContent()).not.toContain('LAST');
  await workbench.executeCommand('workbench.action.files.saveAll');
  await expect.poll(() => user.onDisk('long.ts')).toBe(LONG.replace('first', 'FIRST'));
  await closeDiff();
  await expect.poll(() => diff().count()).toBe(0);
});

it('Premove restores the files two messages back, keeps a file edited by hand since, and undoes the restore', async () => {
  const { chat, workbench } = user;
  const card = workbench.panel.getByRole('group', { name: /^Restore the files/ });
  const restored = workbench.panel.getByTestId('restored');
  await chat.newChat();
  await user.setMode('auto-edit');
  await rename('Rename in a', 'a.ts');
  await rename('Rename in b and c', 'b.ts', 'c.ts');
  await writeFile(join(workbench.workspaceDir, 'c.ts'), MINE);

  await choose(chat.prompts.first(), 'Review changes since this message');
  await expect.poll(() => diff().textContent()).toContain('mine');
  expect(await diff().textContent()).toContain('beta');
  await closeDiff();

  await choose(chat.prompts.first(), 'Restore files to here…');
  await expect.poll(() => card.getByRole('listitem').allTextContents()).toEqual(['a.ts +1 −1', 'b.ts +1 −1']);
  // The list does not scroll, so Tab goes to the first button.
  expect(await card.getByRole('list').getAttribute('tabindex')).toBeNull();
  await expect.poll(() => card.textContent()).toContain('Changed in the meantime, so left as it is: c.ts');
  expect(await onDisk(...names)).toEqual([BETA, BETA, MINE]);
  await card.getByRole('button', { name: 'Show diff' }).click();
  await expect.poll(() => diff().textContent()).toContain('mine');
  await closeDiff();
  await card.getByRole('button', { name: 'Restore files' }).click();
  await expect.poll(() => restored.textContent()).toContain('Restored 2 files to before “Rename in a”');
  expect(await onDisk(...names)).toEqual([ALPHA, ALPHA, MINE]);
  await restored.getByRole('button', { name: 'Undo the restore' }).click();
  await expect.poll(() => restored.count()).toBe(0);
  expect(await onDisk(...names)).toEqual([BETA, BETA, MINE]);

  await choose(chat.prompts.nth(1), 'Restore files and chat to here…');
  await expect.poll(() => card.getByRole('listitem').allTextContents()).toEqual(['b.ts +1 −1']);
  await user.press('Escape');
  await expect.poll(() => card.count()).toBe(0);
  await user.expectCaret();
  await choose(chat.prompts.nth(1), 'Restore files and chat to here…');
  await card.getByRole('button', { name: 'Restore files and chat' }).click();
  await expect.poll(() => chat.prompts.allTextContents()).toEqual(['Rename in a']);
  await expect.poll(() => chat.draft()).toBe('Rename in b and c');
  expect(await onDisk(...names)).toEqual([BETA, ALPHA, MINE]);
});
