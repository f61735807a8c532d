import { describe, expect, test } from 'vitest';
import { ChatStore } from '../../../../src/extension/chat/view/chatStore.ts';
import { createInitialChatState } from '../../../../src/shared/chatReducer.ts';
import type { ChatEvent } from '../../../../src/shared/protocol.ts';
import type { ChatState } from '../../../../src/shared/chatState.ts';
import { answerItem } from '../../../support/chatItems.ts';

function start() {
  const store = new ChatStore(createInitialChatState('c'));
  const events: ChatEvent[] = [];
  store.dispatch({ type: 'item-added', item: answerItem({ status: 'streaming' }) });
  store.dispatch({ type: 'block-added', itemId: 'a', block: { kind: 'thinking', text: '', duration: null } });
  store.dispatch({ type: 'block-added', itemId: 'a', block: { kind: 'text', text: '' } });
  store.onDidChange((event) => events.push(event));
  return { store, events };
}

function textsIn({ items }: ChatState): string[] {
  const [answer] = items;
  return answer?.kind === 'answer' ? answer.blocks.map((block) => ('text' in block ? block.text : '')) : [];
}

const delta = (index: number, text: string): ChatEvent => ({ type: 'text-delta', itemId: 'a', index, text });

describe('ChatStore', () => {
  test('includes the streamed text in every state', () => {
    const { store } = start();
    for (const [index, piece] of ['Hel', 'lo'].entries()) {
      store.dispatch(delta(1, piece));
      expect(textsIn(store.state)).toEqual(['', 'Hello'.slice(0, 3 + 2 * index)]);
    }
  });

  test('notifies a listener after the event has changed the state', () => {
    const { store } = start();
    const seen: string[][] = [];
    store.onDidChange(() => seen.push(textsIn(store.state)));
    store.dispatch(delta(1, 'Hel'));
    store.dispatch(delta(1, 'lo'));
    expect(seen).toEqual([
      ['', 'Hel'],
      ['', 'Hello'],
    ]);
  });

  test('emits text and other events in the order in which they were dispatched', () => {
    const { store, events } = start();
    const dispatched = [
      delta(0, 'Hm'),
      delta(1, 'Hel'),
      { type: 'title-changed', title: 'T' } as const,
      delta(1, 'lo'),
    ];
    for (const event of dispatched) store.dispatch(event);
    expect(textsIn(store.state)).toEqual(['Hm', 'Hello']);
    expect(events).toEqual(dispatched);
  });

  test('does not add text of one conversation to the next conversation', () => {
    const { store } = start();
    store.dispatch(delta(1, 'old'));
    store.replace({ ...createInitialChatState('d'), items: [answerItem({ status: 'streaming' })] });
    expect(textsIn(store.state)).toEqual([]);
  });
});
