import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startModelServer, type Answer, type ModelServer } from '../support/modelServer.ts';
import { openChat, type ChatPanel } from '../support/vscode/chatPanel.ts';
import { startWorkbench, type Workbench } from '../support/vscode/workbench.ts';

const GREETING = 'export const greeting = "hello";\n';
const SUGGESTION = /^\[SUGGESTION MODE/;

let server: ModelServer;
let workbench: Workbench;
let chat: ChatPanel;

beforeAll(async () => {
  server = await startModelServer();
  workbench = await startWorkbench({
    files: { 'greeting.ts': GREETING, 'CHANGELOG.md': '# Changelog\n' },
    settings: {
      'premove.model': 'local/test',
      'premove.providers': { local: { kind: 'openai-chat', baseUrl: server.openaiUrl } },
      'premove.enableSpeculation': true,
    },
  });
  chat = await openChat(workbench);
});
beforeEach(() => server.reset());
afterAll(async () => {
  await workbench.close();
  await server.close();
});

const onDisk = (path: string): Promise<string> => readFile(join(workbench.workspaceDir, path), 'utf8');
const edit = (from: string, to: string): Answer => ({
  tools: [{ name: 'edit', arguments: { file_path: 'greeting.ts', old_string: from, new_string: to } }],
});
const card = () => workbench.panel.getByRole('group', { name: 'Approve edit' });

it('asks before an edit, shows it, takes no focus, and tells the model of a denial', async () => {
  server.on('Make it loud', edit('hello', 'HELLO'), { text: 'As you wish, it stays quiet.' });
  server.otherwise(SUGGESTION, { text: '' });
  await chat.send('Make it loud');
  await card().waitFor();
  expect(await card().textContent()).toContain('HELLO');
  expect(await chat.composer.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  expect(await onDisk('greeting.ts')).toBe(GREETING);
  await card().getByRole('button', { name: 'Deny' }).click();
  await expect.poll(() => chat.answers.last().textContent()).toContain('As you wish');
  expect(await onDisk('greeting.ts')).toBe(GREETING);
  expect(server.requests('Make it loud').at(-1)?.text).toContain('denied');
});

it('edits once it is allowed, and does not ask again where the whole chat was', async () => {
  server.on('Make it welcome', edit('hello', 'welcome'), { text: 'Welcome it is.' });
  server.on('And louder', edit('welcome', 'WELCOME'), { text: 'Loud now.' });
  server.otherwise(SUGGESTION, { text: '' });
  await chat.send('Make it welcome');
  await card().getByRole('button', { name: 'Allow for this chat' }).click();
  await expect.poll(() => chat.answers.last().textContent()).toContain('Welcome it is.');
  expect(await onDisk('greeting.ts')).toContain('welcome');
  await chat.send('And louder');
  await expect.poll(() => chat.answers.last().textContent()).toContain('Loud now.');
  expect(await onDisk('greeting.ts')).toContain('WELCOME');
});

it('shows prepared edits before it applies them, and what was changed in the diff is what is written', async () => {
  server.on(
    'Look at it',
    { tools: [{ name: 'read_file', arguments: { file_path: 'CHANGELOG.md' } }] },
    { text: 'Short.' },
  );
  server.on(SUGGESTION, { text: 'write an entry' });
  server.on(
    'write an entry',
    { tools: [{ name: 'read_file', arguments: { file_path: 'CHANGELOG.md' } }] },
    {
      tools: [{ name: 'write_file', arguments: { file_path: 'CHANGELOG.md', content: '# Changelog\n\n- Louder.\n' } }],
    },
    { text: 'There is an entry now.' },
  );
  server.otherwise(SUGGESTION, { text: '' });
  await chat.send('Look at it');
  await expect.poll(() => chat.chip.textContent()).toContain('Ready');
  await chat.composer.focus();
  await workbench.page.keyboard.press('Tab');
  await expect.poll(() => chat.draft()).toBe('write an entry');
  await workbench.page.keyboard.press('Enter');
  await expect.poll(() => chat.chip.textContent()).toContain('Review');
  expect(await onDisk('CHANGELOG.md')).toBe('# Changelog\n');

  const modified = workbench.page.locator('.multiDiffEditor .editor.modified');
  await modified.getByText('- Louder.').click();
  await workbench.page.keyboard.press('End');
  await workbench.page.keyboard.type(' By hand.');
  await expect.poll(() => modified.textContent()).toContain('By');
  await chat.chip.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(() => onDisk('CHANGELOG.md')).toBe('# Changelog\n\n- Louder. By hand.\n');
  await expect.poll(() => chat.answers.last().textContent()).toContain('There is an entry now.');
  expect(await chat.draft()).toBe('');
  await expect.poll(() => workbench.page.locator('.multiDiffEditor').count()).toBe(0);
});
