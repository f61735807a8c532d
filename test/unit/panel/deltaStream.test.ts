import { describe, expect, test } from 'vitest';
import { ChatStore } from '../../../src/extension/chat/view/chatStore.ts';
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

function eventsOf(messages: readonly HostMessage[]): string[][] {
  return messages.flatMap((message) => (message.kind === 'delta' ? [message.events.map(({ type }) => type)] : []));
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

  test('sends what comes after a pause at once, all that comes in one go together', async () => {
    const { clock, store, sent } = start();
    store.dispatch({ type: 'title-changed', title: 'Rename' });
    store.dispatch({ type: 'status-changed', status: 'responding' });
    expect(sent).toEqual([]);
    await clock.advance(0);
    expect(eventsOf(sent)).toEqual([['title-changed', 'status-changed']]);
    await clock.advance(16);
    store.dispatch({ type: 'status-changed', status: 'idle' });
    await clock.advance(0);
    expect(eventsOf(sent)).toEqual([['title-changed', 'status-changed'], ['status-changed']]);
  });

  test('keeps back what follows within a frame until the frame ends', async () => {
    const { clock, store, sent } = start();
    store.dispatch({ type: 'status-changed', status: 'responding' });
    await clock.advance(1);
    store.dispatch({ type: 'title-changed', title: 'Rename' });
    await clock.advance(14);
    store.dispatch({ type: 'status-changed', status: 'idle' });
    expect(eventsOf(sent)).toEqual([['status-changed']]);
    await clock.advance(1);
    expect(eventsOf(sent)).toEqual([['status-changed'], ['title-changed', 'status-changed']]);
  });

  test('sends no more than once a frame, and nothing where nothing happens', async () => {
    const { clock, store, sent } = start();
    for (let ms = 0; ms < 160; ms += 1) {
      store.dispatch({ type: 'title-changed', title: `Rename ${ms}` });
      await clock.advance(1);
    }
    await clock.advance(16);
    expect(sent).toHaveLength(11);
    await clock.advance(1_000);
    expect(sent).toHaveLength(11);
    expect(clock.pending).toBe(0);
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
    expect(sent).toHaveLength(6);
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
    expect(sent.map((message) => message.kind)).toEqual(['delta', 'response', 'response']);
    store.dispatch({ type: 'title-changed', title: 'Again' });
    stream.respond({ kind: 'response', id: 3, ok: true, result: null });
    await clock.advance(100);
    expect(sent.map((message) => message.kind)).toEqual(['delta', 'response', 'response', 'delta', 'response']);
  });

  describe('to a hidden webview', () => {
    test('sends nothing, and one snapshot when it is shown again', async () => {
      const { clock, store, sent, stream } = start();
      stream.sendSnapshot();
      store.dispatch({ type: 'title-changed', title: 'Rename' });
      stream.setShown(false);
      expect(sent.map((message) => message.kind)).toEqual(['snapshot', 'delta', 'visibility']);
      store.dispatch({ type: 'item-added', item: answerItem({ status: 'streaming' }) });
      store.dispatch({ type: 'block-added', itemId: 'a', block: { kind: 'text', text: '' } });
      store.appendText('a', 0, 'streamed');
      store.replace({ ...store.state, title: 'Another' });
      stream.respond({ kind: 'response', id: 1, ok: true, result: null });
      await clock.advance(1000);
      expect(sent.map((message) => message.kind).slice(3)).toEqual(['response']);
      stream.setShown(true);
      await clock.advance(1000);
      expect(sent.map((message) => message.kind).slice(4)).toEqual(['visibility', 'snapshot']);
      expect(replay(sent)).toEqual(store.state);
      store.dispatch({ type: 'title-changed', title: 'Again' });
      await clock.advance(1000);
      expect(replay(sent)).toEqual(store.state);
    });

    test('sends no snapshot if nothing has happened, nor for a draft of its own', async () => {
      const { clock, store, sent, stream } = start();
      stream.sendSnapshot();
      stream.setShown(false);
      store.dispatch({ type: 'draft-changed', draft: 'half', folds: [], revised: false });
      stream.setShown(true);
      await clock.advance(1000);
      expect(sent.map((message) => message.kind)).toEqual(['snapshot', 'visibility', 'visibility']);
    });

    test('sends a snapshot at once to one that asks for it', () => {
      const { sent, stream } = start();
      stream.setShown(false);
      stream.sendSnapshot();
      expect(sent.map((message) => message.kind)).toEqual(['visibility', 'snapshot']);
    });
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
