import { afterAll, beforeAll, expect, it } from 'vitest';
import { openChat } from '../support/vscode/chatPanel.ts';
import { startWorkbench, type Workbench } from '../support/vscode/workbench.ts';

const STEPS = ['model', 'ask', 'next', 'prepare'] as const;
type Step = (typeof STEPS)[number];

let workbench: Workbench;

beforeAll(async () => {
  workbench = await startWorkbench({
    settings: { 'premove.model': undefined, 'premove.approvalMode': 'auto-edit' },
  });
});

afterAll(() => workbench.close());

const page = () => workbench.page.locator('.gettingStartedContainer');
const step = (id: Step) => page().locator(`[data-step-id="premove.premove#getStarted#${id}"]`);
const isDone = (id: Step) => step(id).getAttribute('aria-checked');

it('the walkthrough marks steps as done that the user did before the page was opened, in an earlier session too', async () => {
  const chat = await openChat(workbench);
  await workbench.runCommand('Premove: Take the Offline Tour');
  await workbench.panel.getByText('It edits a sample project, never your files.').waitFor();
  await chat.send('add a farewell function');
  await chat.ghost.filter({ hasText: 'rename greet to welcome' }).waitFor();
  await chat.speculationBar.filter({ hasText: 'Ready' }).waitFor();
  await chat.composer.focus();
  await workbench.page.keyboard.press('Tab');
  await expect.poll(() => chat.draft()).toBe('rename greet to welcome');
  await workbench.page.keyboard.press('Enter');
  await chat.ghost.filter({ hasText: 'add a test for farewell' }).waitFor();
  // VS Code in the browser stores a step 100 ms late. When the next edits are ready, the step has been stored.
  await chat.speculationBar.filter({ hasText: 'Ready' }).waitFor();
  await workbench.reload();
  await workbench.executeCommand('workbench.action.openWalkthrough', 'premove.premove#getStarted');
  for (const id of STEPS) await expect.poll(() => isDone(id)).toBe('true');
  await workbench.executeCommand('workbench.action.closeAllEditors');
});

it('the walkthrough opens with its four steps on a command', async () => {
  await workbench.runCommand('Premove: Get Started');
  for (const id of STEPS) await step(id).waitFor();
  await expect.poll(() => page().locator('[data-step-id^="premove.premove#getStarted#"]').count()).toBe(STEPS.length);
});

it.each(STEPS)('the walkthrough shows the picture of the step "%s"', async (id) => {
  await step(id).click();
  const picture = page().locator('img:visible');
  const isLoaded = () => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);
  await expect.poll(isLoaded).toBe(true);
  await expect.poll(() => picture.getAttribute('alt')).toMatch(/\w+ \w+/);
});

it('the walkthrough starts the tour from the link of the first step, with the caret in the composer', async () => {
  await step('model').click();
  await page().getByRole('button', { name: 'Take the Offline Tour' }).click();
  const chat = await openChat(workbench);
  await expect.poll(() => workbench.panel.getByRole('button', { name: /tour/i }).count()).toBeGreaterThan(0);
  await expect.poll(() => chat.composer.evaluate((element) => element.contains(document.activeElement))).toBe(true);
});
