import { describe, expect, test } from 'vitest';
import { createGate } from '../../support/gate.ts';
import type { ScriptedStep } from '../../support/scriptedModel.ts';
import { createMemoryFileStore } from '../../support/memoryFileStore.ts';
import { write } from '../speculate/fixtures.ts';
import { until } from './harness.ts';
import { startQueue, wordsIn } from './queueUser.ts';

const full = new Error('The disk is full');

describe('what is submitted while an answer is made', () => {
  test('goes when the answers before it are there, one prompt after the other', async () => {
    const user = await startQueue(['Two.', 'Three.']);
    expect(await user.say('two')).toBe('queued');
    expect(await user.say('three')).toBe('queued');
    expect(user.queue()).toEqual(['two', 'three']);
    expect(user.store.state.draft).toBe('');
    user.open();
    await user.rest();
    expect(user.prompts()).toEqual(['one', 'two', 'three']);
    expect(user.requests().map((request) => wordsIn(request).at(-1))).toEqual(['one', 'two', 'three']);
    expect(user.queue()).toEqual([]);
  });

  test('is one prompt for the user wherever it is shown', async () => {
    const user = await startQueue(['Two.']);
    await user.say('two');
    const id = user.idOf('two');
    user.open();
    await user.rest();
    expect(user.store.state.items.some((item) => item.id === id)).toBe(true);
  });

  test('is on disk before the input is cleared, and no file is left when it has gone', async () => {
    const user = await startQueue(['Two.']);
    await user.say('two');
    expect([...user.files.files].some(([name, text]) => name.startsWith('queues/') && text.includes('"two"'))).toBe(
      true,
    );
    user.open();
    await user.rest();
    await user.promptQueue.flush();
    expect([...user.files.files.keys()].filter((name) => name.startsWith('queues/'))).toEqual([]);
  });

  test('takes the images along', async () => {
    const user = await startQueue(['Two.']);
    const image = { id: 'i', name: 'a.png', thumbnail: 'data:image/png,', mimeType: 'image/png', data: 'aGk=' };
    user.drafts.attach(image);
    expect(await user.say('')).toBe('queued');
    expect(user.store.state.attachments).toEqual([]);
    expect(user.store.state.queue[0]?.images).toMatchObject([{ id: 'i', name: 'a.png' }]);
    user.open();
    await user.rest();
    expect(user.requests()[1]?.messages.at(-1)?.parts).toEqual([
      { type: 'image', mimeType: 'image/png', data: 'aGk=' },
    ]);
  });

  test('stays in the input where the disk is full', async () => {
    const user = await startQueue([]);
    const mend = user.files.failAlways('write', full);
    await user.draft('two');
    expect(await user.say('two')).toBe('kept');
    expect(user.queue()).toEqual([]);
    expect(user.store.state.draft).toBe('two');
    expect(user.store.state.notice?.message).toContain('could not be queued');
    mend();
    expect(await user.say('two')).toBe('queued');
    expect(user.store.state.notice).toBeNull();
  });

  test('waits for an approval with everything else, and goes behind it', async () => {
    const user = await startQueue([{ calls: [write('b.ts', 'beta')] }, 'Written.', 'Three.'], { mode: 'default' });
    await user.say('write it');
    user.open();
    await until(() => user.store.state.status === 'waiting-for-confirmation');
    expect(await user.say('three')).toBe('queued');
    const card = user.store.state.items.flatMap((item) => (item.kind === 'answer' ? item.blocks : []));
    const callId = card.find((block) => block.kind === 'tool')?.callId ?? '';
    await user.controller.handle({ type: 'decide', callId, decision: 'allow-once' });
    await user.rest();
    expect(user.prompts()).toEqual(['one', 'write it', 'three']);
  });

  test('leaves a new wording of an earlier prompt in the input', async () => {
    const user = await startQueue([]);
    const [first] = user.store.state.items;
    const conversationId = user.store.state.conversationId;
    await user.controller.handle({ type: 'edit', conversationId, itemId: first?.id ?? '' });
    expect(await user.say('one, better')).toBe('kept');
    expect(user.queue()).toEqual([]);
    expect(user.store.state.draft).toBe('one, better');
  });

  test('keeps any suggestion from being asked for, until nothing is queued any more', async () => {
    const gate = createGate();
    const user = await startQueue([{ calls: [write('b.ts', 'b')] }, 'Two.', { text: 'Three.', hold: gate.opened }, '']);
    user.settings.enableFollowupSuggestions = true;
    await user.say('two');
    await user.say('three');
    user.open();
    await until(() => user.requests().length === 4);
    const asked = () => user.requests().filter(({ promptId }) => promptId === 'prompt_suggestion').length;
    expect(asked()).toBe(0);
    gate.open();
    await until(() => asked() === 1);
  });

  test('goes as its own prompt where it was to steer and there was no tool round', async () => {
    const user = await startQueue(['Two.']);
    expect(await user.say('two', { steers: true })).toBe('queued');
    user.open();
    await user.rest();
    expect(user.prompts()).toEqual(['one', 'two']);
    expect(user.store.state.items.some((item) => item.kind === 'user' && item.steers)).toBe(false);
  });
});

describe('an answer that does not simply end', () => {
  const failure = { kind: 'server', message: 'boom', retryable: false } as const;
  const endings: [string, ScriptedStep][] = [
    ['failed', { error: failure }],
    ['cut off', { text: 'Half', stopReason: 'length' }],
    ['refused', { text: 'No', stopReason: 'refused' }],
  ];
  test.each(endings)('that is %s leaves the queue waiting for the user', async (_name, step) => {
    const user = await startQueue([step, 'Three.']);
    await user.say('two');
    await user.say('three');
    user.open();
    await user.rest();
    expect(user.queue()).toEqual(['three']);
    expect(user.store.state.queuePaused).toBe(true);
    await user.sendQueue();
    await user.rest();
    expect(user.prompts()).toEqual(['one', 'two', 'three']);
  });

  test('that the user stops leaves it waiting, and what they say then goes at once and before it', async () => {
    const user = await startQueue(['Instead.', 'Two.']);
    await user.say('two');
    await user.controller.handle({ type: 'stop' });
    expect(user.store.state.queuePaused).toBe(true);
    expect(await user.say('instead')).toBe('sent');
    await until(() => user.store.state.status === 'idle');
    expect(user.prompts()).toEqual(['one', 'instead']);
    expect(user.store.state.queuePaused).toBe(true);
    await user.sendQueue();
    await user.rest();
    expect(user.prompts()).toEqual(['one', 'instead', 'two']);
  });

  test('lets the queue go on when the very answer is asked for again, and that ends well', async () => {
    const user = await startQueue(['One again.', 'Two.']);
    await user.say('two');
    await user.controller.handle({ type: 'stop' });
    const { conversationId, items } = user.store.state;
    await user.controller.handle({ type: 'retry', conversationId, itemId: items.at(-1)?.id ?? '' });
    await user.rest();
    expect(user.prompts()).toEqual(['one', 'two']);
  });

  test('leaves it waiting where there is no model to ask', async () => {
    const user = await startQueue(['Two.']);
    await user.say('two');
    user.setResolved({ kind: 'missing-key', message: 'Anthropic needs an API key.' });
    user.open();
    await user.rest();
    expect(user.store.state.notice?.message).toContain('API key');
    expect(user.queue()).toEqual(['two']);
  });
});

describe('a reload', () => {
  test('keeps the queue, which waits for the user', async () => {
    const files = createMemoryFileStore();
    const user = await startQueue([], { files });
    const image = { id: 'i', name: 'a.png', thumbnail: 'data:image/png,', mimeType: 'image/png', data: 'aGk=' };
    user.drafts.attach(image);
    await user.say('two');
    await user.say('three', { steers: true });
    const again = await user.reload(['Two.', 'Three.']);
    expect(again.queue()).toEqual(['two', 'three']);
    expect(again.store.state.queue.map(({ steers, images }) => [steers, images.length])).toEqual([
      [false, 1],
      [true, 0],
    ]);
    expect(again.store.state.queuePaused).toBe(true);
    await again.sendQueue();
    await again.rest();
    expect(again.prompts()).toEqual(['one', 'two', 'three']);
  });

  test('sends nothing twice that the queue’s file had not let go of', async () => {
    const user = await startQueue(['Two.']);
    await user.say('two');
    const [name, text] = [...user.files.files].find(([each]) => each.startsWith('queues/')) ?? ['', ''];
    user.open();
    await user.rest();
    await user.promptQueue.flush();
    user.files.files.set(name, text);
    const again = await user.reload();
    expect(again.queue()).toEqual([]);
    expect(again.prompts()).toEqual(['one', 'two']);
  });

  test('sets a list aside that cannot be read, and says so', async () => {
    const user = await startQueue([]);
    await user.say('two');
    const name = [...user.files.files.keys()].find((each) => each.startsWith('queues/')) ?? '';
    user.files.files.set(name, 'not JSON');
    const again = await user.reload();
    expect(again.queue()).toEqual([]);
    expect(again.store.state.notice?.message).toContain('could not be read');
    expect(user.files.files.get(name.replace('.json', '.unreadable-1'))).toBe('not JSON');
  });
});
