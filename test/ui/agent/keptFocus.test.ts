import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { quickBox, quickInput, quickRow } from '../../support/vscode/windowActions.ts';
import { useAgent } from './agentUser.ts';

const FILE = 'Greetings\n';
const user = useAgent({ files: { 'a.txt': FILE } });

// Every list of models asks the provider for its models.
beforeEach(() => {
  const raw = { headers: { 'content-type': 'application/json' }, chunks: ['{"object":"list","data":[]}'] };
  user.server.otherwise((request) => request.method === 'GET', { raw });
});

const press = (key: string) => user.press(key);
const box = () => quickInput(user.workbench.page);

/** Opens the list of models. Resolves when all rows are listed and the list has the focus. */
async function openModels(): Promise<void> {
  const { page, panel } = user.workbench;
  await panel.getByRole('button', { name: /^Model: / }).click();
  await quickRow(page, 'Offline tour').waitFor();
  await page.locator('.monaco-list-row[aria-label*="Still looking"]').waitFor({ state: 'hidden' });
  await quickBox(page, '');
}

/** Types, and checks that the text is in the composer and not in the open file. */
async function expectTypingInComposer(text: string): Promise<void> {
  const { chat, workbench } = user;
  await box().waitFor({ state: 'detached' });
  const caret = workbench.panel
    .getByRole('textbox', { name: 'Message Premove' })
    .and(workbench.panel.locator(':focus'));
  await caret.waitFor();
  await expect
    .poll(async () => {
      await workbench.page.keyboard.type('x');
      return chat.draft();
    })
    .toMatch(/x$/);
  await press('ControlOrMeta+A');
  await workbench.page.keyboard.type(text);
  await expect.poll(() => chat.draft()).toBe(text);
  await expect(workbench.page.locator('.monaco-editor .view-lines').first().textContent()).resolves.toBe('Greetings');
  expect(await readFile(join(workbench.workspaceDir, 'a.txt'), 'utf8')).toBe(FILE);
}

/** Presses Alt+M until VS Code handles the key. After a reload, VS Code loads the keys of extensions only later. */
async function pressAltM(): Promise<void> {
  const { page } = user.workbench;
  await page.evaluate(() => {
    addEventListener('keydown', (event) => {
      if (event.altKey && event.key === 'm') document.body.dataset['altM'] = String(event.defaultPrevented);
    });
  });
  const isTaken = async () => {
    await press('Alt+m');
    return page.evaluate(() => document.body.dataset['altM']);
  };
  await expect.poll(isTaken).toBe('true');
}

it.each(['Enter', 'Escape'])('Premove focuses the composer when %s closes the list of models', async (key) => {
  const { chat, workbench } = user;
  await workbench.openFile('a.txt');
  await chat.composer.click();
  await openModels();
  await press(key);
  await expectTypingInComposer(`after ${key}`);
});

it('Premove focuses the composer when a chat is chosen from the list', async () => {
  const { server, chat, workbench } = user;
  server.on('a chat to find', { text: 'Found.' });
  await user.clearComposer();
  await chat.send('a chat to find');
  await user.answered('Found.');
  await chat.newChat();
  await workbench.openFile('a.txt');
  await workbench.runCommand('Premove: Chats…');
  await quickRow(workbench.page, 'a chat to find').click();
  await user.answered('Found.');
  await expectTypingInComposer('in the chat');
});

it('Premove leaves the focus to an input box that replaces the list of chats', async () => {
  const { chat, workbench } = user;
  await chat.composer.click();
  const shown = workbench.executeCommand('premove.showChats');
  const row = quickRow(workbench.page, 'a chat to find');
  await row.hover();
  await row.getByRole('button', { name: 'Rename Chat' }).click();
  await box().getByText('Rename Chat').waitFor();
  await quickBox(workbench.page, 'a chat to find');
  await press('ControlOrMeta+A');
  await workbench.page.keyboard.type('Found again', { delay: 50 });
  await press('Enter');
  await quickRow(workbench.page, 'Found again').waitFor();
  await quickBox(workbench.page, '');
  await press('Escape');
  await shown;
  await expectTypingInComposer('after the list');
});

it('Premove takes the focus from the editor at once when Alt+M is pressed before Premove is active', async () => {
  const { workbench } = user;
  await workbench.openFile('a.txt');
  await workbench.executeCommand('workbench.view.explorer');
  await workbench.reload();
  const lines = workbench.page.locator('.monaco-editor .view-lines').first();
  await lines.getByText('Greetings').click();
  await pressAltM();
  await workbench.page.keyboard.type('not for the file');
  expect(await lines.textContent()).toBe('Greetings');
  await user.openChat();
  await expectTypingInComposer('after the start');
});

it('Premove leaves the focus to an editor that the user clicks to close the list', async () => {
  const { chat, workbench } = user;
  await workbench.openFile('a.txt');
  await chat.composer.click();
  await openModels();
  const editor = workbench.page.locator('.monaco-editor').first();
  // A point below the list, which covers the top of the editor.
  await editor.click({ position: { x: 300, y: 600 } });
  await box().waitFor({ state: 'detached' });
  await expect.poll(() => editor.evaluate((element) => element.classList.contains('focused'))).toBe(true);
  await workbench.page.keyboard.type('me');
  await expect.poll(() => editor.locator('.view-lines').textContent()).toContain('me');
});
