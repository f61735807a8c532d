import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { quickBox, quickInput, quickRow } from '../../support/vscode/windowActions.ts';
import { call, useAgent } from '../agent/agentUser.ts';

const user = useAgent({
  files: {
    'a.ts': 'let alpha = 1;\n',
    'package.json': '{ "scripts": { "build": "tsc -p .", "a; rm -rf .": "evil" } }\n',
    '.premove/prompts/add.md': '---\ndescription: Add something\n---\nAdd ${input:what:a name} to $ARGUMENTS.\n',
    '.premove/prompts/slash.md': '/clear is only text here.\n',
    '.claude/commands/help.md': 'Not the help.\n',
  },
});

beforeEach(() => user.clearComposer());

const options = (): Locator => user.workbench.panel.getByRole('listbox', { name: 'Commands' }).getByRole('option');
const note = (title: string): Locator => user.workbench.panel.getByRole('region', { name: title });
const hint = (): Locator => user.workbench.panel.locator('.composer-hint');
const expectDraft = (text: string) => expect.poll(() => user.chat.draft()).toBe(text);

/** Types a command with real keys, and presses Enter. */
async function enter(command: string): Promise<void> {
  await user.clearComposer();
  await user.type(command);
  await expectDraft(command);
  await user.press('Enter');
}

/** Enters a command that the panel carries out. */
async function run(command: string): Promise<void> {
  await enter(command);
  await expectDraft('');
}

/** Enters a command that stays in the input, with a hint that says why. */
async function refused(command: string, why: string): Promise<void> {
  await enter(command);
  await expect.poll(() => hint().textContent()).toContain(why);
  await expectDraft(command);
  await user.clearComposer();
}

/** Runs a command that opens a list of VS Code, and closes the list. */
async function opensList(command: string, row: string): Promise<void> {
  await run(command);
  await quickRow(user.workbench.page, row).waitFor();
  await user.press('Escape');
  await expect.poll(() => quickInput(user.workbench.page).count()).toBe(0);
  await user.expectCaret();
}

async function shows(command: string, title: string, text: string): Promise<void> {
  await run(command);
  await note(title).waitFor();
  await expect.poll(() => note(title).textContent()).toContain(text);
}

it('the list of commands filters while the user types; Enter and Tab fill a name in, and Enter on a whole name runs the command', async () => {
  await user.type('/');
  await expect.poll(() => options().count()).toBeGreaterThan(15);
  await user.type('co');
  await expect
    .poll(() => options().allTextContents())
    .toEqual(['/compress', '/context', '/cost'].map((name): unknown => expect.stringContaining(name)));
  await user.press('ArrowDown');
  await user.press('ArrowDown');
  await user.press('Enter');
  await expectDraft('/cost');
  await user.press('Enter');
  await note('Cost').waitFor();
  await expectDraft('');
  await user.press('Escape');
  await expect.poll(() => note('Cost').count()).toBe(0);

  await user.type('/comp');
  await expect.poll(() => options().count()).toBe(1);
  await user.press('Tab');
  await expectDraft('/compress ');
  await user.clearComposer();
  await user.type('/re');
  await expect.poll(() => options().count()).toBeGreaterThan(1);
  await user.press('Escape');
  await expect.poll(() => options().count()).toBe(0);
  await expectDraft('/re');
});

it('the panel explains an unknown command or argument, and does not send the text', async () => {
  await refused('/comprss now', 'There is no command /comprss. Did you mean /compress?');
  await refused('/vim now', '/vim takes no argument.');
  expect(await user.chat.prompts.count()).toBe(0);
});

it('commands of an empty chat show notes, lists and dialogs, also by their aliases', async () => {
  const { server } = user;
  await shows('/help', 'Commands', '/init-permissions');
  await shows('/stats', 'Cost', 'This chat');
  await shows('/mcp', 'MCP servers', 'No MCP server is configured');
  await run('/memory add Tests need a database.');
  await expect.poll(() => hint().textContent()).toBe('Saved in ~/.premove/memory.md.');
  await shows('/memory', 'Memory', 'Tests need a database.');
  await run('/memory add Docs are short.');
  await expect.poll(() => note('Memory').textContent()).toContain('Docs are short.');
  await run('/memory refresh');
  await expect.poll(() => hint().textContent()).toContain('read again');
  await opensList('/chats', 'New Chat');
  await opensList('/chat', 'New Chat');
  // The list asks the provider for its models.
  server.on((request) => request.method === 'GET', { text: '' });
  await opensList('/model', 'test');
  await run('/mode auto-edit');
  await user.workbench.panel.getByRole('button', { name: /mode: auto-edit/i }).waitFor();
  await refused('/mode yolo', 'can only be turned on in Settings');
  await run('/vim');
  const mode = user.workbench.panel.locator('.vim-mode');
  await expect.poll(() => mode.textContent()).toMatch(/insert/i);
  await run('/vim');
  await expect.poll(() => mode.count()).toBe(0);
  await refused('/restore', 'This chat has no message to go back to.');
  await refused('/undo', 'No answer of this chat has changes');
  await refused('/context', 'Send a message first');
  await refused('/review', 'There is nothing to review');
  await refused('/export', 'no messages to export');
  await refused('/compress', 'There is nothing to compress');
  await refused('/model --bogus', '/model has no option --bogus');
  const more = user.workbench.panel.getByRole('menu', { name: 'More' });
  await user.chat.button('More').click();
  // Entries that need a text are disabled.
  await more.getByRole('menuitem', { name: 'Translate to…' }).and(user.workbench.panel.locator(':focus')).waitFor();
  await user.press('Escape');
});

it('commands act on the chat: context, review, restore, undo, export, clear, compress and new', async () => {
  const { chat, server, workbench } = user;
  const input = { file_path: 'a.ts', old_string: 'alpha', new_string: 'beta' };
  server.on('Rename it', call('edit', input), { text: 'Renamed.' });
  await user.setMode('auto-edit');
  await chat.send('Rename it');
  await user.answered('Renamed.');
  await run('/context');
  await workbench.panel.getByText('System', { exact: true }).first().waitFor();
  await user.press('Escape');
  const diff = workbench.page.locator('.multiDiffEditor');
  await run('/review');
  await expect.poll(() => diff.textContent()).toContain('beta');
  await workbench.executeCommand('workbench.action.closeActiveEditor');
  await opensList('/restore', 'Rename it');
  await opensList('/rewind', 'Rename it');
  await run('/undo');
  await expect.poll(() => user.onDisk('a.ts')).toBe('let alpha = 1;\n');
  await run('/export');
  await quickBox(workbench.page, 'Rename it.md');
  await user.press('Escape');
  await expect.poll(() => quickInput(workbench.page).count()).toBe(0);
  await run('/clear');
  await expect.poll(() => hint().textContent()).toContain('Scroll up');
  await refused('/compress keep the names', 'There is nothing to compress yet');
  await run('/new');
  await expect.poll(() => chat.prompts.count()).toBe(0);
  await user.setMode('default');
});

it('commands run while an answer streams, except those that change the conversation or files', async () => {
  const { chat, server } = user;
  server.on('Take your time', {
    text: 'A long answer that never ends.',
    hold: { until: new Promise(() => {}), afterText: 'answer' },
  });
  await chat.send('Take your time');
  await user.answered('A long answer');
  await shows('/help', 'Commands', '/compress');
  for (const command of ['/compress', '/init', '/memory add x', '/restore', '/undo']) {
    await refused(command, `Wait for the answer, or stop it, before you use ${command.replace(' x', '')}.`);
  }
  await chat.button('Stop').click();
  await chat.button('Send').waitFor();
});

it('/init writes AGENTS.md after a card, and says that it improves a file that exists', async () => {
  const { chat, server } = user;
  await chat.newChat();
  const content = '# Guide\n\nBuild with `npm run build`.\n';
  server.on(/^Write AGENTS\.md/, call('write_file', { file_path: 'AGENTS.md', content }), { text: 'Written.' });
  await run('/init');
  await expect.poll(() => user.card('write_file').textContent()).toContain('Build with');
  expect(await user.onDisk('AGENTS.md')).toBe('');
  await user.allow('write_file');
  await user.answered('Written.');
  expect(await user.onDisk('AGENTS.md')).toBe(content);
  expect(await chat.prompts.first().textContent()).toContain('Write AGENTS.md, a guide for coding agents');
  let finish = (): void => {};
  const until = new Promise<void>((resolve) => (finish = resolve));
  server.on(/^Improve AGENTS\.md/, { text: 'It is good already.', hold: { until, afterText: 'good' } });
  await run('/init');
  await expect.poll(() => hint().textContent()).toContain('AGENTS.md exists, so the model improves it.');
  finish();
  await user.answered('It is good already.');
  await expect.poll(() => hint().count()).toBe(0);
});

it('/init-permissions lists rules unpicked, beside their scripts, and adds the rules that the user picks', async () => {
  const { page, userDataDir } = user.workbench;
  const settings = () => readFile(join(userDataDir, 'User', 'settings.json'), 'utf8');
  await run('/init-permissions');
  const row = quickRow(page, 'npm run build');
  await row.waitFor();
  await expect.poll(() => quickInput(page).textContent()).toContain('tsc -p .');
  expect(await quickInput(page).textContent()).not.toContain('evil');
  expect(await quickInput(page).locator('.monaco-list-row [aria-checked="true"]').count()).toBe(0);
  await user.press('Enter');
  await expect.poll(() => quickInput(page).count()).toBe(0);
  expect(await settings()).not.toContain('npm run build');
  await run('/init-permissions');
  await row.waitFor();
  await user.press('ArrowDown');
  await user.press('Space');
  await user.press('Enter');
  await expect.poll(settings).toContain('run_shell_command(npm run build)');
  await user.workbench.changeSettings({ 'premove.permissions': null });
});

it('a prompt file asks for its inputs, and its text is sent as a message, even if it begins with a command', async () => {
  const { chat, server, workbench } = user;
  await chat.newChat();
  server.on('Add a test to a.ts.', { text: 'Added.' });
  await user.type('/add');
  await expect
    .poll(() => options().allTextContents())
    .toEqual([expect.stringContaining('.premove/prompts · Add something')]);
  await user.press('Escape');
  await user.type(' a.ts');
  await user.press('Enter');
  await quickBox(workbench.page, '');
  await quickInput(workbench.page).getByText('what').first().waitFor();
  await user.press('Escape');
  await expectDraft('/add a.ts');
  await user.expectCaret();
  // Typed again, because an Enter that follows the cancelled one at once would repeat it, and is ignored.
  await enter('/add a.ts');
  await quickBox(workbench.page, '');
  await user.type('a test');
  await user.press('Enter');
  await user.answered('Added.');
  await expect.poll(() => chat.prompts.allTextContents()).toEqual(['Add a test to a.ts.']);

  server.on('/clear is only text here.', { text: 'So it is.' });
  await run('/slash');
  await user.answered('So it is.');
  await user.press('ArrowUp');
  await expectDraft(' /clear is only text here.');
  await user.clearComposer();
  await shows('/help', 'Commands', '/claude:help');
});

it('the More menu lists the prompt files only, and keeps the text as the argument', async () => {
  const { panel } = user.workbench;
  await user.type('a.ts');
  await panel.getByRole('button', { name: 'More', exact: true }).click();
  await panel.getByRole('menuitem', { name: 'Prompt files…' }).click();
  await expect
    .poll(() => options().allTextContents())
    .toEqual(['/add', '/claude:help', '/slash'].map((name): unknown => expect.stringContaining(name)));
  await user.press('Enter');
  await expectDraft('/add a.ts');
});
