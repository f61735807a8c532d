import { describe, expect, it } from 'vitest';
import { createInitialChatState } from '../../../src/shared/chatReducer.ts';
import type { ChatEvent } from '../../../src/shared/protocol.ts';
import { createChatStore, createProblem } from '../../../src/webview/state/chatStore.ts';

const title = (text: string): ChatEvent => ({ type: 'title-changed', title: text });

function setUp() {
  const seen = { asked: 0, told: 0 };
  const store = createChatStore(() => (seen.asked += 1));
  store.subscribe(() => (seen.told += 1));
  store.resync();
  return {
    seen,
    store,
    snapshot: (seq: number, text: string) =>
      store.receive({ kind: 'snapshot', seq, state: { ...createInitialChatState('c'), title: text } }),
    delta: (seq: number, text: string) => store.receive({ kind: 'delta', seq, events: [title(text)] }),
    title: () => store.get()?.title,
  };
}

describe('the webview’s copy of the state', () => {
  it('is nothing until the first snapshot, and asks for one', () => {
    const { seen, store, delta } = setUp();
    delta(1, 'too early');
    expect(store.get()).toBeNull();
    expect(seen.asked).toBe(1);
  });

  it('follows deltas in order', () => {
    const { snapshot, delta, title: current, seen } = setUp();
    snapshot(1, 'a');
    delta(2, 'b');
    delta(3, 'c');
    expect(current()).toBe('c');
    expect(seen).toEqual({ asked: 1, told: 3 });
  });

  it('asks once for a snapshot after a gap, and ignores deltas until it comes', () => {
    const { snapshot, delta, title: current, seen } = setUp();
    snapshot(1, 'a');
    delta(3, 'c');
    delta(4, 'd');
    expect(current()).toBe('a');
    expect(seen.asked).toBe(2);
    snapshot(5, 'e');
    delta(6, 'f');
    expect(current()).toBe('f');
    expect(seen.asked).toBe(2);
  });

  it('drops a delta that a snapshot has overtaken', () => {
    const { snapshot, delta, title: current, seen } = setUp();
    snapshot(7, 'new');
    delta(6, 'old');
    expect(current()).toBe('new');
    expect(seen.asked).toBe(1);
  });

  it('takes a snapshot at any time: another chat', () => {
    const { snapshot, delta, title: current } = setUp();
    snapshot(1, 'a');
    delta(2, 'b');
    snapshot(3, 'other');
    delta(4, 'other, on');
    expect(current()).toBe('other, on');
  });
});

it('a failure stays in its chat, and is not shown in another one', () => {
  const chat = createChatStore(() => {});
  const problem = createProblem(chat);
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
