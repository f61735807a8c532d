import { afterAll, beforeAll, it } from 'vitest';
import { startWorkbench, type Workbench } from '../support/vscode/workbench.ts';

let workbench: Workbench;

beforeAll(async () => {
  workbench = await startWorkbench({ files: { 'greeting.ts': 'export const greeting = "hello";\n' } });
});

afterAll(() => workbench.close());

it('shows the composer and the conversation in the sidebar', async () => {
  const panel = await workbench.openPanel();
  await panel.getByRole('textbox', { name: 'Message Premove' }).waitFor();
  await panel.getByRole('log', { name: 'Conversation' }).waitFor();
});

it('shows the composer again after the window is reloaded', async () => {
  await workbench.reload();
  const panel = await workbench.openPanel();
  await panel.getByRole('textbox', { name: 'Message Premove' }).waitFor();
});
