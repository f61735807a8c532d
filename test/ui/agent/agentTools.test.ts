import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { root } from '../../../scripts/tools/paths.ts';
import { quickInput, quickRow } from '../../support/vscode/windowActions.ts';
import { call, useAgent } from './agentUser.ts';
import { commandsOf } from './commandUser.ts';

let site: Site;

const user = useAgent(async () => {
  site = await startSite();
  const mcp = join(root, 'test', 'host', 'workspace', '.vscode');
  return {
    files: {
      '.vscode/mcp.json': await readFile(join(mcp, 'mcp.json'), 'utf8'),
      '.vscode/mcpServer.mjs': await readFile(join(mcp, 'mcpServer.mjs'), 'utf8'),
    },
    settings: { 'premove.privateHosts': [`127.0.0.1:${site.port}`] },
  };
});
afterAll(() => site.close());

interface Site {
  readonly url: string;
  readonly port: string;
  readonly requests: () => readonly string[];
  readonly close: () => void;
}

/** A web server on this machine, with one page. */
async function startSite(): Promise<Site> {
  const requests: string[] = [];
  const http = createServer(({ url = '' }, response) => {
    requests.push(url);
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1><script>1</script>from the page');
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const port = String((http.address() as AddressInfo).port);
  return { url: `http://127.0.0.1:${port}`, port, requests: () => requests, close: () => void http.close() };
}

const list = (...statuses: readonly string[]) =>
  call('todo_write', {
    todos: ['Find every use', 'Rename it', 'Run the tests'].map((content, index) => ({
      content,
      status: statuses[index],
    })),
  });

it('Premove shows the model’s steps in one line, keeps them over a reload, and removes them when all are done', async () => {
  const strip = user.workbench.panel.getByRole('group', { name: 'Steps' });
  const line = strip.getByRole('button', { name: 'Rename it' });
  const steps = strip.getByRole('list', { name: 'Steps' });
  user.server.on('Rename alpha', list('completed', 'in_progress', 'pending'), { text: 'Half of it is done.' });
  user.server.on('Go on', list('completed', 'completed', 'completed'), { text: 'All of it is done.' });

  await user.chat.send('Rename alpha');
  await expect.poll(() => user.chat.answers.last().textContent()).toContain('Half of it is done.');
  await expect.poll(() => line.textContent()).toContain('1 of 3 done');
  await expect.poll(() => steps.count()).toBe(0);
  expect(await user.chat.composer.evaluate((element) => element.contains(document.activeElement))).toBe(true);

  await line.focus();
  await user.workbench.page.keyboard.press('Enter');
  await steps.waitFor();
  expect(await steps.getByRole('listitem').allTextContents()).toEqual([
    'Done: Find every use',
    'Now: Rename it',
    'To do: Run the tests',
  ]);

  await user.workbench.reload();
  await user.openChat();
  await line.waitFor();

  await user.chat.send('Go on');
  await expect.poll(() => user.chat.answers.last().textContent()).toContain('All of it is done.');
  await strip.waitFor({ state: 'detached' });
});

it('Premove hides the steps until the model writes another list', async () => {
  const strip = user.workbench.panel.getByRole('group', { name: 'Steps' });
  await user.chat.newChat();
  user.server.on('Rename beta', list('pending', 'pending', 'pending'), { text: 'Planned.' });
  user.server.on('Begin', list('in_progress', 'pending', 'pending'), { text: 'Begun.' });
  await user.chat.send('Rename beta');
  await expect.poll(() => user.chat.answers.last().textContent()).toContain('Planned.');
  await strip.getByRole('button', { name: 'Hide the steps' }).click();
  await strip.waitFor({ state: 'detached' });
  expect(await user.chat.composer.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await user.chat.send('Begin');
  await expect.poll(() => user.chat.answers.last().textContent()).toContain('Begun.');
  await strip.waitFor();
});

const WHICH = { question: 'Which parser shall I extend?', options: ['The old one', 'The new one'] };
const card = () => user.workbench.panel.getByRole('group', { name: WHICH.question });
const own = () => card().getByRole('textbox', { name: 'Your own answer' });
const option = (name: string) => card().getByRole('button', { name });
const hasFocus = () => user.chat.composer.evaluate((element) => element.contains(document.activeElement));
const toolResult = (prompt: string) => user.server.requests(prompt).at(-1)?.text;

it('Premove shows the model’s question in a card that does not take the focus, and sends the chosen option', async () => {
  await user.chat.newChat();
  user.server.on('Extend it', call('ask_user', WHICH), { text: 'The new one it is.' });
  await user.chat.send('Extend it');
  await card().waitFor();
  await expect.poll(() => hasFocus()).toBe(true);
  await expect
    .poll(() => user.workbench.panel.locator('.cm-placeholder').textContent())
    .toBe('Answer the question above, or queue a message');
  await option('The new one').click();
  await expect.poll(() => user.chat.answers.last().textContent()).toContain('The new one it is.');
  expect(toolResult('Extend it')).toContain('The user answered: The new one');
  await expect.poll(() => hasFocus()).toBe(true);
  await expect.poll(() => card().count()).toBe(0);
});

it('Premove ignores keys and clicks on a question until its card has been visible for half a second', async () => {
  await user.chat.newChat();
  user.server.on('Extend it again', call('ask_user', WHICH), { text: 'Thanks.' });
  // Pressed when the card appears, before the user can have read it.
  const early = user.workbench.panel.locator('body').evaluate(
    (body) =>
      new Promise<boolean>((resolve) => {
        new MutationObserver((_changes, observer) => {
          const button = body.querySelector<HTMLButtonElement>('.question-option');
          if (!button) return;
          observer.disconnect();
          button.click();
          button.dispatchEvent(new KeyboardEvent('keydown', { key: '1', bubbles: true }));
          resolve(button.disabled);
        }).observe(body, { childList: true, subtree: true });
      }),
  );
  await user.chat.send('Extend it again');
  expect(await early).toBe(true);
  await expect.poll(() => option('The old one').isEnabled()).toBe(true);
  expect(user.server.requests('Extend it again')).toHaveLength(1);
  await option('The old one').focus();
  await user.workbench.page.keyboard.press('2');
  await expect.poll(() => user.chat.answers.last().textContent()).toContain('Thanks.');
  expect(toolResult('Extend it again')).toContain('The user answered: The new one');
});

it('Premove keeps the question and the typed answer while the view is hidden', async () => {
  await user.chat.newChat();
  user.server.on('Extend either', call('ask_user', WHICH), { text: 'Both, then.' });
  await user.chat.send('Extend either');
  await own().fill('Both');
  await user.workbench.executeCommand('workbench.view.explorer');
  await user.workbench.page.locator('iframe.webview').waitFor({ state: 'hidden' });
  await user.openChat();
  await expect.poll(() => own().inputValue()).toBe('Both');
  await expect.poll(() => option('The old one').isEnabled()).toBe(true);
  await own().press('End');
  await own().press('Shift+Enter');
  await own().pressSequentially('of them');
  await own().press('Enter');
  await expect.poll(() => user.chat.answers.last().textContent()).toContain('Both, then.');
  expect(toolResult('Extend either')).toContain('The user answered: Both\\nof them');
});

it('Premove reports an unanswered question to the model, and closes the card on Stop', async () => {
  await user.chat.newChat();
  user.server.on('Extend something', call('ask_user', WHICH), { text: 'Left open.' });
  user.server.on('Extend nothing', call('ask_user', WHICH));
  await user.chat.send('Extend something');
  const skip = card().getByRole('button', { name: 'Don’t answer' });
  await expect.poll(() => skip.isEnabled()).toBe(true);
  await skip.click();
  await expect.poll(() => user.chat.answers.last().textContent()).toContain('Left open.');
  expect(toolResult('Extend something')).toContain('without answering');

  await user.chat.send('Extend nothing');
  await card().waitFor();
  await user.chat.button('Stop').click();
  await card().waitFor({ state: 'detached' });
  await expect.poll(() => user.chat.answers.last().textContent()).toContain('You stopped this answer.');
});

it('Premove fetches a page if the user allows it, unless its host is private and not named in the settings', async () => {
  await user.chat.newChat();
  user.server.on('Read the page', call('web_fetch', { url: `${site.url}/page` }), { text: 'It greets.' });
  user.server.on('Read the secret', call('web_fetch', { url: site.url.replace('127.0.0.1', 'localhost') }), {
    text: 'No.',
  });
  const approval = user.workbench.panel.getByRole('group', { name: 'Approve web_fetch' });
  const allow = async (): Promise<void> => {
    await approval.waitFor();
    await expect.poll(() => approval.textContent()).toContain(site.port);
    await approval.getByRole('button', { name: 'Allow once' }).click();
  };
  await user.chat.send('Read the page');
  await allow();
  await expect.poll(() => user.chat.answers.last().textContent()).toContain('It greets.');
  expect(toolResult('Read the page')).toContain('# Hello\\n\\nfrom the page');
  expect(site.requests()).toEqual(['/page']);

  await user.chat.send('Read the secret');
  await allow();
  await expect.poll(() => user.chat.answers.last().textContent()).toContain('No.');
  expect(toolResult('Read the secret')).toContain('premove.privateHosts');
  expect(site.requests()).toEqual(['/page']);
});

it('Premove offers the model the tools of the workspace’s MCP servers from the first prompt on, and /mcp shows them', async () => {
  await user.chat.newChat();
  user.server.on('What is there?', { text: 'Enough.' });
  await user.chat.send('What is there?');
  await expect.poll(() => user.chat.answers.last().textContent()).toContain('Enough.');
  const declared = user.server.requests('What is there?')[0]?.json?.tools as readonly { function: { name: string } }[];
  const names = declared.map(({ function: { name } }) => name);
  const echo = names.find((name) => name.includes('echo')) ?? '';
  expect(names.indexOf(echo)).toBeGreaterThan(names.indexOf('web_fetch'));

  const long = `${'Repeat this. '.repeat(30)}The end of the arguments.`;
  user.server.on('Echo it', call(echo, { text: `halloo ${long}` }), { text: 'It came back.' });
  await user.chat.send('Echo it');
  await expect.poll(() => user.chat.answers.last().textContent()).toContain('It came back.');
  expect(toolResult('Echo it')).toContain('You said: halloo');
  await user.chat.answers.last().locator('.tool-row').click();
  const shown = user.chat.answers.last().locator('.tool-output .tool-command');
  await expect.poll(() => shown.textContent()).toContain('The end of the arguments.');

  const { note, shows } = commandsOf(user);
  // VS Code names the tools after the name that the server reports, not after its name in the settings.
  await shows('/mcp', 'MCP servers', 'own-tools · no tools');
  await shows('/mcp', 'MCP servers', 'premove-tests');
  await expect.poll(() => note('MCP servers').textContent()).toMatch(/5 tools.*echo.*Repeats a text\./s);
  const { page } = user.workbench;
  await note('MCP servers').getByRole('button', { name: 'List servers in VS Code' }).click();
  await quickRow(page, 'own-tools').waitFor();
  await user.press('Escape');
  await expect.poll(() => quickInput(page).count()).toBe(0);
  await user.focusComposer();
  await user.press('Escape');
  await expect.poll(() => note('MCP servers').count()).toBe(0);
});

it('Premove lets VS Code ask about an external tool that may write, and reports a refusal to the model', async () => {
  const { page } = user.workbench;
  const question = page.getByRole('dialog');
  await user.chat.newChat();
  user.server.on('What else is there?', { text: 'Notes.' });
  await user.chat.send('What else is there?');
  await user.answered('Notes.');
  const declared = user.server.requests('What else is there?')[0]?.json?.tools as readonly {
    function: { name: string };
  }[];
  const note = declared.map(({ function: { name } }) => name).find((name) => name.includes('note')) ?? '';

  user.server.on('Jot it down', call(note, {}), { text: 'Left out.' });
  await user.chat.send('Jot it down');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await user.answered('Left out.');
  await user.expectCaret();
  expect(toolResult('Jot it down')).toContain('The user denied this call, so it was not run');

  user.server.on('Note it after all', call(note, {}), { text: 'Noted.' });
  await user.chat.send('Note it after all');
  await question.getByRole('button', { name: 'Yes' }).click();
  await user.answered('Noted.');
  await user.expectCaret();
  await user.type('Thanks');
  await expect.poll(() => user.chat.draft()).toBe('Thanks');
  await user.clearComposer();
  // The refused call never reached the server.
  expect(toolResult('Note it after all')).toContain('That is note 1.');
});
