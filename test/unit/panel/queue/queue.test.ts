import { describe, expect, test } from 'vitest';
import { createLatch } from '../../../support/latch.ts';
import type { ScriptedStep } from '../../../support/scriptedModel.ts';
import { createMemoryFileStore } from '../../../support/memoryFileStore.ts';
import { write } from '../../speculate/fixtures.ts';
import { until } from '../harness.ts';
import { promptTextsIn, startQueue } from './queueUser.ts';

const diskFull = new Error('The disk is full');

describe('a prompt that is submitted during an answer', () => {
  test('is sent after the answers before it, one prompt at a time', async () => {
    const user = await startQueue(['Two.', 'Three.']);
    expect(await user.send('two')).toBe('queued');
    expect(await user.send('three')).toBe('queued');
    expect(user.queue()).toEqual(['two', 'three']);
    expect(user.store.state.draft).toBe('');
    user.open();
    await user.untilQueueStops();
    expect(user.prompts()).toEqual(['one', 'two', 'three']);
    expect(user.requests().map((request) => promptTextsIn(request).at(-1))).toEqual(['one', 'two', 'three']);
    expect(user.queue()).toEqual([]);
  });

  test('keeps its id from the queue to the transcript', async () => {
    const user = await startQueue(['Two.']);
    await user.send('two');
    const id = user.idOf('two');
    user.open();
    await user.untilQueueStops();
    expect(user.store.state.items.some((item) => item.id === id)).toBe(true);
  });

  test('is on disk before the input is cleared, and leaves no file after it was sent', async () => {
    const user = await startQueue(['Two.']);
    await user.send('two');
    expect([...user.files.files].some(([name, text]) => name.startsWith('queues/') && text.includes('"two"'))).toBe(
      true,
    );
    user.open();
    await user.untilQueueStops();
    await user.promptQueue.flush();
    expect([...user.files.files.keys()].filter((name) => name.startsWith('queues/'))).toEqual([]);
  });

  test('is queued with its images', async () => {
    const user = await startQueue(['Two.']);
    const image = { id: 'i', name: 'a.png', thumbnail: 'data:image/png,', mimeType: 'image/png', data: 'aGk=' };
    user.drafts.attach(image);
    expect(await user.send('')).toBe('queued');
    expect(user.store.state.attachments).toEqual([]);
    expect(user.store.state.queue[0]?.images).toMatchObject([{ id: 'i', name: 'a.png' }]);
    user.open();
    await user.untilQueueStops();
    expect(user.requests()[1]?.messages.at(-1)?.parts).toEqual([
      { type: 'image', mimeType: 'image/png', data: 'aGk=' },
    ]);
  });

  test('stays in the input if the disk is full', async () => {
    const user = await startQueue([]);
    const repairDisk = user.files.failAlways('write', diskFull);
    await user.draft('two');
    expect(await user.send('two')).toBe('kept');
    expect(user.queue()).toEqual([]);
    expect(user.store.state.draft).toBe('two');
    expect(user.store.state.notice?.message).toContain('could not be queued');
    repairDisk();
    expect(await user.send('two')).toBe('queued');
    expect(user.store.state.notice).toBeNull();
  });

  test('waits while an earlier prompt waits for an approval, and is sent after that answer', async () => {
    const user = await startQueue([{ calls: [write('b.ts', 'beta')] }, 'Written.', 'Three.'], { mode: 'default' });
    await user.send('write it');
    user.open();
    await until(() => user.store.state.status === 'waiting-for-confirmation');
    expect(await user.send('three')).toBe('queued');
    const card = user.store.state.items.flatMap((item) => (item.kind === 'answer' ? item.blocks : []));
    const callId = card.find((block) => block.kind === 'tool')?.callId ?? '';
    await user.controller.handle({ type: 'decide', callId, decision: 'allow-once' });
    await user.untilQueueStops();
    expect(user.prompts()).toEqual(['one', 'write it', 'three']);
  });

  test('stays in the input if it edits an earlier prompt', async () => {
    const user = await startQueue([]);
    const [first] = user.store.state.items;
    const conversationId = user.store.state.conversationId;
    await user.controller.handle({ type: 'edit', conversationId, itemId: first?.id ?? '' });
    expect(await user.send('one, better')).toBe('kept');
    expect(user.queue()).toEqual([]);
    expect(user.store.state.draft).toBe('one, better');
  });

  test('prevents requests for suggestions until the queue is empty', async () => {
    const latch = createLatch();
    const user = await startQueue([
      { calls: [write('b.ts', 'b')] },
      'Two.',
      { text: 'Three.', hold: latch.opened },
      '',
    ]);
    user.settings.enableFollowupSuggestions = true;
    await user.send('two');
    await user.send('three');
    user.open();
    await until(() => user.requests().length === 4);
    const asked = () => user.requests().filter(({ promptId }) => promptId === 'prompt_suggestion').length;
    expect(asked()).toBe(0);
    latch.open();
    await until(() => asked() === 1);
  });

  test('is sent as its own prompt if it should steer, but no tool turn follows', async () => {
    const user = await startQueue(['Two.']);
    expect(await user.send('two', { steers: true })).toBe('queued');
    user.open();
    await user.untilQueueStops();
    expect(user.prompts()).toEqual(['one', 'two']);
    expect(user.store.state.items.some((item) => item.kind === 'user' && item.steers)).toBe(false);
  });
});

describe('a queue', () => {
  const failure = { kind: 'server', message: 'boom', retryable: false } as const;
  const endings: [string, ScriptedStep][] = [
    ['fails', { error: failure }],
    ['is cut off', { text: 'Half', stopReason: 'length' }],
    ['is refused', { text: 'No', stopReason: 'refused' }],
  ];
  test.each(endings)('pauses if an answer %s', async (_name, step) => {
    const user = await startQueue([step, 'Three.']);
    await user.send('two');
    await user.send('three');
    user.open();
    await user.untilQueueStops();
    expect(user.queue()).toEqual(['three']);
    expect(user.store.state.queuePaused).toBe(true);
    await user.sendQueue();
    await user.untilQueueStops();
    expect(user.prompts()).toEqual(['one', 'two', 'three']);
  });

  test('pauses when the user stops the answer, and the next prompt is sent before the queue', async () => {
    const user = await startQueue(['Instead.', 'Two.']);
    await user.send('two');
    await user.controller.handle({ type: 'stop' });
    expect(user.store.state.queuePaused).toBe(true);
    expect(await user.send('instead')).toBe('sent');
    await until(() => user.store.state.status === 'idle');
    expect(user.prompts()).toEqual(['one', 'instead']);
    expect(user.store.state.queuePaused).toBe(true);
    await user.sendQueue();
    await user.untilQueueStops();
    expect(user.prompts()).toEqual(['one', 'instead', 'two']);
  });

  test('continues when the stopped answer is retried and ends normally', async () => {
    const user = await startQueue(['One again.', 'Two.']);
    await user.send('two');
    await user.controller.handle({ type: 'stop' });
    const { conversationId, items } = user.store.state;
    await user.controller.handle({ type: 'retry', conversationId, itemId: items.at(-1)?.id ?? '' });
    await user.untilQueueStops();
    expect(user.prompts()).toEqual(['one', 'two']);
  });

  test('pauses if no model can be used', async () => {
    const user = await startQueue(['Two.']);
    await user.send('two');
    user.setResolved({ kind: 'missing-key', message: 'Anthropic needs an API key.' });
    user.open();
    await user.untilQueueStops();
    expect(user.store.state.notice?.message).toContain('API key');
    expect(user.queue()).toEqual(['two']);
  });
});

describe('a reload', () => {
  test('keeps the queue, and pauses it', async () => {
    const files = createMemoryFileStore();
    const user = await startQueue([], { files });
    const image = { id: 'i', name: 'a.png', thumbnail: 'data:image/png,', mimeType: 'image/png', data: 'aGk=' };
    user.drafts.attach(image);
    await user.send('two');
    await user.send('three', { steers: true });
    const again = await user.reload(['Two.', 'Three.']);
    expect(again.queue()).toEqual(['two', 'three']);
    expect(again.store.state.queue.map(({ steers, images }) => [steers, images.length])).toEqual([
      [false, 1],
      [true, 0],
    ]);
    expect(again.store.state.queuePaused).toBe(true);
    await again.sendQueue();
    await again.untilQueueStops();
    expect(again.prompts()).toEqual(['one', 'two', 'three']);
  });

  test('does not queue a sent prompt again if the queue’s file still has it', async () => {
    const user = await startQueue(['Two.']);
    await user.send('two');
    const [name, text] = [...user.files.files].find(([each]) => each.startsWith('queues/')) ?? ['', ''];
    user.open();
    await user.untilQueueStops();
    await user.promptQueue.flush();
    user.files.files.set(name, text);
    const again = await user.reload();
    expect(again.queue()).toEqual([]);
    expect(again.prompts()).toEqual(['one', 'two']);
  });

  test('sets aside a queue file that cannot be read, and shows a notice', async () => {
    const user = await startQueue([]);
    await user.send('two');
    const name = [...user.files.files.keys()].find((each) => each.startsWith('queues/')) ?? '';
    user.files.files.set(name, 'not JSON');
    const again = await user.reload();
    expect(again.queue()).toEqual([]);
    expect(again.store.state.notice?.message).toContain('could not be read');
    expect(user.files.files.get(name.replace('.json', '.unreadable-1'))).toBe('not JSON');
  });
});
