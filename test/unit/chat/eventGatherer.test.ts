import { describe, expect, test } from 'vitest';
import type { ClientEvent } from '../../../src/extension/chat/agent/clientEvent.ts';
import { EventGatherer } from '../../../src/extension/chat/agent/eventGatherer.ts';
import { createManualClock, settle } from '../../support/manualClock.ts';

function start() {
  const clock = createManualClock();
  const gatherer = new EventGatherer(clock);
  const heard: ClientEvent[] = [];
  const follow = async (): Promise<void> => {
    for (let told = await gatherer.next(); told; told = await gatherer.next()) heard.push(...told);
  };
  return { clock, gatherer, heard, following: follow() };
}

const text = (words: string): ClientEvent => ({ type: 'content', text: words });

describe('EventGatherer', () => {
  test('hands on the first text at once, and what comes within a frame as one event', async () => {
    const { clock, gatherer, heard } = start();
    gatherer.addText('content', 'One');
    await settle();
    expect(heard).toEqual([text('One')]);
    for (const word of [' two', ' three']) gatherer.addText('content', word);
    await settle();
    expect(heard).toEqual([text('One')]);
    await clock.advance(32);
    expect(heard).toEqual([text('One'), text(' two three')]);
  });

  test('hands on anything else at once, behind the text before it', async () => {
    const { gatherer, heard } = start();
    gatherer.addText('thought', 'Hm.');
    await settle();
    gatherer.addText('thought', ' Well.');
    gatherer.addText('content', 'Yes.');
    gatherer.tell({ type: 'finished', stopReason: 'done' });
    await settle();
    expect(heard).toEqual([
      { type: 'thought', text: 'Hm.' },
      { type: 'thought', text: ' Well.' },
      text('Yes.'),
      { type: 'finished', stopReason: 'done' },
    ]);
  });

  test('gives everything before it ends, and leaves no timer', async () => {
    const { clock, gatherer, heard, following } = start();
    gatherer.addText('content', 'One');
    await settle();
    gatherer.addText('content', ' two');
    gatherer.end();
    await following;
    expect(heard).toEqual([text('One'), text(' two')]);
    expect(clock.pending).toBe(0);
    expect(await gatherer.next()).toBeUndefined();
  });

  test('loses nothing that came while nobody asked', async () => {
    const gatherer = new EventGatherer(createManualClock());
    gatherer.addText('content', 'One');
    gatherer.tell({ type: 'user-cancelled' });
    gatherer.end();
    expect(await gatherer.next()).toEqual([text('One'), { type: 'user-cancelled' }]);
    expect(await gatherer.next()).toBeUndefined();
  });
});
