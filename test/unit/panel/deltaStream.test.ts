import { describe, expect, test } from 'vitest';
import { ChatStore } from '../../../src/extension/chat/view/chatStore.ts';
import { DeltaStream } from '../../../src/extension/panel/deltaStream.ts';
import { heldView } from '../../../src/extension/speculate/speculation.ts';
import { createInitialChatState, reduce } from '../../../src/shared/chatReducer.ts';
import type { ChatState } from '../../../src/shared/chatState.ts';
import type { ChatEvent, HostMessage } from '../../../src/shared/protocol.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { answerItem } from '../../support/chatItems.ts';

function start() {
  const clock = createManualClock();
  const store = new ChatStore(createInitialChatState('c'));
  const sent: HostMessage[] = [];
  const stream = new DeltaStream(store, clock, (message) => sent.push(message));
  return { clock, store, sent, stream };
}

/** The state of a webview after it received the messages. */
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

function deltas(messages: readonly HostMessage[]): ChatEvent[][] {
  return messages.flatMap((message) => (message.kind === 'delta' ? [message.events] : []));
}

/** Starts a webview that shows an answer with an empty thinking block and an empty text block. */
function startAnswer() {
  const started = start();
  const { store, stream } = started;
  store.dispatch({ type: 'item-added', item: answerItem({ status: 'streaming' }) });
  store.dispatch({ type: 'block-added', itemId: 'a', block: { kind: 'thinking', text: '', duration: null } });
  store.dispatch({ type: 'block-added', itemId: 'a', block: { kind: 'text', text: '' } });
  stream.sendSnapshot();
  return started;
}

const delta = (kind: 'text' | 'thinking', index: number, text: string): ChatEvent => ({
  ...{ type: `${kind}-delta`, itemId: 'a', index, text },
});

describe('DeltaStream', () => {
  test('sends the webview the whole state of the host, in messages numbered without gaps', async () => {
    const { clock, store, sent, stream } = start();
    stream.sendSnapshot();
    store.dispatch({ type: 'item-added', item: answerItem({ status: 'streaming' }) });
    store.dispatch({ type: 'block-added', itemId: 'a', block: { kind: 'text', text: '' } });
    await clock.advance(16);
    for (const text of 'streamed') store.dispatch(delta('text', 0, text));
    await clock.advance(32);
    expect(replay(sent)).toEqual(store.state);
    expect(sent.map((message) => 'seq' in message && message.seq)).toEqual([1, 2, 3]);
  });

  test('sends the first events after a pause as one message, in the next task', async () => {
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

  test('holds later events of the same frame until the frame ends', async () => {
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

  test('sends at most once per frame, and nothing without events', async () => {
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

  test('joins the streamed text of one block', async () => {
    const { clock, store, sent } = startAnswer();
    for (const text of 'abc') store.dispatch(delta('text', 1, text));
    await clock.advance(32);
    expect(deltas(sent).at(-1)).toEqual([delta('text', 1, 'abc')]);
  });

  test('sends only the last of the steps of a speculation', async () => {
    const { clock, store, sent, stream } = start();
    stream.sendSnapshot();
    const about = { suggestionId: 's', prompt: 'rename it', model: 'one' };
    for (let count = 0; count < 100; count += 1) {
      const files = Array.from({ length: count }, (_, index) => `${index}.ts`);
      store.dispatch({ type: 'speculation-changed', speculation: { ...heldView(about, ''), files } });
    }
    await clock.advance(16);
    expect(eventsOf(sent)).toEqual([['speculation-changed']]);
    expect(replay(sent)).toEqual(store.state);
  });

  test('does not join text across blocks or other events', async () => {
    const { clock, store, sent } = startAnswer();
    const events = [
      delta('thinking', 0, 'Hm.'),
      delta('text', 1, 'So'),
      { type: 'title-changed', title: 'Rename' } as const,
      delta('text', 1, ' it'),
    ];
    for (const event of events) store.dispatch(event);
    await clock.advance(16);
    expect(deltas(sent).at(-1)).toEqual(events);
    expect(replay(sent)).toEqual(store.state);
  });

  test('sends the first text after a pause at once, and later text every second frame', async () => {
    const { clock, store, sent } = startAnswer();
    await clock.advance(100);
    store.dispatch(delta('text', 1, 'One'));
    await clock.advance(0);
    expect(deltas(sent)).toEqual([[delta('text', 1, 'One')]]);
    for (const word of [' two', ' three']) {
      await clock.advance(10);
      store.dispatch(delta('text', 1, word));
    }
    await clock.advance(11);
    expect(deltas(sent)).toHaveLength(1);
    await clock.advance(1);
    expect(deltas(sent).slice(1)).toEqual([[delta('text', 1, ' two three')]]);
    expect(clock.pending).toBe(0);
  });

  test('sends other events at the end of the frame, with the text before them', async () => {
    const { clock, store, sent } = startAnswer();
    await clock.advance(100);
    store.dispatch(delta('text', 1, 'One'));
    await clock.advance(1);
    store.dispatch(delta('text', 1, ' two'));
    store.dispatch({ type: 'status-changed', status: 'idle' });
    await clock.advance(14);
    expect(deltas(sent)).toHaveLength(1);
    await clock.advance(1);
    expect(deltas(sent).at(-1)).toEqual([delta('text', 1, ' two'), { type: 'status-changed', status: 'idle' }]);
  });

  test('continues sending after the clock was set back', async () => {
    const { clock, store, sent } = startAnswer();
    store.dispatch({ type: 'status-changed', status: 'responding' });
    await clock.advance(0);
    clock.setBack(3_600_000);
    store.dispatch({ type: 'status-changed', status: 'idle' });
    await clock.advance(16);
    expect(deltas(sent)).toHaveLength(2);
  });

  test('does not change an event that another listener has received', async () => {
    const { clock, store } = startAnswer();
    const seen: ChatEvent[] = [];
    store.onDidChange((event) => seen.push(event));
    for (const text of 'ab') store.dispatch(delta('text', 1, text));
    await clock.advance(32);
    expect(seen).toEqual([delta('text', 1, 'a'), delta('text', 1, 'b')]);
  });

  test('sends all pending events with each message while an answer streams', async () => {
    const { clock, store, sent } = startAnswer();
    for (const [index, text] of [...'streamed text'].entries()) {
      store.dispatch(delta('text', 1, text));
      if (index === 4) store.dispatch({ type: 'title-changed', title: 'Rename' });
      const before = sent.length;
      await clock.advance(5);
      if (sent.length > before) expect(replay(sent)).toEqual(store.state);
    }
    await clock.advance(32);
    expect(replay(sent)).toEqual(store.state);
    expect(deltas(sent)).toHaveLength(4);
  });

  test('sends all text exactly once to a webview that reloads during an answer', async () => {
    const { clock, store, sent, stream } = startAnswer();
    store.dispatch(delta('text', 1, 'Hel'));
    stream.sendSnapshot();
    expect(replay(sent)).toEqual(store.state);
    store.dispatch(delta('text', 1, 'lo'));
    await clock.advance(32);
    expect(replay(sent)).toEqual(store.state);
    const blocks = replay(sent)?.items.flatMap((item) => (item.kind === 'answer' ? item.blocks : [])) ?? [];
    expect(blocks.at(-1)).toEqual({ kind: 'text', text: 'Hello' });
  });

  test('sends no delta of events that a snapshot already includes', async () => {
    const { clock, store, sent, stream } = start();
    store.dispatch({ type: 'title-changed', title: 'Rename' });
    stream.sendSnapshot();
    await clock.advance(100);
    expect(sent.map((message) => message.kind)).toEqual(['snapshot']);
  });

  test('does not send a draft back to the composer', async () => {
    const { clock, store, sent } = start();
    store.dispatch({ type: 'draft-changed', draft: 'half', draftChips: [], draftShell: false, revised: false });
    await clock.advance(100);
    expect(sent).toEqual([]);
    expect(store.state.draft).toBe('half');
  });

  test('sends a response after the events of its request', async () => {
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

  describe('for a hidden webview', () => {
    test('sends nothing, and then one snapshot when the webview is shown again', async () => {
      const { clock, store, sent, stream } = start();
      stream.sendSnapshot();
      store.dispatch({ type: 'title-changed', title: 'Rename' });
      stream.setShown(false);
      expect(sent.map((message) => message.kind)).toEqual(['snapshot', 'delta', 'visibility']);
      store.dispatch({ type: 'item-added', item: answerItem({ status: 'streaming' }) });
      store.dispatch({ type: 'block-added', itemId: 'a', block: { kind: 'text', text: '' } });
      store.dispatch(delta('text', 0, 'streamed'));
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

    test('sends no snapshot if only the webview’s own draft has changed', async () => {
      const { clock, store, sent, stream } = start();
      stream.sendSnapshot();
      stream.setShown(false);
      store.dispatch({ type: 'draft-changed', draft: 'half', draftChips: [], draftShell: false, revised: false });
      stream.setShown(true);
      await clock.advance(1000);
      expect(sent.map((message) => message.kind)).toEqual(['snapshot', 'visibility', 'visibility']);
    });

    test('sends a snapshot at once if the webview asks for it', () => {
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
