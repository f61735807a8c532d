import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openChat, type ChatPanel } from '../support/vscode/chatPanel.ts';
import { startWorkbench, type Workbench } from '../support/vscode/workbench.ts';

let workbench: Workbench;
let chat: ChatPanel;

beforeAll(async () => {
  workbench = await startWorkbench({
    copy: 'sample',
    settings: { 'premove.model': undefined, 'premove.approvalMode': 'auto-edit', 'premove.enableSpeculation': true },
  });
  chat = await openChat(workbench);
});

afterAll(() => workbench.close());

const onDisk = (path: string): Promise<string> => readFile(join(workbench.workspaceDir, path), 'utf8');

it('starts without a key: first open offers the tour', async () => {
  const offer = workbench.panel.getByRole('button', { name: /^Try the offline tour/ });
  await offer.click();
  await expect.poll(() => offer.count()).toBe(0);
});

it('edits the sample project, then has the next step ready, and the next, and the next', async () => {
  await chat.send('add a farewell function');
  await expect.poll(() => onDisk('src/greet.ts')).toContain('export function farewell(');

  await expect.poll(() => chat.ghost.textContent()).toContain('rename greet to welcome');
  await expect.poll(() => chat.chip.textContent()).toContain('Ready');
  expect(await onDisk('src/greet.ts')).toContain('export function greet(');
  await acceptSuggestion('rename greet to welcome');
  await expect.poll(() => onDisk('src/greet.ts')).toContain('export function welcome(');
  await expect.poll(() => onDisk('src/index.ts')).toContain('welcome(name)');

  await expect.poll(() => chat.ghost.textContent()).toContain('add a test for farewell');
  await expect.poll(() => chat.chip.textContent()).toContain('Ready');
  await acceptSuggestion('add a test for farewell');
  await expect.poll(() => onDisk('test/greet.test.ts')).toContain('says goodbye by name');

  await expect.poll(() => chat.ghost.textContent()).toContain('changelog');
  expect(await chat.prompts.last().textContent()).toContain('add a test for farewell');
});

/** Tab fills, Enter submits. */
async function acceptSuggestion(text: string): Promise<void> {
  await chat.composer.focus();
  await workbench.page.keyboard.press('Tab');
  await expect.poll(() => chat.draft()).toBe(text);
  await workbench.page.keyboard.press('Enter');
}
