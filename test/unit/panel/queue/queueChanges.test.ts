import { describe, expect, test } from 'vitest';
import { createLatch } from '../../../support/latch.ts';
import type { ScriptedStep } from '../../../support/scriptedModel.ts';
import { toSelected } from '../../speculate/fixtures.ts';
import { until } from '../harness.ts';
import { startQueue } from './queueUser.ts';

/** Queues two prompts after the one that is being answered. */
async function startWithTwo(steps: readonly ScriptedStep[] = ['Two.', 'Three.']) {
  const user = await startQueue(steps);
  await user.send('two');
  await user.send('three');
  return user;
}

describe('a queued prompt', () => {
  test('moves up and down, but not past either end', async () => {
    const user = await startWithTwo();
    await user.change('three', 'move-up');
    await user.change('three', 'move-up');
    await user.change('two', 'move-down');
    expect(user.queue()).toEqual(['three', 'two']);
    user.open();
    await user.untilQueueStops();
    expect(user.prompts()).toEqual(['one', 'three', 'two']);
  });

  test('is not sent after it is removed, and can be restored', async () => {
    const user = await startWithTwo();
    const two = user.idOf('two');
    await user.change('two', 'remove');
    expect(user.store.state.queue.map(({ text, removed }) => [text, removed])).toEqual([
      ['two', true],
      ['three', false],
    ]);
    await user.change('two', 'restore');
    expect(user.queue()).toEqual(['two', 'three']);
    expect(user.idOf('two')).toBe(two);
    await user.change('two', 'remove');
    user.open();
    await user.untilQueueStops();
    expect(user.prompts()).toEqual(['one', 'three']);
  });

  test('can still be restored after another prompt is removed', async () => {
    const user = await startWithTwo();
    await user.change('two', 'remove');
    await user.change('three', 'remove');
    expect(user.store.state.queue.map(({ text, removed }) => [text, removed])).toEqual([
      ['two', true],
      ['three', true],
    ]);
    await user.change('two', 'restore');
    expect(user.queue()).toEqual(['two']);
    await user.change('three', 'restore');
    expect(user.queue()).toEqual(['two', 'three']);
  });

  test('waits for the user if it is restored after the queue has run out', async () => {
    const user = await startWithTwo();
    await user.change('two', 'remove');
    await user.change('three', 'remove');
    user.open();
    await until(() => user.store.state.status === 'idle');
    await user.change('three', 'restore');
    expect(user.queue()).toEqual(['three']);
    expect(user.store.state.queuePaused).toBe(true);
    await user.sendQueue();
    await user.untilQueueStops();
    expect(user.prompts()).toEqual(['one', 'three']);
  });

  test('is still sent after a request to restore a prompt that is gone', async () => {
    const user = await startQueue(['Two.']);
    await user.send('two');
    await user.change('two', 'edit');
    user.open();
    await until(() => user.store.state.status === 'idle');
    await user.change('gone', 'restore');
    expect(user.store.state.queuePaused).toBe(false);
    await user.send('two, better');
    await user.untilQueueStops();
    expect(user.prompts()).toEqual(['one', 'two, better']);
  });

  test('cannot be restored after another prompt was sent', async () => {
    const user = await startQueue(['Two.']);
    await user.send('two');
    await user.controller.handle({ type: 'stop' });
    await user.change('two', 'remove');
    expect(user.store.state.queue).toHaveLength(1);
    expect(await user.send('instead')).toBe('sent');
    expect(user.store.state).toMatchObject({ queue: [], queuePaused: false });
  });

  test('does not change if the request names another chat or an unknown id', async () => {
    const user = await startWithTwo();
    const id = user.idOf('two');
    await user.controller.handle({ type: 'change-queued', conversationId: 'another', id, change: 'remove' });
    await user.change('nothing', 'remove');
    await user.controller.handle({ type: 'send-queue', conversationId: 'another' });
    expect(user.queue()).toEqual(['two', 'three']);
  });

  test('is not sent in another chat, and is still queued when its own chat is opened', async () => {
    const user = await startWithTwo();
    const { conversationId } = user.store.state;
    await user.actions.newChat();
    expect(user.store.state.notice?.message).toMatch(/queued messages? waits? in “one”\. Go back to that chat/);
    expect(user.store.state.queue).toEqual([]);
    await user.chats.open(conversationId);
    expect(user.queue()).toEqual(['two', 'three']);
    expect(user.store.state.queuePaused).toBe(true);
  });

  test('is not sent if it is removed while the model is resolved', async () => {
    const user = await startWithTwo(['Three.']);
    const latch = createLatch();
    user.setResolved(latch.opened.then(() => ({ kind: 'model', model: toSelected(user.scripted) })));
    user.open();
    await until(() => user.store.state.status === 'idle');
    await user.change('two', 'remove');
    latch.open();
    await user.untilQueueStops();
    expect(user.prompts()).toEqual(['one', 'three']);
  });
});

describe('an edit of a queued prompt', () => {
  test('stashes the input’s text, and keeps the prompt’s place in the queue', async () => {
    const user = await startWithTwo();
    await user.draft('half a thought');
    await user.change('two', 'edit');
    expect(user.store.state).toMatchObject({ draft: 'two', editing: user.idOf('two') });
    await user.draft('two, better');
    expect(await user.send('two, better')).toBe('queued');
    expect(user.queue()).toEqual(['two, better', 'three']);
    expect(user.store.state).toMatchObject({ draft: 'half a thought', editing: null });
  });

  test('leaves the prompt unchanged if the user cancels', async () => {
    const user = await startWithTwo();
    await user.draft('half a thought');
    await user.change('two', 'edit');
    await user.draft('nonsense');
    await user.cancelEdit();
    expect(user.queue()).toEqual(['two', 'three']);
    expect(user.store.state).toMatchObject({ draft: 'half a thought', editing: null });
  });

  test('holds the prompt and all prompts after it until the edit is submitted', async () => {
    const user = await startWithTwo();
    await user.change('two', 'edit');
    user.open();
    await until(() => user.store.state.status === 'idle');
    expect(user.prompts()).toEqual(['one']);
    expect(user.store.state.queuePaused).toBe(false);
    expect(await user.send('two, better')).toBe('queued');
    await user.untilQueueStops();
    expect(user.prompts()).toEqual(['one', 'two, better', 'three']);
  });

  test('pauses the queue if it is cancelled after it has held prompts back', async () => {
    const user = await startWithTwo();
    await user.change('two', 'edit');
    user.open();
    await until(() => user.store.state.status === 'idle');
    await user.cancelEdit();
    expect(user.store.state.queuePaused).toBe(true);
    expect(user.prompts()).toEqual(['one']);
    await user.sendQueue();
    await user.untilQueueStops();
    expect(user.prompts()).toEqual(['one', 'two', 'three']);
  });

  test('leaves a paused queue paused', async () => {
    const user = await startWithTwo();
    await user.controller.handle({ type: 'stop' });
    await user.change('two', 'edit');
    await user.send('two, better');
    expect(user.store.state.queuePaused).toBe(true);
    expect(user.queue()).toEqual(['two, better', 'three']);
  });

  test('keeps its changed text when another edit begins', async () => {
    const user = await startWithTwo();
    await user.change('two', 'edit');
    await user.draft('two, better');
    await user.change('three', 'edit');
    expect(user.store.state.draft).toBe('three');
    await user.cancelEdit();
    expect(user.store.state.draft).toBe('two, better');
    expect(user.queue()).toEqual(['two', 'three']);
  });

  test('prevents other requests from moving, removing or steering the prompt', async () => {
    const user = await startWithTwo();
    await user.change('two', 'edit');
    await user.change('two', 'remove');
    await user.change('two', 'steer');
    await user.change('two', 'move-down');
    expect(user.store.state.queue[0]).toMatchObject({ text: 'two', removed: false, steers: false });
  });

  test('is still open after a reload', async () => {
    const user = await startWithTwo();
    await user.draft('half a thought');
    await user.change('two', 'edit');
    await user.draft('two, better');
    const again = await user.reload();
    expect(again.store.state).toMatchObject({ draft: 'two, better', editing: again.idOf('two') });
    await again.send('two, better');
    expect(again.queue()).toEqual(['two, better', 'three']);
    expect(again.store.state.draft).toBe('half a thought');
  });

  test('keeps the text in the input if the changed prompt cannot be written', async () => {
    const user = await startWithTwo();
    await user.change('two', 'edit');
    const repairDisk = user.files.failAlways('write', new Error('The disk is full'));
    expect(await user.send('two, better')).toBe('kept');
    expect(user.store.state.draft).toBe('two, better');
    expect(user.queue()).toEqual(['two', 'three']);
    repairDisk();
    expect(await user.send('two, better')).toBe('queued');
    expect(user.queue()).toEqual(['two, better', 'three']);
  });
});
