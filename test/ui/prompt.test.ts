import { afterAll, beforeAll, expect, it } from 'vitest';
import { startModelServer, type ModelServer } from '../support/modelServer.ts';
import { openChat, type ChatPanel } from '../support/vscode/chatPanel.ts';
import { startWorkbench, type Workbench } from '../support/vscode/workbench.ts';

let server: ModelServer;
let workbench: Workbench;
let chat: ChatPanel;

beforeAll(async () => {
  server = await startModelServer();
  workbench = await startWorkbench({
    files: { 'notes.md': 'Milk.\n', 'AGENTS.md': 'Answer in verse.\n' },
    settings: {
      'premove.model': 'local/test',
      'premove.providers': { local: { kind: 'openai-chat', baseUrl: server.openaiUrl } },
      'premove.maxSessionTurns': 1,
      'premove.enableFollowupSuggestions': false,
    },
  });
  chat = await openChat(workbench);
});
afterAll(async () => {
  await workbench.close();
  await server.close();
});

it('pauses at the limit of turns, and goes on as the same prompt on Continue', async () => {
  server.on(
    'What is in the notes',
    { tools: [{ name: 'read_file', arguments: { file_path: 'notes.md' } }] },
    { text: 'Milk it is.' },
  );
  await chat.send('What is in the notes');
  const goOn = chat.answers.last().getByRole('button', { name: 'Continue' });
  await goOn.waitFor();
  expect(server.requests('What is in the notes')).toHaveLength(1);
  await goOn.click();
  await expect.poll(() => chat.answers.last().textContent()).toContain('Milk it is.');
  expect(await goOn.count()).toBe(0);
  expect(await chat.answers.count()).toBe(1);
  expect(await chat.prompts.count()).toBe(1);
});

it('follows the project’s AGENTS.md, and shows that it does', async () => {
  server.on('Say something', { text: 'Roses are red.' });
  await workbench.panel.getByRole('img', { name: 'Instructions in use: AGENTS.md' }).waitFor();
  await chat.send('Say something');
  await expect.poll(() => chat.answers.last().textContent()).toContain('Roses are red.');
  expect(server.requests('Say something').at(-1)?.text).toContain('Answer in verse.');
});
