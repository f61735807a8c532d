import { expect, test } from 'vitest';
import type { AnswerItem, ChangesView } from '../../../src/shared/transcriptItem.ts';
import type { ScriptedStep } from '../../support/scriptedModel.ts';
import { edit, read, shell, write } from '../speculate/fixtures.ts';
import { start, until } from './harness.ts';
import { FIRST_ANSWER, startReady } from './suggestions/readyPanel.ts';

const CHANGELOG = 'CHANGELOG.md';
const APPLIED: ChangesView = {
  state: 'applied',
  files: 1,
  added: 1,
  removed: 0,
  bypasses: [],
  changed: [],
  lost: [],
};
const UNDONE = { ...APPLIED, state: 'undone' };

type Panel = Awaited<ReturnType<typeof start>>;

function lastAnswer({ store }: Pick<Panel, 'store'>): AnswerItem {
  const item = store.state.items.findLast(({ kind }) => kind === 'answer');
  if (item?.kind !== 'answer') throw new Error('There is no answer');
  return item;
}

/** Applies prepared edits, and waits for the line under their answer. */
async function startApplied(...more: Parameters<typeof startReady>) {
  const panel = await startReady(...more);
  await panel.submit('add a changelog entry');
  await until(() => lastAnswer(panel).changes !== null);
  await panel.clock.advance(1);
  const change = (action: 'undo' | 'redo' | 'compare') =>
    panel.controller.handle({
      type: 'change-files',
      conversationId: panel.store.state.conversationId,
      itemId: lastAnswer(panel).id,
      action,
    });
  return { ...panel, change, changes: () => lastAnswer(panel).changes };
}

test('the changes of applied edits can be undone, made again, and undone again', async () => {
  const { base, change, changes } = await startApplied();
  expect(changes()).toEqual(APPLIED);
  await change('undo');
  expect([base.text(CHANGELOG), base.text('a.ts'), changes()]).toEqual([undefined, 'beta\n', UNDONE]);
  await change('undo');
  expect(changes()).toEqual(UNDONE);
  await change('redo');
  expect([base.text(CHANGELOG), changes()]).toEqual(['- Renamed.\n', APPLIED]);
  await change('undo');
  expect([base.text(CHANGELOG), changes()]).toEqual([undefined, UNDONE]);
});

test('Undo also covers changes after the prepared edits, and the line names commands that it cannot undo', async () => {
  const prepared = [{ calls: [write(CHANGELOG, '- Renamed.\n'), shell('npm test')] }];
  const live = [{ calls: [write('b.ts', 'b\n')] }, 'Tested.'];
  const panel = await start([...FIRST_ANSWER, 'run the tests', ...prepared, ...live]);
  const { submit, showGhost, reachPhase, controller, store, settings, base } = panel;
  await submit('rename it');
  await showGhost();
  await reachPhase('stopped');
  settings.enableFollowupSuggestions = false;
  await submit('run the tests');
  await until(() => store.state.status === 'waiting-for-confirmation');
  await controller.handle({ type: 'decide', callId: 'call-3', decision: 'allow-once' });
  await until(() => store.state.status === 'idle' && lastAnswer(panel).changes?.files === 2);
  expect(lastAnswer(panel).changes).toEqual({
    ...APPLIED,
    files: 2,
    added: 2,
    bypasses: [{ call: 'npm test', files: [] }],
  });
  const { conversationId } = store.state;
  await controller.handle({ type: 'change-files', conversationId, itemId: lastAnswer(panel).id, action: 'undo' });
  expect(base.snapshot()).toEqual({ 'a.ts': 'beta\n' });
});

test('the line of changes names files that the model had read and a command changed, even without other changes', async () => {
  const calls = [read('a.ts'), shell('npm run format'), shell('npm test')];
  const panel = await start([{ calls }, 'Formatted.', { calls: [shell('npm test')] }, 'Tested.'], 'yolo');
  panel.settings.enableFollowupSuggestions = false;
  panel.world.runCommand = (command) => {
    if (command !== 'npm run format') return;
    panel.base.put('/ws/a.ts', 'formatted\n');
    panel.base.put('/ws/unread.ts', 'formatted\n');
  };
  await panel.exchange('format it');
  await until(() => lastAnswer(panel).changes !== null);
  const bypasses = [
    { call: 'npm run format', files: ['a.ts'] },
    { call: 'npm test', files: [] },
  ];
  expect(lastAnswer(panel).changes).toEqual({ ...APPLIED, files: 0, added: 0, bypasses });
  const { items, conversationId } = panel.store.state;
  await panel.controller.handle({
    type: 'checkpoint',
    conversationId,
    itemId: items[0]?.id ?? '',
    action: 'ask-files',
  });
  expect(panel.store.state.restoring).toMatchObject({ files: [], bypasses });
  await panel.exchange('test it');
  await panel.clock.advance(10);
  expect(lastAnswer(panel).changes).toBeNull();
});

test('a move counts as one file without changed lines, and Undo restores both names', async () => {
  const move = { id: 'm', name: 'move_file', input: { file_path: 'a.ts', new_path: 'lib/b.ts' } };
  const panel = await start([...FIRST_ANSWER, 'move it', { calls: [move] }, 'Moved.', '']);
  await panel.submit('rename it');
  await panel.showGhost();
  await panel.reachPhase('ready');
  expect(panel.store.state.speculation).toMatchObject({ files: ['a.ts → lib/b.ts'], moved: 1, added: 0, removed: 0 });
  await panel.submit('move it');
  await until(() => lastAnswer(panel).changes !== null);
  expect(lastAnswer(panel).changes).toEqual({ ...APPLIED, added: 0, moved: 1 });
  expect(panel.base.snapshot()).toEqual({ 'lib/b.ts': 'beta\n' });
  const { conversationId } = panel.store.state;
  await panel.controller.handle({ type: 'change-files', conversationId, itemId: lastAnswer(panel).id, action: 'undo' });
  expect(panel.base.snapshot()).toEqual({ 'a.ts': 'beta\n' });
});

test('a live answer has a line of the files that it changed, and can be undone', async () => {
  const panel = await start([{ calls: [write('b.ts', 'b\n')] }, 'Written.', 'Hello.']);
  panel.settings.enableFollowupSuggestions = false;
  await panel.exchange('write b.ts');
  await until(() => lastAnswer(panel).changes !== null);
  expect(lastAnswer(panel).changes).toEqual(APPLIED);
  const { id: itemId } = lastAnswer(panel);
  const { conversationId } = panel.store.state;
  await panel.controller.handle({ type: 'change-files', conversationId, itemId, action: 'review' });
  expect(panel.compared).toEqual(['/ws/b.ts']);
  await panel.controller.handle({ type: 'change-files', conversationId, itemId, action: 'undo' });
  expect(panel.base.snapshot()).toEqual({ 'a.ts': 'alpha\n' });
  await panel.controller.handle({ type: 'change-files', conversationId, itemId, action: 'review' });
  expect(panel.compared).toEqual(['/ws/b.ts']);
  expect(panel.store.state.notice?.message).toContain('nothing to review');
  await panel.controller.handle({ type: 'dismiss-notice' });
  const message = 'There is nothing to review: the files are as they were before the changes.';
  expect(await panel.submit('/review')).toEqual({ outcome: 'kept', message });
  expect(panel.store.state.notice).toBeNull();
  await panel.exchange('hello');
  expect(lastAnswer(panel).changes).toBeNull();
});

test('a review of a chat that has changed no files says so', async () => {
  const panel = await start(['Hello.']);
  panel.settings.enableFollowupSuggestions = false;
  await panel.exchange('hello');
  const message = 'This chat has changed no files.';
  expect(await panel.submit('/review')).toEqual({ outcome: 'kept', message });
});

test('an answer that a steering message has split has one line of changes, under its end', async () => {
  let release = (): void => {};
  const hold = new Promise<void>((resolve) => (release = resolve));
  const steps = [{ calls: [write('b.ts', 'b\n')], hold }, { calls: [write('c.ts', 'c\n')] }, 'Done.'];
  const panel = await start(steps, 'yolo');
  panel.settings.enableFollowupSuggestions = false;
  const { conversationId } = panel.store.state;
  await panel.submit('write both');
  await panel.controller.handle({ type: 'submit', conversationId, text: 'and hurry', steers: true });
  release();
  await until(() => panel.store.state.status === 'idle' && lastAnswer(panel).changes !== null);
  const lines = (items = panel.store.state.items) =>
    items.flatMap((item) => (item.kind === 'answer' ? [item.changes?.files ?? null] : []));
  expect(lines()).toEqual([null, 2]);
  const again = await panel.reload();
  await until(() => lastAnswer(again).changes !== null);
  expect(lines(again.store.state.items)).toEqual([null, 2]);
});

test('an answer that was retried after an error has the changes of both attempts', async () => {
  const failure = { error: { kind: 'invalid-request' as const, message: 'no' } };
  const steps = [{ calls: [write('b.ts', 'b\n')] }, failure, { calls: [write('c.ts', 'c\n')] }, 'Done.'];
  const panel = await start(steps as ScriptedStep[], 'yolo');
  panel.settings.enableFollowupSuggestions = false;
  await panel.exchange('write both');
  const { conversationId } = panel.store.state;
  await panel.controller.handle({ type: 'retry', conversationId, itemId: lastAnswer(panel).id });
  await until(() => panel.store.state.status === 'idle' && lastAnswer(panel).changes?.files === 2);
  await panel.controller.handle({ type: 'change-files', conversationId, itemId: lastAnswer(panel).id, action: 'undo' });
  expect(panel.base.snapshot()).toEqual({ 'a.ts': 'alpha\n' });
});

test('Undo does not change a file that was changed after the answer, and the file’s diff can be opened', async () => {
  const { base, change, changes, compared } = await startApplied();
  base.put(`/ws/${CHANGELOG}`, 'mine\n');
  await change('undo');
  expect(base.text(CHANGELOG)).toBe('mine\n');
  expect(changes()).toEqual({ ...APPLIED, changed: [CHANGELOG] });
  await change('compare');
  expect(compared).toEqual([`/ws/${CHANGELOG}`]);
});

test('the line of changes and its state are shown again after a reload', async () => {
  const { change, reload } = await startApplied();
  await change('undo');
  const again = await reload();
  await until(() => lastAnswer(again).changes !== null);
  expect(lastAnswer(again).changes).toEqual(UNDONE);
  const { conversationId } = again.store.state;
  const itemId = lastAnswer(again).id;
  await again.controller.handle({ type: 'change-files', conversationId, itemId, action: 'redo' });
  expect(again.base.text(CHANGELOG)).toBe('- Renamed.\n');
});

test('after a reload, the line of changes still names the files that an undo has left, and opens their diff', async () => {
  const prepared = [{ calls: [write(CHANGELOG, '- Renamed.\n'), write('b.ts', 'b\n')] }, 'Written.', ''];
  const panel = await start([...FIRST_ANSWER, 'add a changelog entry', ...prepared]);
  await panel.submit('rename it');
  await panel.showGhost();
  await panel.reachPhase('ready');
  await panel.submit('add a changelog entry');
  await until(() => lastAnswer(panel).changes !== null);
  panel.base.put(`/ws/${CHANGELOG}`, 'mine\n');
  const request = { type: 'change-files', itemId: lastAnswer(panel).id } as const;
  await panel.controller.handle({ ...request, conversationId: panel.store.state.conversationId, action: 'undo' });
  const left = { ...UNDONE, files: 2, added: 2, changed: [CHANGELOG] };
  expect([panel.base.text('b.ts'), lastAnswer(panel).changes]).toEqual([undefined, left]);

  await panel.close();
  const again = await start([], 'auto-edit', { [CHANGELOG]: 'mine\n', 'a.ts': 'beta\n' }, panel.files);
  await until(() => lastAnswer(again).changes !== null);
  expect(lastAnswer(again).changes).toEqual(left);
  await again.controller.handle({ ...request, conversationId: again.store.state.conversationId, action: 'compare' });
  expect(again.compared).toEqual([`/ws/${CHANGELOG}`]);
});

test('a copy of a chat has the lines of changes of the original, and Undo works there', async () => {
  const { chats, store, files, base } = await startApplied();
  const original = store.state.conversationId;
  await chats.newChat();
  await chats.openCopy(original);
  expect(store.state.conversationId).not.toBe(original);
  await until(() => lastAnswer({ store }).changes !== null);
  expect(lastAnswer({ store }).changes).toEqual(APPLIED);
  await chats.restoreFiles(lastAnswer({ store }).id, 'undo');
  expect([base.text(CHANGELOG), lastAnswer({ store }).changes]).toEqual([undefined, UNDONE]);
  await chats.restoreFiles(lastAnswer({ store }).id, 'redo');
  expect([base.text(CHANGELOG), lastAnswer({ store }).changes]).toEqual(['- Renamed.\n', APPLIED]);
  expect([...files.files.keys()].filter((name) => /^changes\/.*jsonl$/.test(name))).toHaveLength(4);
});

test('the next prompt, and no later prompt, has a note for the model about the undone changes', async () => {
  const { change, exchange, scripted, clock, settings } = await startApplied(['Hello.', 'Again.']);
  settings.enableFollowupSuggestions = false;
  const note = /The user has undone your changes to: CHANGELOG\.md\./g;
  const notes = () => JSON.stringify(scripted.requests.at(-1)?.messages).match(note)?.length ?? 0;
  await change('undo');
  await clock.advance(1);
  await exchange('hello');
  expect(notes()).toBe(1);
  await clock.advance(1);
  await exchange('again');
  expect(notes()).toBe(1);
});

test('the next prompt does not mention changes that were undone and made again', async () => {
  const { change, exchange, scripted, settings } = await startApplied(['Hello.']);
  settings.enableFollowupSuggestions = false;
  await change('undo');
  await change('redo');
  await exchange('hello');
  expect(JSON.stringify(scripted.requests.at(-1)?.messages)).not.toContain('undone');
});

test('changes that were removed to make room are shown as too old', async () => {
  const { change, changes, files, base } = await startApplied();
  for (const name of files.files.keys()) {
    if (/^changes\/.*\.jsonl$/.test(name)) await files.write(name.replace('.jsonl', '.dropped'), '');
  }
  await change('undo');
  expect(changes()).toMatchObject({ state: 'dropped' });
  expect(base.text(CHANGELOG)).toBe('- Renamed.\n');
});

test('nothing is undone while an answer is written', async () => {
  const { change, submit, base, store } = await startApplied([{ text: 'Wait.', hold: new Promise(() => {}) }]);
  await submit('something else');
  await until(() => store.state.status === 'responding');
  await change('undo');
  expect(base.text(CHANGELOG)).toBe('- Renamed.\n');
});

/** Applies an edit of line 1, waits for the next prepared edit, which builds on it, and undoes the applied edit. */
async function undoUnderPrepared(next: ReturnType<typeof edit>, ...live: readonly ScriptedStep[]) {
  const first = ['add a changelog entry', { calls: [edit('b.ts', 'one', 'ONE')] }, 'Line 1 is done.'];
  const second = ['run the tests', { calls: [next] }, 'Done.', 'push it'];
  const sources = { 'a.ts': 'alpha\n', 'b.ts': 'one\ntwo\nthree\nfour\nfive\n' };
  const panel = await start([...FIRST_ANSWER, ...first, ...second, ...live], 'auto-edit', sources);
  const { store, clock, controller } = panel;
  await panel.submit('rename it');
  await panel.showGhost();
  await panel.reachPhase('ready');
  await panel.submit('add a changelog entry');
  await until(() => store.state.suggestion?.text === 'run the tests' && lastAnswer(panel).changes !== null);
  await panel.showGhost();
  await panel.reachPhase('ready');
  await clock.advance(1);
  const { conversationId } = store.state;
  await controller.handle({ type: 'change-files', conversationId, itemId: lastAnswer(panel).id, action: 'undo' });
  await until(() => store.state.speculation?.changedFiles !== undefined);
  await clock.advance(1);
  return panel;
}

test('prepared edits report at once that an undo has changed one of their files, and merge with the undo', async () => {
  const panel = await undoUnderPrepared(edit('b.ts', 'five', 'FIVE'), 'Hello.', 'Again.');
  const { store, base, submit, exchange, settings, scripted } = panel;
  expect(store.state.speculation).toMatchObject({ phase: 'ready', changedFiles: ['b.ts'] });
  settings.enableFollowupSuggestions = false;
  await submit('run the tests');
  expect(base.text('b.ts')).toBe('one\ntwo\nthree\nfour\nFIVE\n');
  for (const prompt of ['hello', 'again']) {
    await panel.clock.advance(1);
    await exchange(prompt);
    // Prepared prompts have no notes, so the model learns of the undo with the next live prompt, once.
    const messages = JSON.stringify(scripted.requests.at(-1)?.messages);
    expect(messages.match(/The user has undone your changes to: b\.ts\./g)).toHaveLength(1);
    expect(messages).toContain('-ONE\\n+one\\n');
  }
});

test('prepared edits of a line that an undo has changed are a conflict', async () => {
  const { store, base, submit } = await undoUnderPrepared(edit('b.ts', 'ONE', 'UNO'));
  await submit('run the tests');
  expect(store.state.speculation).toMatchObject({ phase: 'conflict' });
  expect(base.text('b.ts')).toBe('one\ntwo\nthree\nfour\nfive\n');
});
