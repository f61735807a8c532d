import { afterAll, beforeAll, expect, it } from 'vitest';
import { openChat } from '../support/vscode/chatPanel.ts';
import { startWorkbench, type Workbench } from '../support/vscode/workbench.ts';

let workbench: Workbench;
beforeAll(async () => {
  workbench = await startWorkbench();
});
afterAll(() => workbench.close());

it('offers to open a folder in a window without one', async () => {
  await openChat(workbench);
  const step = () => workbench.panel.getByRole('button', { name: 'Open a folder…' });
  expect(await step().count()).toBe(0);
  // The window goes, and with it who would tell that the command has ended.
  await workbench.executeCommand('workbench.action.closeFolder').catch(() => {});
  await workbench.page.waitForURL(/[?&]ew=true/);
  await openChat(workbench);
  await step().click();
  await workbench.page.locator('.quick-input-widget').getByText('Open Folder').first().waitFor();
});
