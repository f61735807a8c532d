import { afterAll, beforeAll, expect, it } from 'vitest';
import { openChat } from '../support/vscode/chatPanel.ts';
import { startWorkbench, type Workbench } from '../support/vscode/workbench.ts';

const STEPS = ['model', 'ask', 'next', 'prepare'] as const;
type Step = (typeof STEPS)[number];

let workbench: Workbench;

beforeAll(async () => {
  workbench = await startWorkbench({ copy: 'sample', settings: { 'premove.model': undefined } });
});

afterAll(() => workbench.close());

const page = () => workbench.page.locator('.gettingStartedContainer');
const step = (id: Step) => page().locator(`[data-step-id="premove.premove#getStarted#${id}"]`);
const isDone = (id: Step) => step(id).getAttribute('aria-checked');

it('opens with its four steps by a command', async () => {
  await workbench.runCommand('Premove: Get Started');
  for (const id of STEPS) await step(id).waitFor();
  expect(await page().locator('[data-step-id^="premove.premove#getStarted#"]').count()).toBe(STEPS.length);
});

it.each(STEPS)('shows the picture of "%s"', async (id) => {
  await step(id).click();
  const picture = page().locator('img:visible');
  const isLoaded = () => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);
  await expect.poll(isLoaded).toBe(true);
  expect(await picture.getAttribute('alt')).toMatch(/\w+ \w+/);
});

it('takes the tour by the link of the first step, ticks it off, and puts the caret into the chat', async () => {
  await step('model').click();
  await page().getByRole('button', { name: 'Take the Offline Tour' }).click();
  const chat = await openChat(workbench);
  await expect.poll(() => workbench.panel.getByRole('button', { name: /tour/i }).count()).toBeGreaterThan(0);
  await expect.poll(() => chat.composer.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await expect.poll(() => isDone('model')).toBe('true');
  expect(await isDone('ask')).toBe('false');
});

it('ticks asking off once something was asked', async () => {
  const chat = await openChat(workbench);
  await chat.send('add a farewell function');
  await expect.poll(() => isDone('ask')).toBe('true');
});
