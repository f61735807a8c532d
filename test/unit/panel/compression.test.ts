import { expect, test } from 'vitest';
import { createSnapshot } from '../../../src/extension/chat/context/ideContext.ts';
import { read, shell, write } from '../speculate/fixtures.ts';
import { start, until } from './harness.ts';
import { longText } from '../../support/longText.ts';
import type { ScriptedStep } from '../../support/scriptedModel.ts';

type Panel = Awaited<ReturnType<typeof start>>;

const textOf = (panel: Panel): string => JSON.stringify(panel.scripted.requests.at(-1)?.messages);
const itemsOf = ({ store }: Panel): string[] => store.state.items.map(({ kind }) => kind);
const summaryOf = ({ store }: Panel) => store.state.items.findLast((item) => item.kind === 'summary');

/** A chat with four answers. Suggestions are off. */
async function startChat(steps: readonly ScriptedStep[]): Promise<Panel> {
  const panel = await start([...['1', '2', '3', '4'].map((name) => longText(`answer ${name}`, 1_500)), ...steps]);
  panel.changeSettings({ enableFollowupSuggestions: false });
  for (const name of ['1', '2', '3', '4']) await panel.exchange(`prompt ${name}`);
  return panel;
}

const compress = async (panel: Panel): Promise<void> => {
  await panel.controller.handle({ type: 'compress', conversationId: panel.store.state.conversationId });
  await until(() => panel.store.state.status === 'idle');
};
const change = (panel: Panel, next: { text: string } | { undone: boolean }) => {
  const { conversationId } = panel.store.state;
  return panel.controller.handle({
    type: 'change-summary',
    conversationId,
    itemId: summaryOf(panel)?.id ?? '',
    change: next,
  });
};

test('Compress context puts a divider after the messages, and the next request holds the summary', async () => {
  const panel = await startChat(['A summary.', 'done']);
  await compress(panel);
  expect(itemsOf(panel)).toEqual([...Array<string[]>(4).fill(['user', 'answer']).flat(), 'summary']);
  expect(summaryOf(panel)).toMatchObject({ state: 'done', text: 'A summary.', edited: false });
  await panel.exchange('go on');
  expect(textOf(panel)).toContain('A summary.');
  expect(textOf(panel)).toContain('prompt 1');
  expect(textOf(panel)).not.toContain('answer 1');
  expect((await panel.reload()).store.state.items).toEqual(panel.store.state.items);
});

test('/compress compresses the context too, and passes its argument to the model', async () => {
  const panel = await startChat(['A summary.']);
  expect(await panel.submit('/compress keep the names of the tests')).toEqual({ outcome: 'ran' });
  await until(() => panel.store.state.status === 'idle');
  expect(textOf(panel)).toContain('The user says what the summary must keep: keep the names of the tests');
  expect(summaryOf(panel)?.state).toBe('done');
});

test('Compress context shows a line at once, and removes the line if the summary is not shorter', async () => {
  const panel = await startChat([longText('a summary', 20_000)]);
  const { items } = panel.store.state;
  const shown: (string | undefined)[] = [];
  panel.store.onDidChange(({ type }) => {
    if (type === 'status-changed' || type === 'item-added') shown.push(type);
  });
  await compress(panel);
  expect(shown).toEqual(['status-changed', 'item-added', 'status-changed']);
  expect(panel.store.state.items).toEqual(items);
  expect(panel.store.state.notice?.message).toContain('The summary was not shorter');
});

test('if there is nothing to compress, the menu entry shows a notice, and /compress stays in the input with a hint', async () => {
  const panel = await start([]);
  const message = 'There is nothing to compress yet. The newest messages always stay as they are.';
  expect(await panel.submit('/compress')).toEqual({ outcome: 'kept', message });
  expect(panel.store.state.notice).toBeNull();
  await compress(panel);
  expect(panel.store.state.notice).toMatchObject({ message });
});

test('/compress during an answer stays in the input and says why', async () => {
  let finish = (): void => {};
  const hold = new Promise<void>((resolve) => (finish = resolve));
  const panel = await startChat([{ text: 'slow', hold }]);
  await panel.submit('go on');
  await until(() => panel.store.state.status === 'responding');
  const message = 'Wait for the answer, or stop it, before you use /compress.';
  expect(await panel.submit('/compress')).toEqual({ outcome: 'kept', message });
  finish();
  await until(() => panel.store.state.status === 'idle');
});

test('/compress while a call waits for the user stays in the input, and sends nothing', async () => {
  const panel = await startChat([{ calls: [shell('npm test')] }, 'Tested.']);
  await panel.submit('test it');
  await until(() => panel.store.state.status === 'waiting-for-confirmation');
  const { length } = panel.scripted.requests;
  expect(await panel.submit('/compress')).toEqual({
    outcome: 'kept',
    message: 'Wait for the answer, or stop it, before you use /compress.',
  });
  await panel.controller.handle({ type: 'compress', conversationId: panel.store.state.conversationId });
  expect([panel.scripted.requests.length, summaryOf(panel)]).toEqual([length, undefined]);
  await panel.controller.handle({ type: 'decide', callId: 'call-1', decision: 'allow-once' });
  await until(() => panel.store.state.status === 'idle');
});

test('after a compression, the editor is described in full, and a file must be read again before it is replaced', async () => {
  const panel = await start(
    [
      { calls: [read('a.ts'), read('b.ts')] },
      longText('answer 1', 2_500),
      longText('answer 2', 1_500),
      { calls: [read('b.ts')] },
      longText('answer 3', 1_500),
      'A summary.',
      { calls: [write('a.ts', 'beta\n'), write('b.ts', 'beta\n')] },
      'done',
    ],
    'auto-edit',
    { 'a.ts': 'alpha\n', 'b.ts': 'alpha\n' },
  );
  panel.changeSettings({ enableFollowupSuggestions: false });
  const snapshot = createSnapshot({ activeFile: null, openFiles: ['open.ts'] });
  panel.ideContext.set(snapshot);
  for (const text of ['one', 'two', 'three']) await panel.exchange(text);
  expect(textOf(panel).split('open.ts')).toHaveLength(2);
  await compress(panel);
  await panel.exchange('rename it');
  expect(textOf(panel)).toContain('open.ts');
  const { base } = panel;
  expect([base.text('a.ts'), base.text('b.ts')]).toEqual(['alpha\n', 'beta\n']);
});

test('a summary can be edited until the next prompt is sent', async () => {
  const panel = await startChat(['A summary.', 'done']);
  await compress(panel);
  await change(panel, { text: 'An edited summary.' });
  expect(summaryOf(panel)).toMatchObject({ text: 'An edited summary.', edited: true });
  await change(panel, { text: '  ' });
  await panel.exchange('go on');
  expect(textOf(panel)).toContain('An edited summary.');
  await change(panel, { text: 'Too late.' });
  expect(summaryOf(panel)?.text).toBe('An edited summary.');
});

test('an undone summary is not sent, and the user can restore it', async () => {
  const panel = await startChat(['A summary.', 'done', 'again']);
  await compress(panel);
  await change(panel, { undone: true });
  expect(summaryOf(panel)?.state).toBe('undone');
  await panel.exchange('go on');
  expect(textOf(panel)).toContain('answer 1');
  expect(textOf(panel)).not.toContain('A summary.');
  await change(panel, { undone: false });
  await panel.exchange('more');
  expect(textOf(panel)).toContain('A summary.');
  expect(textOf(panel)).not.toContain('answer 1');
});

test('Stop ends a compression, and nothing changes', async () => {
  const panel = await startChat([{ text: 'A summary.', hold: new Promise(() => {}) }]);
  const before = panel.store.state.items;
  await panel.controller.handle({ type: 'compress', conversationId: panel.store.state.conversationId });
  await until(() => summaryOf(panel)?.state === 'running');
  await panel.controller.handle({ type: 'stop' });
  expect(panel.store.state.items).toEqual(before);
  expect(panel.store.state.status).toBe('idle');
});

test('a prompt that was queued during a compression is sent after it', async () => {
  let finish = (): void => {};
  const hold = new Promise<void>((resolve) => (finish = resolve));
  const panel = await startChat([{ text: 'A summary.', hold }, 'done']);
  await panel.controller.handle({ type: 'compress', conversationId: panel.store.state.conversationId });
  await until(() => summaryOf(panel)?.state === 'running');
  expect(await panel.submit('next')).toEqual({ outcome: 'queued' });
  finish();
  await until(() => panel.scripted.remaining === 0 && panel.store.state.status === 'idle');
  expect(itemsOf(panel).slice(-3)).toEqual(['summary', 'user', 'answer']);
});

test('a prompt that was queued during a compression stays in the queue if the compression is stopped', async () => {
  const panel = await startChat([{ text: 'A summary.', hold: new Promise(() => {}) }, 'done']);
  await panel.controller.handle({ type: 'compress', conversationId: panel.store.state.conversationId });
  await until(() => summaryOf(panel)?.state === 'running');
  expect(await panel.submit('next')).toEqual({ outcome: 'queued' });
  await panel.controller.handle({ type: 'stop' });
  await panel.clock.advance(10);
  expect(panel.store.state).toMatchObject({ status: 'idle', queue: [{ text: 'next' }], queuePaused: true });
});

test('a compression by hand drops the suggestion, and does not request another suggestion', async () => {
  const panel = await start([longText('one', 1_500), longText('two', 1_500), 'add a test', 'A summary.']);
  panel.changeSettings({ enableSpeculation: false });
  await panel.submit('first');
  await until(() => panel.store.state.status === 'idle');
  await panel.submit('second');
  await panel.showGhost();
  await compress(panel);
  expect(panel.store.state.suggestion).toBeNull();
  expect(summaryOf(panel)?.state).toBe('done');
  expect(panel.scripted.remaining).toBe(0);
});

test('the cost of a summary is counted as background use of the answer before it', async () => {
  const panel = await startChat([
    { text: 'A summary.', usage: { input: 6_000, cacheRead: 0, cacheWrite: 0, output: 9 } },
  ]);
  await compress(panel);
  await until(() => panel.suggesting.requests.length > 0);
  expect(panel.suggesting.requests).toMatchObject([{ promptId: 'compression', usage: { input: 6_000 } }]);
});
