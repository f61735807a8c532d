import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startModelServer, type Answer, type ModelServer } from '../support/modelServer.ts';
import { openChat, type ChatPanel } from '../support/vscode/chatPanel.ts';
import { startWorkbench, type Workbench } from '../support/vscode/workbench.ts';

let server: ModelServer;
let workbench: Workbench;
let chat: ChatPanel;

beforeAll(async () => {
  server = await startModelServer();
  workbench = await startWorkbench({
    settings: {
      'premove.model': 'local/test',
      'premove.providers': { local: { kind: 'openai-chat', baseUrl: server.openaiUrl } },
      'premove.enableFollowupSuggestions': false,
    },
  });
  chat = await openChat(workbench);
});
beforeEach(() => server.reset());
afterAll(async () => {
  await workbench.close();
  await server.close();
});

const call = (name: string, args: unknown): Answer => ({ tools: [{ name, arguments: args }] });
const list = (...statuses: readonly string[]): Answer =>
  call('todo_write', {
    todos: ['Find every use', 'Rename it', 'Run the tests'].map((content, index) => ({
      content,
      status: statuses[index],
    })),
  });

it('shows the model’s list of steps in a quiet line, keeps it over a reload, and lets it go when all is done', async () => {
  const plan = workbench.panel.getByRole('group', { name: 'Plan' });
  const line = plan.getByRole('button', { name: 'Rename it' });
  const steps = plan.getByRole('list', { name: 'Steps' });
  server.on('Rename alpha', list('completed', 'in_progress', 'pending'), { text: 'Half of it is done.' });
  server.on('Go on', list('completed', 'completed', 'completed'), { text: 'All of it is done.' });

  await chat.send('Rename alpha');
  await expect.poll(() => chat.answers.last().textContent()).toContain('Half of it is done.');
  expect(await line.textContent()).toContain('1 of 3 done');
  expect(await steps.count()).toBe(0);
  expect(await chat.composer.evaluate((element) => element.contains(document.activeElement))).toBe(true);

  await line.focus();
  await workbench.page.keyboard.press('Enter');
  await steps.waitFor();
  expect(await steps.getByRole('listitem').allTextContents()).toEqual([
    'Done: Find every use',
    'Now: Rename it',
    'To do: Run the tests',
  ]);

  await workbench.reload();
  chat = await openChat(workbench);
  await line.waitFor();

  await chat.send('Go on');
  await expect.poll(() => chat.answers.last().textContent()).toContain('All of it is done.');
  await plan.waitFor({ state: 'detached' });
});

it('hides the list until the model writes another', async () => {
  const plan = workbench.panel.getByRole('group', { name: 'Plan' });
  await chat.newChat();
  server.on('Rename beta', list('pending', 'pending', 'pending'), { text: 'Planned.' });
  server.on('Begin', list('in_progress', 'pending', 'pending'), { text: 'Begun.' });
  await chat.send('Rename beta');
  await expect.poll(() => chat.answers.last().textContent()).toContain('Planned.');
  await plan.getByRole('button', { name: 'Hide the plan' }).click();
  await plan.waitFor({ state: 'detached' });
  expect(await chat.composer.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await chat.send('Begin');
  await expect.poll(() => chat.answers.last().textContent()).toContain('Begun.');
  await plan.waitFor();
});

it('runs without errors and within its content security policy', () => {
  expect(workbench.consoleErrors()).toEqual([]);
  expect(workbench.cspViolations()).toEqual([]);
});
