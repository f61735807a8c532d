import { describe, expect, test } from 'vitest';
import { createGate } from '../../support/gate.ts';
import type { ScriptedStep } from '../../support/scriptedModel.ts';
import { toSelected } from '../speculate/fixtures.ts';
import { until } from './harness.ts';
import { startQueue } from './queueUser.ts';

/** Two prompts are queued behind the one that is being answered. */
async function startWithTwo(steps: readonly ScriptedStep[] = ['Two.', 'Three.']) {
  const user = await startQueue(steps);
  await user.say('two');
  await user.say('three');
  return user;
}

describe('a queued prompt', () => {
  test('goes where it is moved to, and no further than either end', async () => {
    const user = await startWithTwo();
    await user.change('three', 'move-up');
    await user.change('three', 'move-up');
    await user.change('two', 'move-down');
    expect(user.queue()).toEqual(['three', 'two']);
    user.open();
    await user.rest();
    expect(user.prompts()).toEqual(['one', 'three', 'two']);
  });

  test('that is removed is not sent, and comes back to its place until something else is removed', async () => {
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
    await user.change('three', 'remove');
    expect(user.store.state.queue.map(({ text }) => text)).toEqual(['three']);
    user.open();
    await until(() => user.store.state.status === 'idle');
    expect(user.prompts()).toEqual(['one']);
  });

  test('that was put back into a queue which nothing goes from any more waits for the user', async () => {
    const user = await startWithTwo();
    await user.change('two', 'remove');
    await user.change('three', 'remove');
    user.open();
    await until(() => user.store.state.status === 'idle');
    await user.change('three', 'restore');
    expect(user.queue()).toEqual(['three']);
    expect(user.store.state.queuePaused).toBe(true);
    await user.sendQueue();
    await user.rest();
    expect(user.prompts()).toEqual(['one', 'three']);
  });

  test('that was removed cannot be put back once something else is sent', async () => {
    const user = await startQueue(['Two.']);
    await user.say('two');
    await user.controller.handle({ type: 'stop' });
    await user.change('two', 'remove');
    expect(user.store.state.queue).toHaveLength(1);
    expect(await user.say('instead')).toBe('sent');
    expect(user.store.state).toMatchObject({ queue: [], queuePaused: false });
  });

  test('stays where another chat is named, or none of this id is there', async () => {
    const user = await startWithTwo();
    const id = user.idOf('two');
    await user.controller.handle({ type: 'change-queued', conversationId: 'another', id, change: 'remove' });
    await user.change('nothing', 'remove');
    await user.controller.handle({ type: 'send-queue', conversationId: 'another' });
    expect(user.queue()).toEqual(['two', 'three']);
  });

  test('is left alone by another chat, and is there again in its own', async () => {
    const user = await startWithTwo();
    const { conversationId } = user.store.state;
    await user.actions.newChat();
    expect(user.store.state.notice?.message).toMatch(/queued messages? waits? in “one”\. Go back to that chat/);
    expect(user.store.state.queue).toEqual([]);
    await user.chats.open(conversationId);
    expect(user.queue()).toEqual(['two', 'three']);
    expect(user.store.state.queuePaused).toBe(true);
  });

  test('that is removed while it is about to be sent is not sent', async () => {
    const user = await startWithTwo(['Three.']);
    const gate = createGate();
    user.setResolved(gate.opened.then(() => ({ kind: 'model', model: toSelected(user.scripted) })));
    user.open();
    await until(() => user.store.state.status === 'idle');
    await user.change('two', 'remove');
    gate.open();
    await user.rest();
    expect(user.prompts()).toEqual(['one', 'three']);
  });
});

describe('an edit of a queued prompt', () => {
  test('puts by what is in the input, and ends in the prompt’s place', async () => {
    const user = await startWithTwo();
    await user.draft('half a thought');
    await user.change('two', 'edit');
    expect(user.store.state).toMatchObject({ draft: 'two', editing: user.idOf('two') });
    await user.draft('two, better');
    expect(await user.say('two, better')).toBe('queued');
    expect(user.queue()).toEqual(['two, better', 'three']);
    expect(user.store.state).toMatchObject({ draft: 'half a thought', editing: null });
  });

  test('that is cancelled leaves it as it was', async () => {
    const user = await startWithTwo();
    await user.draft('half a thought');
    await user.change('two', 'edit');
    await user.draft('nonsense');
    await user.cancelEdit();
    expect(user.queue()).toEqual(['two', 'three']);
    expect(user.store.state).toMatchObject({ draft: 'half a thought', editing: null });
  });

  test('holds it back with all that is behind it, until it is put back', async () => {
    const user = await startWithTwo();
    await user.change('two', 'edit');
    user.open();
    await until(() => user.store.state.status === 'idle');
    expect(user.prompts()).toEqual(['one']);
    expect(user.store.state.queuePaused).toBe(false);
    expect(await user.say('two, better')).toBe('queued');
    await user.rest();
    expect(user.prompts()).toEqual(['one', 'two, better', 'three']);
  });

  test('lets nothing go by itself that it has held back, where it is cancelled', async () => {
    const user = await startWithTwo();
    await user.change('two', 'edit');
    user.open();
    await until(() => user.store.state.status === 'idle');
    await user.cancelEdit();
    expect(user.store.state.queuePaused).toBe(true);
    expect(user.prompts()).toEqual(['one']);
    await user.sendQueue();
    await user.rest();
    expect(user.prompts()).toEqual(['one', 'two', 'three']);
  });

  test('leaves a queue waiting that waited before', async () => {
    const user = await startWithTwo();
    await user.controller.handle({ type: 'stop' });
    await user.change('two', 'edit');
    await user.say('two, better');
    expect(user.store.state.queuePaused).toBe(true);
    expect(user.queue()).toEqual(['two, better', 'three']);
  });

  test('is not overtaken by another one: what the first has changed is kept', async () => {
    const user = await startWithTwo();
    await user.change('two', 'edit');
    await user.draft('two, better');
    await user.change('three', 'edit');
    expect(user.store.state.draft).toBe('three');
    await user.cancelEdit();
    expect(user.store.state.draft).toBe('two, better');
    expect(user.queue()).toEqual(['two', 'three']);
  });

  test('keeps the prompt from being moved, removed and marked from elsewhere', async () => {
    const user = await startWithTwo();
    await user.change('two', 'edit');
    await user.change('two', 'remove');
    await user.change('two', 'steer');
    await user.change('two', 'move-down');
    expect(user.store.state.queue[0]).toMatchObject({ text: 'two', removed: false, steers: false });
  });

  test('outlives a reload', async () => {
    const user = await startWithTwo();
    await user.draft('half a thought');
    await user.change('two', 'edit');
    await user.draft('two, better');
    const again = await user.reload();
    expect(again.store.state).toMatchObject({ draft: 'two, better', editing: again.idOf('two') });
    await again.say('two, better');
    expect(again.queue()).toEqual(['two, better', 'three']);
    expect(again.store.state.draft).toBe('half a thought');
  });

  test('gives the input back where the changed prompt cannot be written', async () => {
    const user = await startWithTwo();
    await user.change('two', 'edit');
    const mend = user.files.failAlways('write', new Error('The disk is full'));
    expect(await user.say('two, better')).toBe('kept');
    expect(user.store.state.draft).toBe('two, better');
    expect(user.queue()).toEqual(['two', 'three']);
    mend();
    expect(await user.say('two, better')).toBe('queued');
    expect(user.queue()).toEqual(['two, better', 'three']);
  });
});
