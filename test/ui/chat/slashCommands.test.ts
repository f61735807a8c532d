import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { createLatch } from '../../support/latch.ts';
import { longText } from '../../support/longText.ts';
import { quickBox, quickInput, quickRow } from '../../support/vscode/windowActions.ts';
import { call, useAgent } from '../agent/agentUser.ts';
import { commandsOf } from '../agent/commandUser.ts';

const user = useAgent({
  files: {
    'a.ts': 'let alpha = 1;\n',
    'package.json': '{ "scripts": { "build": "tsc -p .", "a; rm -rf .": "evil" } }\n',
    Makefile: 'check:\n\tcargo test --all\n',
    '.github/workflows/ci.yml': 'jobs:\n  lint:\n    steps:\n      - run: cargo clippy\n',
    '.premove/prompts/add.md':
      '---\ndescription: Add something\nargument-hint: [file]\n---\nAdd ${input:what:a name} to $ARGUMENTS.\n',
    '.premove/prompts/slash.md': '---\nmodel: local/quick\n---\n/clear is only text here.\n',
    '.claude/commands/help.md': 'Not the help.\n',
  },
});

beforeEach(() => user.clearComposer());

const { options, note, hint, expectDraft, enter, run, refused, opensList, shows } = commandsOf(user);
const settings = () => readFile(join(user.workbench.userDataDir, 'User', 'settings.json'), 'utf8');

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
  await shows('/mcp', 'MCP servers', 'VS Code reports no tools of MCP servers');
  await run('/memory add Tests need a database.');
  await expect.poll(() => hint().textContent()).toBe('Saved in ~/.premove/memory.md.');
  await shows('/memory', 'Memory', 'Tests need a database.');
  await run('/memory add Docs are short.');
  await expect.poll(() => note('Memory').textContent()).toContain('Docs are short.');
  await run('/memory add --workspace Builds need Docker.');
  await expect.poll(() => hint().textContent()).toBe('Saved in .premove/memory.md.');
  await expect.poll(() => note('Memory').textContent()).toContain('Builds need Docker.');
  expect(await user.onDisk('.premove/memory.md')).toBe('# Memory\n\n- Builds need Docker.\n');
  expect(await user.onDisk('~/.premove/memory.md')).not.toContain('Docker');
  await note('Memory').getByRole('button', { name: 'Open ~/.premove/memory.md' }).focus();
  await user.press('Enter');
  await user.workbench.page.getByRole('tab', { name: /memory\.md/ }).waitFor();
  await run('/memory refresh');
  await expect.poll(() => hint().textContent()).toContain('read again');
  await opensList('/chats', 'New Chat');
  await opensList('/chat', 'New Chat');
  // The lists ask the provider for its models.
  server.otherwise((request) => request.method === 'GET', { text: '' });
  await opensList('/model', 'test');
  await opensList('/model bogus', 'No model in the list is named “bogus”');
  await run('/model --fast local/quick');
  await expect.poll(() => hint().textContent()).toBe('The fast model is local/quick.');
  await expect.poll(settings).toContain('"premove.fastModel": "local/quick"');
  await opensList('/model --fast qui', 'quick');
  await user.workbench.changeSettings({ 'premove.fastModel': null });
  await run('/mode auto-edit');
  await user.workbench.panel.getByRole('button', { name: /mode: auto-edit/i }).waitFor();
  await refused('/mode yolo', 'can be turned on only in Settings');
  await run('/vim');
  const mode = user.workbench.panel.locator('.vim-mode');
  await expect.poll(() => mode.textContent()).toMatch(/insert/i);
  await run('/vim');
  await expect.poll(() => mode.count()).toBe(0);
  await refused('/restore', 'This chat has no message to go back to.');
  await refused('/undo', 'No answer of this chat has changes');
  await refused('/context', 'Send a message first');
  await refused('/review', 'This chat has changed no files.');
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
  const card = workbench.panel.getByRole('dialog', { name: 'Context' });
  await card.getByText('System', { exact: true }).waitFor();
  await user.press('Escape');
  await user.expectCaret();
  expect(await card.count()).toBe(0);
  await run('/context');
  await card.getByText('System', { exact: true }).waitFor();
  await workbench.openFile('a.ts');
  await expect.poll(() => card.count()).toBe(0);
  await workbench.executeCommand('workbench.action.closeActiveEditor');
  await run('/context');
  await card.getByText('System', { exact: true }).waitFor();
  await chat.conversation.focus();
  await expect.poll(() => card.count()).toBe(0);
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
  await user.expectCaret();
  server.on('Explain it', { text: longText('Beta.', 1_200) });
  server.on('Shorter', { text: 'B.' });
  await chat.send('Explain it');
  await user.answered('Beta.');
  await chat.send('Shorter');
  await user.answered('B.');
  await chat.button('Send').waitFor();
  server.on(/The conversation is getting too long/, { text: 'The new name is beta.' });
  await run('/compress keep the names');
  await expect
    .poll(() => workbench.panel.getByRole('group', { name: 'Compressed messages' }).textContent())
    .toMatch(/^Compressed \d messages/);
  expect(user.lastRequestText('The conversation is getting too long')).toContain('must keep: keep the names');
  await run('/clear');
  await expect.poll(() => hint().textContent()).toContain('Scroll up');
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
  // Esc closes the output before it stops the answer.
  await user.press('Escape');
  await expect.poll(() => note('Commands').count()).toBe(0);
  await chat.button('Stop').waitFor();
  for (const command of ['/compress', '/restore', '/undo']) {
    await refused(command, `Wait for the answer, or stop it, before you use ${command}.`);
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
  const { page } = user.workbench;
  const list = () => quickInput(page);
  await run('/init-permissions');
  for (const [command, script] of [
    ['npm run build', 'tsc -p .'],
    ['make check', 'cargo test --all'],
    ['cargo clippy', ''],
  ] as const) {
    await expect.poll(() => quickRow(page, command).textContent()).toContain(`${command}${script}`);
  }
  for (const file of ['package.json', 'Makefile', '.github/workflows/ci.yml']) {
    expect(await list().textContent()).toContain(file);
  }
  expect(await list().textContent()).not.toContain('evil');
  expect(await list().locator('.monaco-list-row [aria-checked="true"]').count()).toBe(0);
  await user.press('Enter');
  await expect.poll(() => list().count()).toBe(0);
  expect(await settings()).not.toContain('run_shell_command');
  await run('/init-permissions');
  await quickRow(page, 'make check').waitFor();
  await user.press('ArrowDown');
  await user.press('ArrowDown');
  await user.press('Space');
  await user.press('Enter');
  await expect.poll(settings).toContain('run_shell_command(make check)');
  expect(await settings()).not.toMatch(/npm run build|cargo/);
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
  // Enter fills the name in and does not send the file without its argument.
  await user.press('Enter');
  await expectDraft('/add ');
  await expect.poll(() => workbench.panel.locator('.argument-hint').textContent()).toBe('[file]');
  await user.type('a.ts');
  await expect.poll(() => workbench.panel.locator('.argument-hint').count()).toBe(0);
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
  await workbench.changeSettings({ 'premove.fastModel': 'local/quick' });
  await run('/slash');
  await user.answered('So it is.');
  await user.answered('Answered by quick, the model that was chosen for this message.');
  await workbench.changeSettings({ 'premove.fastModel': null });
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
  await user.press('Escape');
  await expectDraft('a.ts');
  await panel.getByRole('button', { name: 'More', exact: true }).click();
  await panel.getByRole('menuitem', { name: 'Prompt files…' }).click();
  await expect.poll(() => options().count()).toBe(3);
  await user.press('Enter');
  await expectDraft('/add a.ts');
});

it('a prompt file with its own model is sent after the answer, also with Ctrl+Enter', async () => {
  const { server, chat, workbench } = user;
  const { opened: until, open: finish } = createLatch();
  const queue = workbench.panel.getByRole('group', { name: 'Queued messages' });
  await workbench.changeSettings({ 'premove.fastModel': 'local/quick' });
  // The fast model writes the titles of chats.
  server.otherwise(/Write a title/, { text: '{"title":"Begin"}' });
  server.on('begin', { text: 'Beginning, it takes a while.', hold: { until, afterText: 'Beginning' } });
  await chat.send('begin');
  await user.answered('Beginning');
  server.on('/clear is only text here.', { text: 'So it is.' });
  await user.type('/slash');
  await expectDraft('/slash');
  await user.press('ControlOrMeta+Enter');
  await expect.poll(() => queue.textContent()).toContain('Sent after this answer. Model for this message only: quick');
  expect(await queue.textContent()).not.toContain('during this answer');
  expect(await queue.getByRole('button', { name: 'Send during this answer' }).count()).toBe(0);
  finish();
  await user.answered('So it is.');
  await user.answered('Answered by quick, the model that was chosen for this message.');
  await workbench.changeSettings({ 'premove.fastModel': null });
});

it('in Vim mode, an open list handles its keys before Vim, also a list that a menu has opened', async () => {
  const { panel } = user.workbench;
  const mode = panel.locator('.vim-mode');
  const toNormalMode = async () => {
    await user.press('Escape');
    await expect.poll(() => mode.textContent()).toBe('Vim: normal');
  };
  const choose = async (menu: string, entry: string) => {
    await panel.getByRole('button', { name: menu, exact: true }).click();
    await panel.getByRole('menuitem', { name: entry }).click();
  };
  await user.workbench.changeSettings({ 'premove.vimMode': true });
  try {
    await expect.poll(() => mode.textContent()).toBe('Vim: insert');
    await user.type('/re');
    await expect.poll(() => options().count()).toBeGreaterThan(1);
    await user.press('Escape');
    await expect.poll(() => options().count()).toBe(0);
    expect(await mode.textContent()).toBe('Vim: insert');
    await toNormalMode();
    await user.clearComposer();

    await user.type('ia.ts');
    await toNormalMode();
    await choose('More', 'Prompt files…');
    await expect.poll(() => options().count()).toBe(3);
    await user.press('ArrowDown');
    await user.press('ArrowUp');
    await user.press('Enter');
    await expectDraft('/add a.ts');
    expect(await mode.textContent()).toBe('Vim: insert');
    await user.clearComposer();

    await user.type('see');
    await toNormalMode();
    await choose('Attach', 'File…');
    await user.type('a.t');
    await expect.poll(() => panel.getByRole('option').allTextContents()).toEqual([expect.stringContaining('a.ts')]);
    await user.press('Enter');
    await expect.poll(() => panel.locator('.composer-text .mention').textContent()).toContain('a.ts');
    // The draft's text does not include the chip.
    await expectDraft('see  ');
    await user.clearComposer();
  } finally {
    await user.workbench.changeSettings({ 'premove.vimMode': null });
  }
});
