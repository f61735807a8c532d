import { describe, expect, it } from 'vitest';
import { createInitialChatState } from '../../../src/shared/chatReducer.ts';
import type { ChatEvent } from '../../../src/shared/protocol.ts';
import { clearProblem, createChatStore } from '../../../src/webview/state/chatStore.ts';
import { createValueStore } from '../../../src/webview/state/valueStore.ts';

const title = (text: string): ChatEvent => ({ type: 'title-changed', title: text });

function setUp() {
  const counts = { asked: 0, notified: 0 };
  const store = createChatStore(() => (counts.asked += 1));
  store.subscribe(() => (counts.notified += 1));
  store.resync();
  return {
    counts,
    store,
    snapshot: (seq: number, text: string) =>
      store.receive({ kind: 'snapshot', seq, state: { ...createInitialChatState('c'), title: text } }),
    delta: (seq: number, text: string) => store.receive({ kind: 'delta', seq, events: [title(text)] }),
    title: () => store.get()?.title,
  };
}

describe('the webview’s copy of the state', () => {
  it('is null until it has requested and received the first snapshot', () => {
    const { counts, store, delta } = setUp();
    delta(1, 'too early');
    expect(store.get()).toBeNull();
    expect(counts.asked).toBe(1);
  });

  it('applies deltas in order', () => {
    const { snapshot, delta, title: current, counts } = setUp();
    snapshot(1, 'a');
    delta(2, 'b');
    delta(3, 'c');
    expect(current()).toBe('c');
    expect(counts).toEqual({ asked: 1, notified: 3 });
  });

  it('asks for one snapshot after a gap, and ignores deltas until it arrives', () => {
    const { snapshot, delta, title: current, counts } = setUp();
    snapshot(1, 'a');
    delta(3, 'c');
    delta(4, 'd');
    expect(current()).toBe('a');
    expect(counts.asked).toBe(2);
    snapshot(5, 'e');
    delta(6, 'f');
    expect(current()).toBe('f');
    expect(counts.asked).toBe(2);
  });

  it('ignores a delta older than the last snapshot', () => {
    const { snapshot, delta, title: current, counts } = setUp();
    snapshot(7, 'new');
    delta(6, 'old');
    expect(current()).toBe('new');
    expect(counts.asked).toBe(1);
  });

  it('applies a snapshot at any time, for example when another chat is shown', () => {
    const { snapshot, delta, title: current } = setUp();
    snapshot(1, 'a');
    delta(2, 'b');
    snapshot(3, 'other');
    delta(4, 'other, later');
    expect(current()).toBe('other, later');
  });
});

it('a failure is cleared when another chat is shown', () => {
  const chat = createChatStore(() => {});
  const problem = createValueStore<string | null>(null);
  clearProblem(problem, chat);
  let seq = 0;
  const show = (id: string) => chat.receive({ kind: 'snapshot', seq: ++seq, state: createInitialChatState(id) });
  problem.set('The connection is lost.');
  show('a');
  expect(problem.get()).toBe('The connection is lost.');
  problem.set('There is no file missing.ts in this workspace.');
  show('a');
  expect(problem.get()).toBe('There is no file missing.ts in this workspace.');
  show('b');
  expect(problem.get()).toBe(null);
});
