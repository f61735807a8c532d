import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openChat, type ChatPanel } from '../support/vscode/chatPanel.ts';
import { startWorkbench, type Workbench } from '../support/vscode/workbench.ts';

/** One has the name of a file of the sample project. */
const OWN_FILES = { 'src/greet.ts': 'export const mine = true;\n', 'AGENTS.md': 'Be brief.\n', 'notes.txt': 'äöü\r\n' };

let workbench: Workbench;
let chat: ChatPanel;

beforeAll(async () => {
  workbench = await startWorkbench({ files: OWN_FILES, settings: { 'premove.model': undefined } });
});

afterAll(() => workbench.close());

it('takes the tour in a window without a folder, which it offers to open', async () => {
  const { page, panel } = workbench;
  const inFolder = page.url();
  chat = await openChat(workbench);
  const openFolder = chat.button('Open a folder… to work on your files');
  await panel.getByRole('button', { name: /^Try the offline tour/ }).waitFor();
  await expect.poll(() => openFolder.count()).toBe(0);
  // Not awaited: the window goes, and with it who would tell that the command has ended.
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
  // Four edits in three files, and one question.
  await chat.send('rename greet to welcome');
  await press(chat.button('Allow all'));
  await chat.answers.filter({ hasText: 'is now welcome in all three files' }).waitFor();
  await chat.ghost.filter({ hasText: 'add a farewell function' }).waitFor();
  await page.goto(inFolder);
});

it('takes the tour by keyboard to its end beside other files, and changes none of them', async () => {
  const { page, panel } = workbench;
  chat = await openChat(workbench);
  await press(panel.getByRole('button', { name: 'Add a farewell function' }));
  await expect.poll(() => chat.draft()).toBe('add a farewell function');
  await page.keyboard.press('Enter');
  await press(chat.button('Allow once'));

  // Prepared although speculation is off in the settings.
  for (const next of [
    'rename greet to welcome',
    'add a test for farewell',
    'add a changelog entry',
    'update the README',
  ]) {
    await chat.ghost.filter({ hasText: next }).waitFor();
    await expect.poll(() => chat.speculationBar.textContent()).toContain('Ready');
    await chat.composer.focus();
    await page.keyboard.press('Tab');
    await expect.poll(() => chat.draft()).toBe(next);
    await page.keyboard.press('Enter');
    await press(chat.button('Apply'));
    await chat.prompts.last().filter({ hasText: next }).waitFor();
    // It takes the keyboard along when it closes.
    await page.locator('.multiDiffEditor').waitFor({ state: 'detached' });
  }
  await expect.poll(() => chat.button('Allow once').count()).toBe(0);
  // Four suggestions were taken, but the offer is for the user's own work.
  await expect.poll(() => panel.getByText('Premove can prepare the edits').count()).toBe(0);

  await press(chat.button('Select model…'));
  await page.locator('.quick-input-widget').getByText('Offline').first().waitFor();
  await page.keyboard.press('Escape');
  expect(await readAll(workbench.workspaceDir)).toEqual(OWN_FILES);
  const settings = await readFile(join(workbench.userDataDir, 'User', 'settings.json'), 'utf8');
  expect(settings).not.toContain('premove.enableSpeculation');
});

/** A button, by the keyboard. A card that has just appeared takes no key yet. */
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
