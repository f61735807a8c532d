import { describe, expect, test } from 'vitest';
import type { ScriptedStep } from '../../support/scriptedModel.ts';
import type { Request } from '../../../src/shared/protocol.ts';
import { write } from '../speculate/fixtures.ts';
import { start } from './harness.ts';

type Action = Extract<Request, { type: 'checkpoint' }>['action'];

const STEPS: readonly ScriptedStep[] = [
  { calls: [write('b.ts', 'b1\n')] },
  'First.',
  { calls: [write('c.ts', 'c1\n')] },
  'Second.',
];

/** A chat whose first answer has written b.ts, and whose second answer has written c.ts. */
async function startTwo() {
  const panel = await start(STEPS, 'yolo');
  panel.settings.enableFollowupSuggestions = false;
  for (const text of ['write b', 'write c']) {
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

const WRITTEN = { 'a.ts': 'alpha\n', 'b.ts': 'b1\n', 'c.ts': 'c1\n' };

describe('a checkpoint', () => {
  test('lists what a restore would do, and changes nothing before the user decides', async () => {
    const { act, first, store, base } = await startTwo();
    base.put('/ws/c.ts', 'mine\n');
    await act('ask-files', first);
    expect(store.state.restoring).toMatchObject({
      kind: 'files',
      files: [{ path: 'b.ts', added: 0, removed: 1, deleted: true }],
      changed: ['c.ts'],
    });
    await act('cancel');
    expect([store.state.restoring, base.snapshot()]).toEqual([null, { ...WRITTEN, 'c.ts': 'mine\n' }]);
  });

  test('restores the files of two prompts, keeps a file edited by hand since, and can be undone', async () => {
    const { act, first, store, base } = await startTwo();
    base.put('/ws/c.ts', 'mine\n');
    await act('ask-files', first);
    await act('restore');
    expect(base.snapshot()).toEqual({ 'a.ts': 'alpha\n', 'c.ts': 'mine\n' });
    expect(store.state.restored).toMatchObject({ itemId: first, prompt: 'write b', files: 1, withChat: false });
    await act('undo', first);
    expect([base.snapshot(), store.state.restored]).toEqual([{ ...WRITTEN, 'c.ts': 'mine\n' }, null]);
  });

  test('restores the files and the chat, puts the message into the composer, and takes it back on undo', async () => {
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

  test('still offers to undo a restore to before the first message after a reload', async () => {
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

  test('opens the diff of everything that was changed since', async () => {
    const { act, first, second, compared } = await startTwo();
    await act('review', second);
    expect(compared).toEqual(['/ws/c.ts']);
    compared.length = 0;
    await act('review', first);
    expect(compared).toEqual(['/ws/b.ts', '/ws/c.ts']);
  });
});
