import { describe, expect, test } from 'vitest';
import { ChatStore } from '../../../src/extension/chat/chatStore.ts';
import { DeltaStream } from '../../../src/extension/panel/deltaStream.ts';
import { createInitialChatState, reduce } from '../../../src/shared/chatReducer.ts';
import type { ChatState } from '../../../src/shared/chatState.ts';
import type { HostMessage } from '../../../src/shared/protocol.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { answerItem } from '../../support/chatItems.ts';

function start() {
  const clock = createManualClock();
  const store = new ChatStore(createInitialChatState('c'));
  const sent: HostMessage[] = [];
  const stream = new DeltaStream(store, clock, (message) => sent.push(message));
  return { clock, store, sent, stream };
}

/** What a webview makes of the messages. */
function replay(messages: readonly HostMessage[]): ChatState | undefined {
  let state: ChatState | undefined;
  for (const message of messages) {
    if (message.kind === 'snapshot') state = message.state;
    if (message.kind === 'delta' && state) state = message.events.reduce(reduce, state);
  }
  return state;
}

describe('DeltaStream', () => {
  test('gives the webview the host’s state, numbered without a gap', async () => {
    const { clock, store, sent, stream } = start();
    stream.sendSnapshot();
    store.dispatch({ type: 'item-added', item: answerItem({ status: 'streaming' }) });
    store.dispatch({ type: 'block-added', itemId: 'a', block: { kind: 'text', text: '' } });
    await clock.advance(16);
    for (const text of 'streamed') store.dispatch({ type: 'text-appended', itemId: 'a', index: 0, text });
    await clock.advance(16);
    expect(replay(sent)).toEqual(store.state);
    expect(sent.map((message) => 'seq' in message && message.seq)).toEqual([1, 2, 3]);
  });

  test('joins the text of one frame', async () => {
    const { clock, store, sent, stream } = start();
    store.dispatch({ type: 'item-added', item: answerItem({ status: 'streaming' }) });
    store.dispatch({ type: 'block-added', itemId: 'a', block: { kind: 'text', text: '' } });
    stream.sendSnapshot();
    for (const text of 'abc') store.dispatch({ type: 'text-appended', itemId: 'a', index: 0, text });
    await clock.advance(16);
    const delta = sent.at(-1);
    expect(delta?.kind === 'delta' && delta.events).toEqual([
      { type: 'text-appended', itemId: 'a', index: 0, text: 'abc' },
    ]);
  });

  test('sends streamed text once a frame, and the webview is never behind a message', async () => {
    const { clock, store, sent, stream } = start();
    store.dispatch({ type: 'item-added', item: answerItem({ status: 'streaming' }) });
    store.dispatch({ type: 'block-added', itemId: 'a', block: { kind: 'text', text: '' } });
    stream.sendSnapshot();
    for (const [index, text] of [...'streamed text'].entries()) {
      store.appendText('a', 0, text);
      if (index === 4) store.dispatch({ type: 'title-changed', title: 'Rename' });
      const before = sent.length;
      await clock.advance(5);
      if (sent.length > before) expect(replay(sent)).toEqual(store.state);
    }
    await clock.advance(16);
    expect(replay(sent)).toEqual(store.state);
    expect(sent).toHaveLength(5);
  });

  test('gives a webview that comes back in mid-answer all text so far, and none of it twice', async () => {
    const { clock, store, sent, stream } = start();
    store.dispatch({ type: 'item-added', item: answerItem({ status: 'streaming' }) });
    store.dispatch({ type: 'block-added', itemId: 'a', block: { kind: 'text', text: '' } });
    store.appendText('a', 0, 'Hel');
    stream.sendSnapshot();
    expect(replay(sent)).toEqual(store.state);
    store.appendText('a', 0, 'lo');
    await clock.advance(16);
    expect(replay(sent)).toEqual(store.state);
    const [block] = replay(sent)?.items.flatMap((item) => (item.kind === 'answer' ? item.blocks : [])) ?? [];
    expect(block).toEqual({ kind: 'text', text: 'Hello' });
  });

  test('does not repeat in a delta what a snapshot already holds', async () => {
    const { clock, store, sent, stream } = start();
    store.dispatch({ type: 'title-changed', title: 'Rename' });
    stream.sendSnapshot();
    await clock.advance(100);
    expect(sent.map((message) => message.kind)).toEqual(['snapshot']);
  });

  test('does not send a draft back to the composer it came from', async () => {
    const { clock, store, sent } = start();
    store.dispatch({ type: 'draft-changed', draft: 'half', folds: [], revised: false });
    await clock.advance(100);
    expect(sent).toEqual([]);
    expect(store.state.draft).toBe('half');
  });

  test('sends a response behind the events of what it answers', async () => {
    const { clock, store, sent, stream } = start();
    store.dispatch({ type: 'title-changed', title: 'Rename' });
    stream.respond({ kind: 'response', id: 1, ok: true, result: null });
    expect(sent.map((message) => message.kind)).toEqual(['delta', 'response']);
    stream.respond({ kind: 'response', id: 2, ok: true, result: null });
    await clock.advance(100);
    expect(sent.map((message) => message.kind)).toEqual(['delta', 'response', 'response']);
  });

  test('sends nothing after it is disposed', async () => {
    const { clock, store, sent, stream } = start();
    store.dispatch({ type: 'title-changed', title: 'Rename' });
    stream.dispose();
    store.dispatch({ type: 'title-changed', title: 'Again' });
    await clock.advance(100);
    expect(sent).toEqual([]);
  });
});
