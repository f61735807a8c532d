import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openChat, type ChatPanel } from '../support/vscode/chatPanel.ts';
import { startWorkbench, type Workbench } from '../support/vscode/workbench.ts';

/** `src/greet.ts` has the name of a file of the sample project. */
const OWN_FILES = { 'src/greet.ts': 'export const mine = true;\n', 'AGENTS.md': 'Be brief.\n', 'notes.txt': 'äöü\r\n' };

let workbench: Workbench;
let chat: ChatPanel;

beforeAll(async () => {
  workbench = await startWorkbench({ files: OWN_FILES, settings: { 'premove.model': undefined } });
});

afterAll(() => workbench.close());

it('Premove runs the tour in a window without a folder, and offers to open a folder', async () => {
  const { page, panel } = workbench;
  const inFolder = page.url();
  chat = await openChat(workbench);
  const openFolder = chat.button('Open a folder… to work on your files');
  await panel.getByRole('button', { name: /^Try the offline tour/ }).waitFor();
  await expect.poll(() => openFolder.count()).toBe(0);
  // Not awaited, because the window closes and its extension host cannot report the end of the command.
  void workbench.executeCommand('workbench.action.closeFolder').catch(() => {});
  await page.waitForURL(/[?&]ew=true/);
  chat = await openChat(workbench);
  await press(openFolder);
  await page.locator('.quick-input-widget').getByText('Open Folder').first().waitFor();
  await page.keyboard.press('Escape');

  await press(panel.getByRole('button', { name: /^Try the offline tour/ }));
  await panel.getByText('It edits a sample project, never your files.').waitFor();
  await expect.poll(() => openFolder.count()).toBe(0);
  await chat.composer.and(panel.locator(':focus')).waitFor();
  // Four edits in three files need one approval.
  await chat.send('rename greet to welcome');
  await press(chat.button('Allow all'));
  await chat.answers.filter({ hasText: 'is now welcome in all three files' }).waitFor();
  await chat.ghost.filter({ hasText: 'add a farewell function' }).waitFor();
  await page.goto(inFolder);
});

it('the tour can be completed by keyboard in a folder, and does not change files of the folder', async () => {
  const { page, panel } = workbench;
  chat = await openChat(workbench);
  await press(panel.getByRole('button', { name: 'Add a farewell function' }));
  await expect.poll(() => chat.draft()).toBe('add a farewell function');
  await page.keyboard.press('Enter');
  await press(chat.button('Allow once'));

  // The tour prepares edits although speculation is off in the settings.
  for (const next of ['rename greet to welcome', 'add a test for farewell', 'add a changelog entry']) {
    await expectReady(next);
    await apply(next);
  }
  await expect.poll(() => chat.button('Allow once').count()).toBe(0);

  // This step changes a file that the user edits meanwhile.
  await expectReady('update the README');
  await chat.answers.last().getByRole('link', { name: 'README.md' }).press('Enter');
  await page.locator('.editor-instance .monaco-editor.focused').waitFor();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('End');
  await page.keyboard.type(' to friends');
  await expect.poll(() => chat.speculationBar.textContent()).toContain('README.md has changed since');
  await apply('update the README');
  await expect.poll(() => chat.answers.last().textContent()).toContain('edits changed in 1 file before applying');
  const readme = page.locator('.editor-instance .view-lines');
  await expect.poll(() => readme.textContent()).toMatch(/Greetings\sto\sfriends.*farewell/);

  // The last step stops at a question. Applying its first edit shows the question at once.
  await chat.ghost.filter({ hasText: 'release a new version' }).waitFor();
  await expect.poll(() => chat.speculationBar.textContent()).toContain('1 file ready, needs your answer');
  await apply('release a new version');
  await press(chat.button('0.2.0'));
  // A file that can run code has a card of its own.
  for (const file of ['package.json', 'CHANGELOG.md']) {
    await panel
      .getByRole('group', { name: /^Approve/ })
      .filter({ hasText: `Edit ${file}?` })
      .waitFor();
    await press(chat.button('Allow once'));
  }
  await chat.answers.last().filter({ hasText: 'now have version 0.2.0' }).waitFor();
  // Five suggestions were accepted, but the tour does not count for the offer to prepare edits.
  await expect.poll(() => panel.getByText('Premove can prepare the edits').count()).toBe(0);

  await press(chat.button('Select model…'));
  await page.locator('.quick-input-widget').getByText('Offline').first().waitFor();
  await page.keyboard.press('Escape');
  expect(await readAll(workbench.workspaceDir)).toEqual(OWN_FILES);
  const settings = await readFile(join(workbench.userDataDir, 'User', 'settings.json'), 'utf8');
  expect(settings).not.toContain('premove.enableSpeculation');
});

async function expectReady(next: string): Promise<void> {
  await chat.ghost.filter({ hasText: next }).waitFor();
  await expect.poll(() => chat.speculationBar.textContent()).toContain('Ready');
}

/** Accepts the suggestion, and applies its edits when their diff is shown. */
async function apply(next: string): Promise<void> {
  const { page } = workbench;
  await chat.composer.focus();
  await page.keyboard.press('Tab');
  await expect.poll(() => chat.draft()).toBe(next);
  await page.keyboard.press('Enter');
  await press(chat.button('Apply'));
  await chat.prompts.last().filter({ hasText: next }).waitFor();
  // The diff changes the focus when it closes, so wait for that.
  await page.locator('.multiDiffEditor').waitFor({ state: 'detached' });
}

/** Presses a button with the keyboard. Waits until it is enabled, because a new card ignores keys at first. */
async function press(button: Locator): Promise<void> {
  await button.first().waitFor();
  await expect.poll(() => button.first().isEnabled()).toBe(true);
  await button.first().focus();
  await workbench.page.keyboard.press('Enter');
}

async function readAll(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const texts = paths.map(async (path) => [path.slice(folder.length + 1), await readFile(path, 'utf8')] as const);
  return Object.fromEntries(await Promise.all(texts));
}
