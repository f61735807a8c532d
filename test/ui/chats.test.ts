import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { quickBox, quickInput, quickRow, runCommand, showView, windowReady } from '../support/vscode/windowActions.ts';
import { useAgent } from './agent/agentUser.ts';

const user = useAgent(
  {
    files: { 'a.ts': 'export {};\n' },
    // A test cannot use the system's own dialogs.
    settings: { 'files.simpleDialog.enable': true },
  },
  // The tests compare the whole list of chats.
  { isShared: false },
);

/** The accessible names of the list's visible rows. */
const labels = (): Promise<string[]> =>
  quickInput(user.workbench.page)
    .locator('.monaco-list-row:visible')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label') ?? ''));
const toast = (text: string, page = user.workbench.page): Locator =>
  page.locator('.notification-toast').filter({ hasText: text });

async function ask(prompt: string, answer: string): Promise<void> {
  user.server.on(prompt, { text: answer });
  await user.chat.send(prompt);
  await expect.poll(() => user.chat.answers.last().textContent()).toContain(answer.split('\n')[0]);
  await expect.poll(() => user.chat.button('Stop').count()).toBe(0);
}

async function openChats(page = user.workbench.page): Promise<void> {
  await runCommand(page, 'Premove: Chats…');
  await quickInput(page).getByText('Chats', { exact: true }).waitFor();
  await quickRow(page, 'New Chat').waitFor();
}

async function rowOf(title: string, page = user.workbench.page): Promise<Locator> {
  const row = quickRow(page, title);
  await row.waitFor();
  return row;
}

/** Chooses a chat. Waits until the composer has the focus, because a later focus would close the next list. */
async function choose(title: string): Promise<void> {
  await (await rowOf(title)).click();
  const hasFocus = () =>
    user.chat.composer.evaluate((element) => document.hasFocus() && element.contains(document.activeElement));
  await expect.poll(() => hasFocus().catch(() => false)).toBe(true);
}

/** Presses a button of a row. The buttons are visible only under the pointer. */
async function pressOnRow(title: string, button: string): Promise<void> {
  const row = await rowOf(title);
  await row.hover();
  await row
    .getByRole('button', { name: button })
    .or(row.locator(`[aria-label="${button}"]`))
    .first()
    .click();
}

it('Premove lists the chats of the workspace, newest first, and marks the shown chat', async () => {
  await ask('name the planets', 'Mercury, Venus, Earth.');
  await user.chat.newChat();
  await ask('sort a list in place', 'Use quicksort, or sort by hand.');
  await user.chat.newChat();
  await ask('third question', 'A third answer.');
  await openChats();
  await rowOf('name the planets');
  const listed = await labels();
  const order = ['third question', 'sort a list in place', 'name the planets'];
  expect(order.map((title) => listed.findIndex((label) => label.includes(title)))).toEqual([1, 2, 3]);
  expect(listed[1]).toContain('current');
  await quickInput(user.workbench.page).getByText('Today').first().waitFor();
  await user.press('Escape');
});

it('Premove finds a chat by the text of an answer, and shows it with its title in the header', async () => {
  await openChats();
  await quickInput(user.workbench.page).locator('input.input').fill('quicksort');
  await choose('sort a list in place');
  await expect
    .poll(() => user.chat.prompts.allTextContents().then((texts) => texts.join()))
    .toContain('sort a list in place');
  await expect.poll(() => user.chat.answers.last().textContent()).toContain('quicksort');
  await expect.poll(() => header().textContent()).toMatch(/sort a list in place/i);
});

it('Premove keeps the draft of each chat', async () => {
  await user.chat.composer.click();
  await user.workbench.page.keyboard.type('and backwards?');
  await openChats();
  await choose('third question');
  await expect.poll(() => user.chat.answers.last().textContent()).toContain('A third answer.');
  await expect.poll(() => user.chat.draft()).toBe('');
  await openChats();
  await choose('sort a list in place');
  await expect.poll(() => user.chat.draft()).toBe('and backwards?');
});

it('Premove renames a chat', async () => {
  await openChats();
  await pressOnRow('sort a list in place', 'Rename Chat');
  const input = await quickBox(user.workbench.page, 'sort a list in place');
  await input.fill('Sorting');
  await user.workbench.page.keyboard.press('Enter');
  await expect.poll(() => header().textContent()).toMatch(/sorting/i);
  await rowOf('Sorting');
  await quickBox(user.workbench.page, '');
  await user.press('Escape');
});

it('Premove deletes and restores chats while the list stays open', async () => {
  await openChats();
  for (const title of ['name the planets', 'third question']) {
    await pressOnRow(title, 'Delete Chat');
    await expect.poll(() => deletedRows()).toContain(title);
  }
  await expect.poll(() => deletedRows()).toMatch(/third question.*name the planets/s);
  await pressOnRow('third question', 'Restore');
  await expect.poll(() => deletedRows()).not.toContain('third question');
  await choose('name the planets');
  await expect.poll(() => user.chat.answers.last().textContent()).toContain('Mercury');
  await openChats();
  await expect.poll(() => deletedRows()).toBe('');
  await choose('Sorting');
  await expect.poll(() => user.chat.draft()).toBe('and backwards?');
});

it('Premove deletes the shown chat, and restores it with its draft on Undo', async () => {
  await openChats();
  await pressOnRow('Sorting', 'Delete Chat');
  await expect.poll(() => user.chat.prompts.count()).toBe(0);
  await toast('Deleted “Sorting”.').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => user.chat.answers.last().textContent()).toContain('quicksort');
  await expect.poll(() => user.chat.draft()).toBe('and backwards?');
});

it('Premove lists the draft of a chat without prompts, and opens it again', async () => {
  await user.clearComposer();
  await user.chat.newChat();
  await user.workbench.page.keyboard.type('an idea for later');
  await openChats();
  await choose('Sorting');
  await expect.poll(() => user.chat.answers.last().textContent()).toContain('quicksort');
  await openChats();
  await choose('Draft: an idea for later');
  await expect.poll(() => user.chat.draft()).toBe('an idea for later');
  await expect.poll(() => user.chat.prompts.count()).toBe(0);
  await user.clearComposer();
});

it('Premove has New Chat and Chats… in the view’s header', async () => {
  await pressInHeader('Chats…');
  await choose('Sorting');
  await expect.poll(() => user.chat.answers.last().textContent()).toContain('quicksort');
  await pressInHeader('New Chat');
  await expect.poll(() => user.chat.prompts.count()).toBe(0);
  await pressInHeader('Chats…');
  await choose('Sorting');
  await expect.poll(() => user.chat.answers.last().textContent()).toContain('quicksort');
});

it('Premove exports a chat from its row in the list', async () => {
  await openChats();
  await pressOnRow('name the planets', 'Export Chat');
  expect(await exportTo('planets.md', 'name the planets.md')).toContain('Mercury, Venus, Earth.');
});

it('Premove exports a chat up to an answer', async () => {
  await ask('and which is stable', 'Merge sort is.');
  const first = user.chat.answers.first();
  await first.hover();
  await first.getByRole('button', { name: 'More actions' }).click();
  await user.workbench.panel.getByRole('menuitem', { name: 'Export up to here…' }).click();
  const text = await exportTo('half.md', 'Sorting.md');
  expect(text).toContain('Use quicksort, or sort by hand.');
  expect(text).not.toContain('stable');
});

it.each([
  ['sorting.md', '## You'],
  ['sorting.json', '"format": "premove-chat"'],
])('Premove exports the chat to %s', async (name, expected) => {
  await user.workbench.runCommand('Premove: Export Chat…');
  const text = await exportTo(name, 'Sorting.md');
  expect(text).toContain(expected);
  expect(text).toContain('Use quicksort, or sort by hand.');
});

it('Premove shows the same chat after a reload', async () => {
  await user.workbench.reload();
  await user.openChat();
  await expect.poll(() => user.chat.answers.first().textContent()).toContain('quicksort');
  await expect.poll(() => header().textContent()).toMatch(/sorting/i);
});

// The desktop's VS Code, which Windows always uses, shows a folder in one window only; browsers can show several.
const canShareFolders = process.platform !== 'win32' && process.env.PREMOVE_UI !== 'desktop';

it.runIf(canShareFolders)('Premove opens a chat in one of two windows only, and a copy in the other', async () => {
  const page = await openSecondWindow();
  const other = await openPanelOf(page);
  await expect.poll(() => other.getByText('Your last chat is open in another window').count()).toBe(1);

  await openChats(page);
  await (await rowOf('Sorting', page)).click();
  const offer = toast('“Sorting” is open in another window.', page);
  await offer.getByRole('button', { name: 'Open a Copy' }).click();
  const answers = other.getByRole('article', { name: 'Premove' });
  await expect.poll(() => answers.first().textContent()).toContain('quicksort');

  user.server.on('only here', { text: 'Only in the copy.' });
  await other.getByRole('textbox', { name: 'Message Premove' }).click();
  await page.keyboard.type('only here');
  await page.keyboard.press('Enter');
  await expect.poll(() => answers.last().textContent()).toContain('Only in the copy.');
  expect(await user.chat.conversation.textContent()).not.toContain('Only in the copy.');
  await page.close();

  await user.workbench.page.bringToFront();
  await user.workbench.reload();
  await user.openChat();
  await expect.poll(() => user.chat.answers.first().textContent()).toContain('quicksort');
});

/** The labels of the deleted chats in the list. */
function deletedRows(): Promise<string> {
  return quickInput(user.workbench.page)
    .locator('.monaco-list-row:visible')
    .filter({ has: user.workbench.page.locator('.label-name .codicon-trash') })
    .allTextContents()
    .then((texts) => texts.join('\n'));
}

/** Waits for the dialog that offers the name `offered`, saves as `name`, and returns the text of the file. */
async function exportTo(name: string, offered: string): Promise<string> {
  const input = await quickBox(user.workbench.page, offered);
  const path = join(user.workbench.workspaceDir, name);
  await input.fill(path);
  await user.workbench.page.keyboard.press('Enter');
  const notification = toast(`The chat was exported to ${name}.`);
  await notification.waitFor();
  await notification.hover();
  await notification.getByRole('button', { name: /^Clear Notification/ }).click();
  return readFile(path, 'utf8');
}

async function pressInHeader(name: string): Promise<void> {
  await header().hover();
  await header().getByRole('button', { name }).click();
}

function header(): Locator {
  return user.workbench.page.locator('.sidebar .composite.title, .sidebar .pane-header').first();
}

async function openSecondWindow(): Promise<Page> {
  const page = await user.workbench.page.context().newPage();
  await page.goto(user.workbench.page.url());
  await windowReady(page);
  return page;
}

async function openPanelOf(page: Page): Promise<FrameLocator> {
  const webview = page.locator('iframe.webview[src*="extensionId=premove.premove"]');
  await showView(page, webview);
  return webview.contentFrame().frameLocator('#active-frame');
}
