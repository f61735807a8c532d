import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startModelServer, type ModelServer } from '../support/modelServer.ts';
import { openChat, type ChatPanel } from '../support/vscode/chatPanel.ts';
import { startWorkbench, type Workbench } from '../support/vscode/workbench.ts';

let server: ModelServer;
let workbench: Workbench;
let chat: ChatPanel;

beforeAll(async () => {
  server = await startModelServer();
  listAll();
  workbench = await startWorkbench({
    files: { 'a.ts': 'export {};\n' },
    settings: {
      'premove.model': undefined,
      'premove.providers': {
        // Not a loopback address, because Premove does not ask for a key at a loopback address.
        anthropic: { baseUrl: server.url.replace('127.0.0.1', '0.0.0.0') },
        // Replaces Mistral's real address, which must never get the key from the environment.
        mistral: { baseUrl: `${server.url}/mistral` },
        work: { kind: 'openai-chat', baseUrl: `${server.url}/work` },
        ollama: { baseUrl: `${server.url}/ollama/v1` },
      },
    },
    env: { MISTRAL_API_KEY: 'sk-of-the-environment' },
  });
  chat = await openChat(workbench);
});
beforeEach(() => {
  server.reset();
  listAll();
});
afterAll(async () => {
  await workbench.close();
  await server.close();
});

it('Premove offers a local server with one model, and uses that model without a list', async () => {
  await workbench.panel.getByRole('button', { name: 'Use Ollama on this machine 1 model' }).click();
  await expect.poll(() => workbench.panel.getByRole('button', { name: /qwen-test/ }).count()).toBe(1);
  await workbench.changeSettings({ 'premove.model': null });
  await workbench.panel.getByRole('button', { name: 'Use Ollama on this machine 1 model' }).waitFor();
});

it('Premove focuses the key box after a provider is picked, and the composer after Escape', async () => {
  await workbench.panel.getByRole('button', { name: /^Add an API key…/ }).click();
  await pick('Anthropic');
  await typeIntoKeyBox('sk-ant-given-up', 'Escape');
  await chat.composer.and(workbench.panel.locator(':focus')).waitFor();
  await workbench.page.keyboard.type('now in the input');
  await expect.poll(() => chat.draft()).toBe('now in the input');
  await workbench.page.keyboard.press('ControlOrMeta+A');
  await workbench.page.keyboard.press('Delete');
});

it('Premove asks for the key that a provider needs, then lists the models that the provider offers', async () => {
  await workbench.panel
    .getByRole('button', { name: /^Select a model…/ })
    .first()
    .click();
  await pick('Anthropic');
  await typeIntoKeyBox('sk-ant-typed');
  await pick('claude-sonnet-test');
  await expect.poll(() => chat.button('Model: claude-sonnet-test').count()).toBe(1);
  await chat.composer.and(workbench.panel.locator(':focus')).waitFor();

  server.on('hello', { text: 'Hello yourself.' });
  await chat.send('hello');
  await expect.poll(() => chat.answers.last().textContent()).toContain('Hello yourself.');
  const request = server.requests('hello')[0];
  expect(request?.headers['x-api-key']).toBe('sk-ant-typed');
  expect(request?.json?.model).toBe('claude-sonnet-test');
});

it('Premove offers to set a key when the server refuses the key, and retries when the key is set', async () => {
  server.on('who are you', { error: { status: 401, message: 'invalid x-api-key', type: 'authentication_error' } });
  await chat.send('who are you');
  await expect.poll(() => chat.answers.last().textContent()).toContain('refused the API key');
  await chat.answers.last().getByRole('button', { name: 'Set key…' }).click();
  server.on('who are you', { text: 'Somebody better.' });
  await type('sk-ant-better');
  await expect.poll(() => chat.answers.last().textContent()).toContain('Somebody better.');
  expect(server.requests('who are you').at(-1)?.headers['x-api-key']).toBe('sk-ant-better');
  await expect.poll(() => chat.conversation.getByText('refused the API key').count()).toBe(0);
});

it('Premove finds a model in the lists of all providers, and marks the current model', async () => {
  await openModels();
  await expect.poll(() => rows()).toContainEqual(expect.stringMatching(/claude-sonnet-test.*current/));
  await search('sonnet');
  // The best match is first, and the item for typing a name is last.
  await expect
    .poll(rows)
    .toEqual([
      'sonnet-of-work, work',
      expect.stringMatching(/^claude-sonnet-test, current · Sonnet Test · Anthropic · 200k context/),
      'Type a model’s name…',
    ]);
  await pick('sonnet-of-work');
  await expect.poll(() => workbench.panel.getByRole('button', { name: /sonnet-of-work/ }).count()).toBe(1);
});

it('Premove offers the models of a server on this machine', async () => {
  await openModels();
  await search('qwen-test');
  await pick('qwen-test:8b');
  await expect.poll(() => workbench.panel.getByRole('button', { name: /qwen-test/ }).count()).toBe(1);
});

it('Premove accepts the typed full name of a model', async () => {
  await openModels();
  await search('anthropic/claude-by-hand');
  await pick('Use anthropic/claude-by-hand');
  await expect.poll(() => workbench.panel.getByRole('button', { name: /by-hand/ }).count()).toBe(1);
});

it('Premove lists providers that refuse their key or cannot be reached, and lets the user replace a key', async () => {
  server.reset();
  const refusal = JSON.stringify({ error: { type: 'authentication_error', message: 'invalid x-api-key' } });
  server.on(isGet('/v1/models'), { raw: { status: 401, headers: json, chunks: [refusal] } });
  list('/v1/models', { data: [anthropicModel('claude-mended', 'Mended')], has_more: false });
  const closed = JSON.stringify({ error: { message: 'Closed for today' } });
  server.otherwise(isGet('/work/models'), { raw: { status: 503, headers: json, chunks: [closed] } });
  await openModels();
  await waitForAllRows();
  await expect
    .poll(() => areInOrder('claude-by-hand', 'Offline tour', 'refused the API key', 'Couldn’t load the models'))
    .toBe(true);
  await expect.poll(focused).toContain('claude-by-hand');
  await search('work');
  await expect.poll(rows).toContainEqual(expect.stringMatching(/Couldn’t load the models.*Closed for today/s));
  await search('');
  await pick('Anthropic refused the API key');
  await type('sk-ant-mended');
  await pick('claude-mended');
  expect(server.requests(isGet('/v1/models')).at(-1)?.headers['x-api-key']).toBe('sk-ant-mended');
});

it('Premove removes a saved key, and names the environment variable that is used instead', async () => {
  await workbench.runCommand('Premove: Set API Key');
  await pick('Mistral');
  await type('sk-mistral-typed');
  await clearNotification('Mistral API key saved.');

  await workbench.runCommand('Premove: Remove API Key');
  await expect.poll(rows).toEqual([expect.stringContaining('Anthropic'), expect.stringContaining('Mistral')]);
  await pick('Mistral');
  await clearNotification(
    /Mistral API key removed\. Premove now uses the key in the environment variable MISTRAL_API_KEY\./,
  );
  await workbench.runCommand('Premove: Remove API Key');
  await pick('Anthropic');
  await clearNotification('Anthropic API key removed.');

  await openModels();
  await search('anthropic');
  await expect.poll(rows).toContainEqual(expect.stringMatching(/Anthropic.*enter a key/));
  await workbench.page.keyboard.press('Escape');
  await workbench.runCommand('Premove: Remove API Key');
  await clearNotification(/No saved API keys/);
});

it('Premove keeps the draft and says what to do if no model is set', async () => {
  await workbench.changeSettings({ 'premove.model': '' });
  await expect.poll(() => workbench.panel.getByRole('button', { name: /Select a model/ }).count()).toBeGreaterThan(0);
  await chat.composer.click();
  await workbench.page.keyboard.type('anybody there');
  await expect.poll(() => chat.draft()).toBe('anybody there');
  await workbench.page.keyboard.press('Enter');
  await expect.poll(() => workbench.panel.locator('body').textContent()).toMatch(/model/i);
  await expect.poll(() => chat.draft()).toBe('anybody there');
});

it('Premove never writes a key into a log', () => {
  expect(workbench.log()).not.toMatch(/sk-(ant|mistral|of)-/);
});

const json = { 'content-type': 'application/json' };

function listAll(): void {
  list('/v1/models', { data: [anthropicModel('claude-sonnet-test', 'Sonnet Test')], has_more: false });
  list('/work/models', { object: 'list', data: [{ id: 'sonnet-of-work' }, { id: 'opus-of-work' }] });
  list('/mistral/models', { object: 'list', data: [{ id: 'mistral-test' }] });
  list('/ollama/api/version', { version: '0.12.6' });
  list('/ollama/api/tags', { models: [{ name: 'qwen-test:8b' }] });
}

function anthropicModel(id: string, name: string) {
  return { type: 'model', id, display_name: name, created_at: '2026-01-01T00:00:00Z' };
}

function isGet(path: string): (request: { readonly path: string; readonly method: string }) => boolean {
  return (request) => request.method === 'GET' && request.path.split('?')[0] === path;
}

function list(path: string, body: unknown): void {
  server.otherwise(isGet(path), { raw: { headers: json, chunks: [JSON.stringify(body)] } });
}

/** The accessible names of the rows. Their text may be old, because VS Code reuses rows and keeps hidden text. */
function rows(): Promise<string[]> {
  return workbench.page
    .locator('.quick-input-widget .monaco-list-row:visible')
    .evaluateAll((elements) => elements.map((element) => element.getAttribute('aria-label') ?? ''));
}

/** Whether there are rows with these texts, in this order. */
async function areInOrder(...texts: string[]): Promise<boolean> {
  const labels = await rows();
  const places = texts.map((text) => labels.findIndex((label) => label.includes(text)));
  return places.every((place, index) => place > (places[index - 1] ?? -1));
}

/** The row that Enter would choose. */
function focused(): Promise<string> {
  const row = workbench.page.locator('.quick-input-widget .monaco-list-row.focused');
  return row.getAttribute('aria-label').then((label) => label ?? '');
}

/** Waits for all rows, because a late row would move the others under the mouse. */
async function waitForAllRows(): Promise<void> {
  const looking = workbench.page.locator('.quick-input-widget .monaco-list-row[aria-label*="Still looking"]');
  await looking.waitFor({ state: 'hidden' });
}

/** Opens the list of models. Resolves when the list, and no longer the palette, has the focus. */
async function openModels(): Promise<void> {
  await workbench.runCommand('Premove: Select Model');
  await workbench.page
    .getByPlaceholder('Search models, or type provider/model')
    .and(workbench.page.locator(':focus'))
    .waitFor();
}

async function search(text: string): Promise<void> {
  await workbench.page.getByPlaceholder('Search models, or type provider/model').fill(text);
}

async function pick(label: string): Promise<void> {
  const row = workbench.page.locator(`.quick-input-widget .monaco-list-row[aria-label*="${label}"]`).first();
  await row.waitFor();
  await waitForAllRows();
  await row.click();
}

async function type(text: string): Promise<void> {
  const input = workbench.page.locator('.quick-input-widget input[type="password"]:visible');
  await input.fill(text);
  await input.press('Enter');
}

/** Types into the focused element after the key box has opened, as a user does, then presses `last`. */
async function typeIntoKeyBox(key: string, last = 'Enter'): Promise<void> {
  const input = workbench.page.locator('.quick-input-widget input[type="password"]:visible');
  await input.waitFor();
  await workbench.page.keyboard.type(key, { delay: 50 });
  expect([await input.inputValue(), await chat.draft()]).toEqual([key, '']);
  await workbench.page.keyboard.press(last);
}

/** Waits for a notification and clears it. */
async function clearNotification(text: string | RegExp): Promise<void> {
  const toast = workbench.page.locator('.notification-toast').filter({ hasText: text }).first();
  await toast.waitFor();
  await toast.hover();
  await toast.getByRole('button', { name: /^Clear Notification/ }).click();
}
