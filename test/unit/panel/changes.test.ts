import { expect, test } from 'vitest';
import type { AnswerNode } from '../../../src/extension/chat/conversation/conversationNode.ts';
import type { ScriptedCall } from '../../support/scriptedModel.ts';
import { shell, write } from '../speculate/fixtures.ts';
import { start, until } from './harness.ts';

const signal = new AbortController().signal;
const WEEK = 7 * 86_400_000;
const remove = (file_path: string): ScriptedCall => ({ name: 'delete_file', input: { file_path } });

/**
 * Opens a window without suggestions, in yolo mode by default. `changes` is its change store, `key` returns the key of
 * the latest answer's prompt, and `restore` undoes the changes of that prompt.
 */
async function openWindow(...[steps, mode = 'yolo', sources]: Parameters<typeof start>) {
  const panel = await start(steps, mode, sources);
  panel.settings.enableFollowupSuggestions = false;
  const { changes } = panel.current.project;
  if (!changes) throw new Error('The window has no change store');
  const answers = (): AnswerNode[] =>
    panel.current.openChat?.opened.conversation.path().filter((node) => node.kind === 'answer') ?? [];
  const key = () => ({ chat: panel.store.state.conversationId, prompt: answers().at(-1)?.promptId ?? '' });
  const restore = async () => {
    const { chat, prompt } = key();
    return changes.restore({ chat, prompt }, { chat, prompt: 'undo' }, panel.base, signal);
  };
  return { ...panel, changes, key, restore };
}

test('a file deleted in yolo mode can be restored', async () => {
  const { exchange, base, restore } = await openWindow([{ calls: [remove('a.ts')] }, 'Deleted.']);
  await exchange('delete a.ts');
  expect(base.text('a.ts')).toBeUndefined();
  expect(await restore()).toMatchObject({ kind: 'restored', files: [{ path: '/ws/a.ts', kind: 'restored' }] });
  expect(base.text('a.ts')).toBe('alpha\n');
});

test('all turns of an answer are recorded as one prompt, even if it continued after the limit of turns', async () => {
  const steps = [{ calls: [write('b.ts', 'b\n')] }, { calls: [write('c.ts', 'c\n')] }, 'Done.'];
  const { exchange, settings, store, controller, changes, key, restore, base } = await openWindow(steps);
  settings.turnLimits = { prompt: 2, chat: null };
  await exchange('write both');
  const { conversationId, items } = store.state;
  await controller.handle({ type: 'continue-answer', conversationId, itemId: items.at(-1)?.id ?? '' });
  await until(() => store.state.status === 'idle');
  expect(await changes.changesOf(key())).toMatchObject({ files: [{ path: '/ws/b.ts' }, { path: '/ws/c.ts' }] });
  await restore();
  expect(base.snapshot()).toEqual({ 'a.ts': 'alpha\n' });
});

test('the changes of each prompt are kept apart', async () => {
  const steps = [{ calls: [write('b.ts', 'b\n')] }, 'One.', { calls: [write('c.ts', 'c\n')] }, 'Two.'];
  const { exchange, base, restore } = await openWindow(steps);
  await exchange('write b.ts');
  await exchange('write c.ts');
  await restore();
  expect(base.snapshot()).toEqual({ 'a.ts': 'alpha\n', 'b.ts': 'b\n' });
});

test('a command is noted with its first line, unless it only reads', async () => {
  const calls = [shell('npm test\necho done'), shell('git status')];
  const { exchange, changes, key } = await openWindow([{ calls }, 'Done.']);
  await exchange('run the tests');
  expect(await changes.changesOf(key())).toEqual({
    kind: 'changes',
    files: [],
    bypasses: [{ call: 'npm test…', files: [] }],
  });
});

test('a command that the user denied is not noted', async () => {
  const { submit, store, controller, changes, key } = await openWindow(
    [{ calls: [shell('npm test')] }, 'All right.'],
    'default',
  );
  await submit('run the tests');
  await until(() => store.state.status === 'waiting-for-confirmation');
  await controller.handle({ type: 'decide', callId: 'call-1', decision: 'deny' });
  await until(() => store.state.status === 'idle');
  expect(await changes.changesOf(key())).toEqual({ kind: 'none' });
});

test('Premove asks before it deletes a file that is too large to be kept, even in yolo mode', async () => {
  const calls = [remove('a.ts'), remove('large.ts')];
  const { submit, settings, store, base } = await openWindow([{ calls }, 'Deleted.'], 'yolo', {
    'a.ts': 'alpha\n',
    'large.ts': 'a file of 25 characters\n\n',
  });
  settings.maxChangesMb = 20 / 1024 / 1024;
  await submit('delete both');
  await until(() => store.state.status === 'waiting-for-confirmation');
  expect(base.snapshot()).toEqual({ 'large.ts': 'a file of 25 characters\n\n' });
  const item = store.state.items.at(-1);
  const blocks = item?.kind === 'answer' ? item.blocks : [];
  expect(blocks.at(-1)).toMatchObject({ approval: { reasons: [{ kind: 'permanent-delete', detail: 'large.ts' }] } });
});

test('the changes of a deleted chat are kept as long as the chat can be restored', async () => {
  const { exchange, changes, key, actions, clock } = await openWindow([{ calls: [remove('a.ts')] }, 'Deleted.']);
  await exchange('delete a.ts');
  const deleted = key();
  await actions.withChats((chats) => chats.delete(deleted.chat));
  await actions.withChats((chats) => chats.sweep(signal));
  expect(await changes.changesOf(deleted)).toMatchObject({ kind: 'changes' });
  await clock.advance(WEEK);
  await actions.withChats((chats) => chats.sweep(signal));
  expect(await changes.changesOf(deleted)).toEqual({ kind: 'none' });
});
