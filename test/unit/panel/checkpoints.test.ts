import { describe, expect, test } from 'vitest';
import type { ScriptedStep } from '../../support/scriptedModel.ts';
import type { Request } from '../../../src/shared/protocol.ts';
import { write } from '../speculate/fixtures.ts';
import { start, until } from './harness.ts';

type Action = Extract<Request, { type: 'checkpoint' }>['action'];

const STEPS: readonly ScriptedStep[] = [
  { calls: [write('b.ts', 'b1\n')] },
  'First.',
  { calls: [write('c.ts', 'c1\n')] },
  'Second.',
];

/** A chat whose first answer has written b.ts, and whose second answer has written c.ts. */
async function startTwo(more: readonly ScriptedStep[] = [], ...prompts: string[]) {
  const panel = await start([...STEPS, ...more], 'yolo');
  panel.settings.enableFollowupSuggestions = false;
  for (const text of ['write b', 'write c', ...prompts]) {
    await panel.exchange(text);
    await panel.clock.advance(10);
  }
  const { store, controller } = panel;
  const promptOf = (text: string) => store.state.items.find((item) => item.kind === 'user' && item.text === text)?.id;
  const act = async (action: Action, itemId = store.state.restoring?.id ?? '') => {
    await controller.handle({ type: 'checkpoint', conversationId: store.state.conversationId, itemId, action });
    await panel.clock.advance(10);
  };
  const first = promptOf('write b') ?? '';
  const second = promptOf('write c') ?? '';
  return { ...panel, act, first, second };
}

/** For each answer: the state of its changes, and the files that the last restore left as they are. */
function changesOf({ store }: Pick<Awaited<ReturnType<typeof start>>, 'store'>) {
  return store.state.items.flatMap((item) =>
    item.kind === 'answer' ? { state: item.changes?.state, changed: item.changes?.changed } : [],
  );
}

const WRITTEN = { 'a.ts': 'alpha\n', 'b.ts': 'b1\n', 'c.ts': 'c1\n' };

describe('a checkpoint', () => {
  test('lists what a restore would do, and changes nothing before the user decides', async () => {
    const { act, first, store, base } = await startTwo();
    base.put('/ws/c.ts', 'mine\n');
    await act('ask-files', first);
    expect(store.state.restoring).toMatchObject({
      kind: 'files',
      prompt: 'write b',
      files: [{ path: 'b.ts', added: 0, removed: 1, change: 'delete' }],
      changed: ['c.ts'],
    });
    await act('cancel');
    expect([store.state.restoring, base.snapshot()]).toEqual([null, { ...WRITTEN, 'c.ts': 'mine\n' }]);
  });

  test('counts the lines of a deleted file that a restore would create again', async () => {
    const { act, second, store } = await startTwo(
      [{ calls: [{ name: 'delete_file', input: { file_path: 'a.ts' } }] }, 'Deleted.'],
      'delete a',
    );
    await act('ask-files', second);
    expect(store.state.restoring?.files).toEqual([
      { path: 'a.ts', added: 1, removed: 0, change: 'create' },
      { path: 'c.ts', added: 0, removed: 1, change: 'delete' },
    ]);
  });

  test('names the files that the undo of a restore left as they are, because they were changed after the restore', async () => {
    const { act, first, store, base, exchange } = await startTwo(['Well.']);
    await act('ask-files', first);
    await act('restore');
    expect(store.state.notice).toBeNull();
    base.put('/ws/c.ts', 'mine\n');
    await act('undo', first);
    expect(base.snapshot()).toEqual({ ...WRITTEN, 'c.ts': 'mine\n' });
    expect(store.state.notice?.message).toBe('Changed in the meantime, so left as they are: c.ts.');
    await exchange('go on');
    expect(store.state.notice).toBeNull();
  });

  test('names the files that stay as they are because they were changed while the user read the list', async () => {
    const { act, first, store, base } = await startTwo();
    await act('ask-files', first);
    base.put('/ws/c.ts', 'mine\n');
    await act('restore');
    expect(store.state.notice?.message).toBe('Changed in the meantime, so left as they are: c.ts.');
  });

  test('marks an answer as restored only if a restore has changed one of its files, and lists the files that stayed', async () => {
    const more = [{ calls: [write('d.ts', 'd1\n'), write('e.ts', 'e1\n')] }, 'Third.'];
    const panel = await startTwo(more, 'write d and e');
    const { act, first, base } = panel;
    base.put('/ws/c.ts', 'mine\n');
    base.put('/ws/e.ts', 'mine\n');
    const changes = () => changesOf(panel);
    await act('ask-files', first);
    await act('restore');
    const kept = { state: 'applied', changed: ['c.ts'] };
    await until(() => changes()[0]?.state === 'restored');
    expect(changes()).toEqual([{ state: 'restored', changed: [] }, kept, { state: 'restored', changed: ['e.ts'] }]);
    await act('undo', first);
    const applied = { state: 'applied', changed: [] };
    await until(() => changes()[0]?.state === 'applied');
    expect(changes()).toEqual([applied, applied, applied]);
  });

  test('marks an answer as restored while any restore to a checkpoint before it is in effect', async () => {
    const panel = await startTwo([{ calls: [write('d.ts', 'd1\n')] }, 'Third.']);
    const { act, first, exchange, base } = panel;
    await act('ask-files', first);
    await act('restore');
    await exchange('write d');
    await act('ask-files', first);
    await act('restore');
    await panel.clock.advance(10);
    const states = () => changesOf(panel).map(({ state }) => state);
    expect([base.snapshot(), states()]).toEqual([{ 'a.ts': 'alpha\n' }, ['restored', 'restored', 'restored']]);
    await act('undo', first);
    expect(base.snapshot()).toEqual({ 'a.ts': 'alpha\n', 'd.ts': 'd1\n' });
    expect(states()).toEqual(['restored', 'restored', 'applied']);
  });

  test.each([
    { between: ['write d'], files: 'd.ts' },
    { between: [], files: 'b.ts, c.ts' },
  ])('that is restored twice tells the model about the files $files', async ({ between, files }) => {
    const writesD = between.map(() => [{ calls: [write('d.ts', 'd1\n')] }, 'Third.']).flat();
    const { act, first, exchange, scripted, clock } = await startTwo([...writesD, 'Well.']);
    await act('ask-files', first);
    await act('restore');
    for (const text of between) await exchange(text);
    await clock.advance(10);
    await act('ask-files', first);
    await act('restore');
    await exchange('go on');
    const note = `the content that they had before an earlier message: ${files}.`;
    expect(JSON.stringify(scripted.requests.at(-1)?.messages).split(note)).toHaveLength(2);
  });

  test('lists under an answer only the files that the latest restore left as they are', async () => {
    const panel = await startTwo([{ calls: [write('d.ts', 'd1\n')] }, 'Third.'], 'write d');
    const { act, first, second, base } = panel;
    base.put('/ws/c.ts', 'mine\n');
    await act('ask-files', second);
    await act('restore');
    expect(changesOf(panel)[1]).toEqual({ state: 'applied', changed: ['c.ts'] });
    base.put('/ws/c.ts', 'c1\n');
    await act('ask-files', first);
    await act('restore');
    expect(base.snapshot()).toEqual({ 'a.ts': 'alpha\n' });
    expect(changesOf(panel)[1]).toEqual({ state: 'restored', changed: [] });
  });

  test('marks an answer as undone after a reload if its Undo changed a file that a restore had left', async () => {
    const panel = await startTwo();
    const { act, first, base, store } = panel;
    base.put('/ws/c.ts', 'mine\n');
    await act('ask-files', first);
    await act('restore');
    expect(changesOf(panel)[1]).toEqual({ state: 'applied', changed: ['c.ts'] });
    base.put('/ws/c.ts', 'c1\n');
    const { conversationId, items } = store.state;
    const itemId = items.at(-1)?.id ?? '';
    await panel.controller.handle({ type: 'change-files', conversationId, itemId, action: 'undo' });
    expect(base.snapshot()).toEqual({ 'a.ts': 'alpha\n' });
    await panel.close();
    const again = await start([], 'yolo', { 'a.ts': 'alpha\n', 'c.ts': 'typed later\n' }, panel.files);
    await until(() => changesOf(again)[1]?.state === 'undone');
    expect(changesOf(again)[1]).toEqual({ state: 'undone', changed: [] });
  });

  test.each(['plan', 'default', 'auto-edit', 'yolo'] as const)('restores files in the mode %s', async (mode) => {
    const { act, first, base, changeSettings } = await startTwo();
    changeSettings({ approvalMode: mode });
    await act('ask-files', first);
    await act('restore');
    expect(base.snapshot()).toEqual({ 'a.ts': 'alpha\n' });
  });

  test('restores the files of two prompts except a file that was edited by hand later, and can be undone', async () => {
    const { act, first, store, base } = await startTwo();
    base.put('/ws/c.ts', 'mine\n');
    await act('ask-files', first);
    await act('restore');
    expect(base.snapshot()).toEqual({ 'a.ts': 'alpha\n', 'c.ts': 'mine\n' });
    expect(store.state.restored).toMatchObject({ itemId: first, prompt: 'write b', files: 1, withChat: false });
    await act('undo', first);
    expect([base.snapshot(), store.state.restored]).toEqual([{ ...WRITTEN, 'c.ts': 'mine\n' }, null]);
  });

  test('restores the files and the chat, and puts the message into the composer until the restore is undone', async () => {
    const { act, second, store, base } = await startTwo();
    const items = store.state.items.length;
    await act('ask-chat', second);
    await act('restore');
    expect(base.snapshot()).toEqual({ 'a.ts': 'alpha\n', 'b.ts': 'b1\n' });
    expect([store.state.items.length, store.state.draft]).toEqual([2, 'write c']);
    await act('undo', second);
    expect(base.snapshot()).toEqual(WRITTEN);
    expect([store.state.items.length, store.state.draft]).toEqual([items, '']);
  });

  test('restores only the chat, with a notice, if the earlier contents were removed to make room', async () => {
    const { act, second, store, base, files } = await startTwo();
    const items = store.state.items.length;
    for (const name of files.files.keys()) {
      if (/^changes\/.*\.jsonl$/.test(name)) await files.write(name.replace('.jsonl', '.dropped'), '');
    }
    await act('ask-chat', second);
    expect(store.state.restoring).toMatchObject({ files: [], dropped: true });
    await act('restore');
    expect([store.state.items.length, store.state.draft, base.snapshot()]).toEqual([2, 'write c', WRITTEN]);
    expect(store.state.notice?.message).toBe(
      'The files were not restored, because their earlier contents were removed to make room.',
    );
    await act('undo', second);
    expect([store.state.items.length, store.state.draft, base.snapshot()]).toEqual([items, '', WRITTEN]);
  });

  test('reports if the earlier contents are removed to make room while the user reads the list', async () => {
    const { act, second, store, base, files } = await startTwo();
    await act('ask-files', second);
    for (const name of files.files.keys()) {
      if (/^changes\/.*\.jsonl$/.test(name)) await files.write(name.replace('.jsonl', '.dropped'), '');
    }
    await act('restore');
    expect([base.snapshot(), store.state.restored]).toEqual([WRITTEN, null]);
    expect(store.state.notice?.message).toMatch(/^The files were not restored/);
  });

  test('offers, also after a reload, to undo a restore to before the first message', async () => {
    const panel = await startTwo();
    await panel.act('ask-chat', panel.first);
    await panel.act('restore');
    expect(panel.store.state.items).toEqual([]);
    await panel.close();
    const again = await start([], 'yolo', { 'a.ts': 'alpha\n' }, panel.files);
    const { conversationId } = again.store.state;
    await again.clock.advance(1_000);
    expect(again.store.state.restored).toMatchObject({ withChat: true, files: 2 });
    await again.controller.handle({ type: 'checkpoint', conversationId, itemId: panel.first, action: 'undo' });
    expect([again.base.snapshot(), again.store.state.items.length]).toEqual([WRITTEN, 4]);
  });

  test.each(['undo', 'redo'] as const)(
    'closes its question at the %s of an answer, because the list of files is wrong then',
    async (action) => {
      const panel = await startTwo();
      const { act, first, store, base } = panel;
      const { conversationId, items } = store.state;
      const itemId = items.at(-1)?.id ?? '';
      const change = (kind: 'undo' | 'redo') =>
        panel.controller.handle({ type: 'change-files', conversationId, itemId, action: kind });
      if (action === 'redo') await change('undo');
      await act('ask-files', first);
      const { id = '' } = store.state.restoring ?? {};
      expect(id).not.toBe('');
      await change(action);
      expect(store.state.restoring).toBeNull();
      const after = base.snapshot();
      await act('restore', id);
      expect([base.snapshot(), store.state.restored]).toEqual([after, null]);
    },
  );

  test('closes its question when the undo of an earlier restore changes the files', async () => {
    const { act, first, second, store, base } = await startTwo();
    await act('ask-files', second);
    await act('restore');
    await act('ask-files', first);
    await act('undo', second);
    expect([store.state.restoring, base.snapshot()]).toEqual([null, WRITTEN]);
  });

  test('reports a restore without changes only until an undo or redo changes files', async () => {
    const panel = await startTwo();
    const { act, second, store, base } = panel;
    await act('ask-files', second);
    base.remove('/ws/c.ts');
    await act('restore');
    expect(store.state.restored).toMatchObject({ files: 0, withChat: false });
    const { conversationId, items } = store.state;
    const itemId = items.find((item) => item.kind === 'answer')?.id ?? '';
    await panel.controller.handle({ type: 'change-files', conversationId, itemId, action: 'undo' });
    expect([base.snapshot(), store.state.restored]).toEqual([{ 'a.ts': 'alpha\n' }, null]);
  });

  test('opens the diff of the files that a restore would leave, and keeps the question open', async () => {
    const { act, first, store, base, compared } = await startTwo();
    base.put('/ws/c.ts', 'mine\n');
    await act('ask-files', first);
    await act('compare');
    expect([compared, store.state.restoring?.changed]).toEqual([['/ws/c.ts'], ['c.ts']]);
  });

  test('opens the diff of all changes after it, or of the whole chat', async () => {
    const { act, first, second, compared, store, controller } = await startTwo();
    await act('review', second);
    expect(compared).toEqual(['/ws/c.ts']);
    compared.length = 0;
    await act('review', first);
    expect(compared).toEqual(['/ws/b.ts', '/ws/c.ts']);
    compared.length = 0;
    const { conversationId, items } = store.state;
    await controller.handle({
      type: 'change-files',
      conversationId,
      itemId: items.at(-1)?.id ?? '',
      action: 'review-chat',
    });
    expect(compared).toEqual(['/ws/b.ts', '/ws/c.ts']);
  });
});

test('a review since a message after which no files were changed says so', async () => {
  const panel = await startTwo(['Hello.']);
  await panel.exchange('hello');
  const last = panel.store.state.items.findLast(({ kind }) => kind === 'user')?.id ?? '';
  await panel.act('review', last);
  expect(panel.store.state.notice?.message).toBe('No answer has changed files since this message.');
});

describe('a retry of an answer after which files were changed', () => {
  test.each(['restore', 'keep'] as const)('asks first, and then answers again: %s', async (decision) => {
    const { act, first, store, base, controller } = await startTwo(['Again.']);
    const answer = store.state.items.find((item) => item.kind === 'answer')?.id ?? '';
    const { conversationId } = store.state;
    await controller.handle({ type: 'retry', conversationId, itemId: answer });
    expect(store.state.restoring).toMatchObject({ kind: 'retry', itemId: first, files: [{}, {}] });
    expect(store.state.status).toBe('idle');
    await act(decision);
    await until(() => store.state.status === 'idle' && store.state.items.length === 2);
    expect(base.snapshot()).toEqual(decision === 'restore' ? { 'a.ts': 'alpha\n' } : WRITTEN);
  });
});

test('an edit of an earlier message asks first, and Cancel keeps the text in the composer', async () => {
  const { act, second, store, base, controller, submit } = await startTwo(['Again.']);
  const { conversationId } = store.state;
  await controller.handle({ type: 'edit', conversationId, itemId: second });
  await controller.handle({ type: 'draft', conversationId, text: 'write d' });
  expect(await submit('write d')).toEqual({ outcome: 'kept' });
  await act('cancel');
  expect([store.state.draft, store.state.editing, base.snapshot()]).toEqual(['write d', second, WRITTEN]);
  await submit('write d');
  await act('restore');
  await until(() => store.state.status === 'idle' && store.state.draft === '');
  expect(base.snapshot()).toEqual({ 'a.ts': 'alpha\n', 'b.ts': 'b1\n' });
  expect(store.state.items.filter((item) => item.kind === 'user').map((item) => item.text)).toEqual([
    'write b',
    'write d',
  ]);
});
