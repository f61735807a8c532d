import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startModelServer, type ModelServer } from '../support/modelServer.ts';
import { openChat, type ChatPanel } from '../support/vscode/chatPanel.ts';
import { startWorkbench, type Workbench } from '../support/vscode/workbench.ts';

let server: ModelServer;
let workbench: Workbench;
let chat: ChatPanel;

beforeAll(async () => {
  server = await startModelServer();
  workbench = await startWorkbench({
    files: { 'a.ts': 'export {};\n' },
    settings: {
      'premove.model': undefined,
      // An address that is not plainly this machine's, so that a key is asked for.
      'premove.providers': { anthropic: { baseUrl: server.url.replace('127.0.0.1', '0.0.0.0') } },
    },
  });
  chat = await openChat(workbench);
});
beforeEach(() => server.reset());
afterAll(async () => {
  await workbench.close();
  await server.close();
});

const listOfModels = {
  data: [{ type: 'model', id: 'claude-test-1', display_name: 'Test', created_at: '2026-01-01T00:00:00Z' }],
  has_more: false,
  first_id: null,
  last_id: null,
};

it('asks for the key that a model needs, and lists what the provider really offers', async () => {
  const json = { headers: { 'content-type': 'application/json' }, chunks: [JSON.stringify(listOfModels)] };
  server.otherwise((request) => request.path.startsWith('/v1/models'), { raw: json });
  await workbench.runCommand('Premove: Select Model');
  await pick('Anthropic');
  await type('sk-ant-typed');
  await pick('claude-test-1');
  await expect.poll(() => workbench.panel.getByRole('button', { name: /test-1/ }).count()).toBe(1);

  server.on('hello', { text: 'Hello yourself.' });
  await chat.send('hello');
  await expect.poll(() => chat.answers.last().textContent()).toContain('Hello yourself.');
  const request = server.requests('hello')[0];
  expect(request?.headers['x-api-key']).toBe('sk-ant-typed');
  expect(request?.json?.model).toBe('claude-test-1');
});

it('leads from a refused key to the dialog that mends it, and asks again', async () => {
  server.on('who are you', { error: { status: 401, message: 'invalid x-api-key', type: 'authentication_error' } });
  await chat.send('who are you');
  await expect.poll(() => chat.answers.last().textContent()).toContain('refused the API key');
  await chat.answers.last().getByRole('button', { name: 'Set key…' }).click();
  await pick('Anthropic');
  await type('sk-ant-better');
  await workbench.page.locator('.notification-toast').getByText('The key for Anthropic is kept.').waitFor();
  server.on('who are you', { text: 'Somebody better.' });
  await chat.answers.last().getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => chat.answers.last().textContent()).toContain('Somebody better.');
  expect(server.requests('who are you').at(-1)?.headers['x-api-key']).toBe('sk-ant-better');
});

it('keeps the text and says what to do where no model is set', async () => {
  await workbench.changeSettings({ 'premove.model': '' });
  await expect.poll(() => workbench.panel.getByRole('button', { name: /Select a model/ }).count()).toBeGreaterThan(0);
  await chat.send('anybody there');
  await expect.poll(() => workbench.panel.locator('body').textContent()).toMatch(/model/i);
  expect(await chat.draft()).toBe('anybody there');
});

it('never writes a key into a log', () => {
  expect(workbench.log()).not.toContain('sk-ant-');
});

it('runs without errors and within its content security policy', () => {
  expect(workbench.consoleErrors()).toEqual([]);
  expect(workbench.cspViolations()).toEqual([]);
});

async function pick(label: string): Promise<void> {
  const row = workbench.page.locator('.quick-input-widget .monaco-list-row').filter({ hasText: label }).first();
  await row.click();
}

async function type(text: string): Promise<void> {
  const input = workbench.page.locator('.quick-input-widget input[type="password"]:visible');
  await input.fill(text);
  await input.press('Enter');
}
