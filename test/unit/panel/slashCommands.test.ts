import { expect, test } from 'vitest';
import { start, until } from './harness.ts';

test('a command runs at once while an answer streams, and is neither sent nor recorded', async () => {
  let finish = (): void => {};
  const hold = new Promise<void>((resolve) => (finish = resolve));
  const panel = await start([{ text: 'slow', hold }]);
  panel.changeSettings({ enableFollowupSuggestions: false });
  await panel.submit('go on');
  await until(() => panel.store.state.status === 'responding');
  expect(await panel.submit('/help')).toEqual({ outcome: 'ran' });
  expect(panel.store.state.note?.sections[0]?.rows.map(({ name }) => name)).toContain('/help');
  finish();
  await until(() => panel.store.state.status === 'idle');
  expect(panel.store.state.items.map(({ kind }) => kind)).toEqual(['user', 'answer']);
  expect(panel.scripted.requests).toHaveLength(1);
  expect(JSON.stringify(panel.scripted.requests)).not.toContain('/help');
});

test('/init waits in the queue while an answer streams, and /memory add saves its fact at once', async () => {
  let finish = (): void => {};
  const hold = new Promise<void>((resolve) => (finish = resolve));
  const { changeSettings, submit, store, scripted, base } = await start([{ text: 'slow', hold }, 'Written.']);
  changeSettings({ enableFollowupSuggestions: false });
  await submit('go on');
  await until(() => scripted.requests.length === 1);
  expect(await submit('/init')).toEqual({ outcome: 'queued' });
  expect(await submit('/memory add --workspace Uses pnpm.')).toEqual({
    outcome: 'ran',
    message: 'Saved in .premove/memory.md.',
  });
  expect(base.text('.premove/memory.md')).toBe('# Memory\n\n- Uses pnpm.\n');
  expect(scripted.requests).toHaveLength(1);
  finish();
  await until(() => store.state.items.length === 4 && store.state.status === 'idle');
  const [first, second] = scripted.requests.map(({ system, messages }) => ({ system, text: JSON.stringify(messages) }));
  expect(first?.text).not.toContain('Write AGENTS.md');
  expect(second?.text).toContain('Write AGENTS.md');
  expect(first?.system).not.toContain('Uses pnpm.');
  expect(second?.system).toContain('Uses pnpm.');
});

test('a note stays until it is dismissed, replaced, or another chat is shown', async () => {
  const panel = await start([]);
  await panel.submit('/help');
  const first = panel.store.state.note?.id ?? '';
  await panel.submit('/cost');
  const second = panel.store.state.note?.id ?? '';
  await panel.controller.handle({ type: 'dismiss-note', id: first });
  expect(panel.store.state.note?.id).toBe(second);
  await panel.controller.handle({ type: 'dismiss-note', id: second });
  expect(panel.store.state.note).toBeNull();
  await panel.submit('/help');
  expect(await panel.submit('/new')).toEqual({ outcome: 'ran' });
  expect(panel.store.state.note).toBeNull();
});

test('/memory add updates a note that shows the memory, but does not replace another note', async () => {
  const panel = await start([]);
  const shown = (): string => JSON.stringify(panel.store.state.note);
  await panel.submit('/memory');
  const { id } = panel.store.state.note ?? {};
  expect(await panel.submit('/memory add The tests are slow.')).toMatchObject({ outcome: 'ran' });
  expect([panel.store.state.note?.id, shown()]).toEqual([id, expect.stringContaining('The tests are slow.')]);
  await panel.submit('/help');
  const help = shown();
  await panel.submit('/memory add The docs are short.');
  expect(shown()).toBe(help);
});

test('/memory add reports a fact that is only in an open editor, because the user must save that file', async () => {
  const { submit, base } = await start([]);
  base.put('.premove/memory.md', '- Typed.\n', { unsaved: true });
  expect(await submit('/memory add --workspace Uses pnpm.')).toEqual({
    outcome: 'ran',
    message: 'Added to .premove/memory.md in its editor, which has unsaved changes. Save the file to keep the fact.',
  });
});

test('/memory add refuses a fact that is too long, so that its end is not lost', async () => {
  const { submit } = await start([]);
  expect(await submit(`/memory add ${'x'.repeat(1001)}`)).toMatchObject({
    outcome: 'kept',
    message: 'The fact was not saved, because it is longer than 1,000 characters. Shorten it.',
  });
});

test('the note of /memory opens a file in an editor, and reports a file that cannot be created', async () => {
  const { submit, store, controller, world, base } = await start([]);
  await submit('/memory');
  expect(store.state.note?.sections.at(-1)?.memory).toEqual({ scope: 'workspace', exists: false });
  base.failNext('write', 'permission');
  await controller.handle({ type: 'open-memory', scope: 'workspace' });
  expect(world.opened).toEqual([]);
  expect(store.state.notice?.message).toBe(
    'The memory was not opened. Premove has no permission to change .premove/memory.md.',
  );
  await controller.handle({ type: 'open-memory', scope: 'workspace' });
  expect(world.opened).toEqual(['/ws/.premove/memory.md']);
  expect(base.text('.premove/memory.md')).toBe('# Memory\n\n');
});

test('the note of /mcp opens VS Code’s list of servers, and reports that VS Code has no such list', async () => {
  const { submit, store, controller, world } = await start([]);
  await submit('/mcp');
  expect(store.state.note?.sections.at(-1)?.opensServers).toBe(true);
  await controller.handle({ type: 'command', command: 'list-mcp-servers' });
  expect([world.opened, store.state.notice]).toEqual([['MCP servers'], null]);
  world.hasServerList = false;
  await controller.handle({ type: 'command', command: 'list-mcp-servers' });
  expect(store.state.notice?.message).toBe('This version of VS Code has no list of MCP servers.');
});

test('the note of /mcp is up to date when the user trusts the workspace, and no other note changes', async () => {
  const { submit, store, world } = await start([]);
  world.isTrusted = false;
  await submit('/mcp');
  const { id, sections = [] } = store.state.note ?? {};
  expect(sections[0]?.managesTrust).toBe(true);
  world.trust();
  expect(store.state.note?.id).toBe(id);
  expect(store.state.note?.sections).toEqual([
    expect.objectContaining({ text: expect.stringContaining('MCP: Add Server') as string }),
  ]);
  await submit('/help');
  const help = store.state.note;
  world.trust();
  expect(store.state.note).toBe(help);
});

test('the note of /memory shows the workspace’s facts when the user trusts the workspace', async () => {
  const { submit, store, world, base } = await start([]);
  base.put('.premove/memory.md', '- Uses pnpm.\n');
  world.isTrusted = false;
  await submit('/memory');
  const shown = (): string | undefined => store.state.note?.sections.at(-1)?.text;
  expect(shown()).toBe('This workspace is not trusted, so its memory is not used.');
  world.trust();
  await until(() => shown() === '- Uses pnpm.');
});

test('/new starts a chat whose input is empty, with the list of commands', async () => {
  const panel = await start(['One.']);
  panel.changeSettings({ enableFollowupSuggestions: false });
  await panel.exchange('first');
  const { conversationId, commands } = panel.store.state;
  await panel.draft('/new');
  await panel.submit('/new');
  expect(panel.store.state.conversationId).not.toBe(conversationId);
  expect(panel.store.state).toMatchObject({ draft: '', items: [], commands });
  expect(commands.length).toBeGreaterThan(5);
});

test('an unknown command stays in the input, and is not sent', async () => {
  const panel = await start([]);
  const result = await panel.submit('/comprss now');
  expect(result).toMatchObject({ outcome: 'kept' });
  expect(JSON.stringify(result)).toContain('Did you mean /compress?');
  expect(panel.scripted.requests).toEqual([]);
});

test.each([' /comprss now', '/etc/hosts is wrong'])(
  'a text that begins like a command can be sent: %j',
  async (text) => {
    const panel = await start(['ok']);
    panel.changeSettings({ enableFollowupSuggestions: false });
    expect(await panel.submit(text)).toEqual({ outcome: 'sent' });
    await until(() => panel.store.state.status === 'idle');
    expect(JSON.stringify(panel.scripted.requests[0]?.messages)).toContain(text.trim());
  },
);

test.each([
  ['/ help', 'Did you mean /help? To send the text as a message, type a space before the slash.'],
  ['/ Compress keep names', 'Did you mean /compress? To send the text as a message, type a space before the slash.'],
  ['//', 'Type the name of a command after the slash. /help lists the commands.'],
])('a misspelled command stays in the input, and is not sent: %s', async (text, message) => {
  const panel = await start([]);
  expect(await panel.submit(text)).toEqual({ outcome: 'kept', message });
  expect(panel.scripted.requests).toEqual([]);
});

test.each(['/ nothing here', '// a comment', '//host/share', '/etc/hosts is wrong', ' / help'])(
  'a text that only resembles a command is sent: %s',
  async (text) => {
    const panel = await start(['Answer.']);
    expect(await panel.submit(text)).toEqual({ outcome: 'sent' });
  },
);

test('a suggested command is shown, and is never carried out in advance', async () => {
  const panel = await start(['One.', 'Two.', '/compress']);
  await panel.exchange('first');
  await panel.exchange('second');
  await panel.showGhost();
  expect(panel.store.state.suggestion?.text).toBe('/compress');
  for (let round = 0; round < 5; round += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(panel.store.state.speculation).toBeNull();
  expect(panel.scripted.requests).toHaveLength(3);
});

test('a command that Premove does not have is not suggested', async () => {
  const panel = await start(['One.', 'Two.', '/deploy']);
  await panel.exchange('first');
  await panel.exchange('second');
  await until(() => panel.suggesting.requests.length === 1);
  expect(panel.store.state.suggestion).toBeNull();
});
