import { describe, expect, test } from 'vitest';
import { ChatStore } from '../../../src/extension/chat/view/chatStore.ts';
import { createInitialChatState } from '../../../src/shared/chatReducer.ts';
import type { ChatEvent } from '../../../src/shared/chatEvent.ts';
import type { ChatState } from '../../../src/shared/chatState.ts';
import { answerItem } from '../../support/chatItems.ts';

function start() {
  const store = new ChatStore(createInitialChatState('c'));
  const events: ChatEvent[] = [];
  let streamed = 0;
  store.dispatch({ type: 'item-added', item: answerItem({ status: 'streaming' }) });
  store.dispatch({ type: 'block-added', itemId: 'a', block: { kind: 'thinking', text: '', duration: null } });
  store.dispatch({ type: 'block-added', itemId: 'a', block: { kind: 'text', text: '' } });
  store.onDidChange((event) => events.push(event));
  store.onDidStream(() => (streamed += 1));
  return { store, events, streamed: () => streamed };
}

function textsIn({ items }: ChatState): string[] {
  const [answer] = items;
  return answer?.kind === 'answer' ? answer.blocks.map((block) => ('text' in block ? block.text : '')) : [];
}

const appended = (index: number, text: string): ChatEvent => ({ type: 'text-appended', itemId: 'a', index, text });

describe('ChatStore', () => {
  test('makes one event of the text that streamed in since anybody looked', () => {
    const { store, events, streamed } = start();
    for (const text of ['Hel', 'lo']) store.appendText('a', 1, text);
    expect(events).toEqual([]);
    expect(streamed()).toBe(1);
    store.settle();
    store.settle();
    expect(events).toEqual([appended(1, 'Hello')]);
  });

  test('shows no state without the text that has streamed in', () => {
    const { store } = start();
    for (const [index, piece] of ['Hel', 'lo'].entries()) {
      store.appendText('a', 1, piece);
      expect(textsIn(store.state)).toEqual(['', 'Hello'.slice(0, 3 + 2 * index)]);
    }
  });

  test('shows a follower, while it is told of text, the state with that text', () => {
    const { store } = start();
    const seen: string[][] = [];
    store.onDidChange(() => seen.push(textsIn(store.state)));
    store.appendText('a', 1, 'Hel');
    store.settle();
    store.appendText('a', 1, 'lo');
    store.settle();
    expect(seen).toEqual([
      ['', 'Hel'],
      ['', 'Hello'],
    ]);
  });

  test('tells text once, whoever looks at the state between', () => {
    const { store, events, streamed } = start();
    store.appendText('a', 1, 'Hel');
    store.settle();
    store.appendText('a', 1, 'lo');
    expect(textsIn(store.state)).toEqual(['', 'Hello']);
    store.settle();
    expect(events).toEqual([appended(1, 'Hel'), appended(1, 'lo')]);
    expect(streamed()).toBe(2);
  });

  test('keeps the order of text and whatever else happens', () => {
    const { store, events } = start();
    store.appendText('a', 0, 'Hm');
    store.appendText('a', 1, 'Hel');
    store.dispatch({ type: 'title-changed', title: 'T' });
    store.appendText('a', 1, 'lo');
    expect(textsIn(store.state)).toEqual(['Hm', 'Hello']);
    expect(events).toEqual([
      appended(0, 'Hm'),
      appended(1, 'Hel'),
      { type: 'title-changed', title: 'T' },
      appended(1, 'lo'),
    ]);
  });

  test('takes no text of one conversation into the next', () => {
    const { store } = start();
    store.appendText('a', 1, 'old');
    store.replace({ ...createInitialChatState('d'), items: [answerItem({ status: 'streaming' })] });
    expect(textsIn(store.state)).toEqual([]);
  });
});
