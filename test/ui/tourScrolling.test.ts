import { afterAll, beforeAll, expect, it } from 'vitest';
import { openChat } from '../support/vscode/chatPanel.ts';
import { startWorkbench, type Workbench } from '../support/vscode/workbench.ts';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await startWorkbench({
    settings: { 'premove.model': undefined, 'premove.approvalMode': 'auto-edit' },
  });
});

afterAll(() => workbench.close());

it('the view stays at the end when a suggestion with prepared edits is applied at once', async () => {
  const { page, panel } = workbench;
  const chat = await openChat(workbench);
  const expectReady = async (next: string) => {
    await chat.ghost.filter({ hasText: next }).waitFor();
    await chat.speculationBar.filter({ hasText: 'Ready' }).waitFor();
  };
  await workbench.runCommand('Premove: Take the Offline Tour');
  await panel.getByText('It edits a sample project, never your files.').waitFor();
  await chat.send('add a farewell function');
  await expectReady('rename greet to welcome');
  await chat.composer.focus();
  await page.keyboard.press('Tab');
  await expect.poll(() => chat.draft()).toBe('rename greet to welcome');
  await page.keyboard.press('Enter');
  await expectReady('add a test for farewell');
  const below = () =>
    chat.conversation.evaluate(({ scrollTop, scrollHeight, clientHeight }) => scrollHeight - scrollTop - clientHeight);
  await expect.poll(below).toBeLessThanOrEqual(1);
  await expect.poll(() => chat.button('Jump to latest').count()).toBe(0);
});
