import { expect, test } from 'vitest';
import { ChatStore } from '../../../src/extension/chat/view/chatStore.ts';
import { Emitter } from '../../../src/extension/base/emitter.ts';
import { PanelVisibility, type ObservedPanel } from '../../../src/extension/suggest/panelVisibility.ts';
import { createInitialChatState } from '../../../src/shared/chatReducer.ts';
import { answerItem } from '../../support/chatItems.ts';

function rig() {
  const store = new ChatStore(createInitialChatState('chat'));
  const visibility = new PanelVisibility(store);
  const changed = new Emitter<void>();
  const panel: { shown: boolean; visible: boolean } & ObservedPanel = {
    shown: true,
    visible: true,
    onDidChangeVisible: changed.event,
  };
  const show = (visible: boolean): void => {
    panel.visible = visible;
    changed.fire();
  };
  store.dispatch({ type: 'item-added', item: answerItem({ id: 'a', blocks: [], status: 'streaming' }) });
  const addBlock = (): void =>
    store.dispatch({ type: 'block-added', itemId: 'a', block: { kind: 'text', text: 'So' } });
  return { visibility, panel, show, beginAnswer: addBlock, goOn: addBlock };
}

test('a panel on screen is seen', () => {
  const { visibility, panel, beginAnswer } = rig();
  visibility.add(panel);
  beginAnswer();
  expect(visibility.wasSeen).toBe(true);
});

test('a hidden panel is not open, and one in a covered window is', () => {
  const { visibility, panel, show } = rig();
  visibility.add(panel);
  show(false);
  expect(visibility.isOpen).toBe(true);
  panel.shown = false;
  expect(visibility.isOpen).toBe(false);
});

test('one that was hidden in the middle of the answer has been seen, and finds its suggestion when it comes back', () => {
  const { visibility, panel, show, beginAnswer } = rig();
  visibility.add(panel);
  beginAnswer();
  show(false);
  expect(visibility.wasSeen).toBe(true);
});

test('one that was hidden all the while has not, though it was seen before', () => {
  const { visibility, panel, show, beginAnswer } = rig();
  visibility.add(panel);
  show(false);
  beginAnswer();
  expect(visibility.wasSeen).toBe(false);
});

test('what comes later in the answer is not its beginning', () => {
  const { visibility, panel, show, beginAnswer, goOn } = rig();
  visibility.add(panel);
  beginAnswer();
  show(false);
  goOn();
  expect(visibility.wasSeen).toBe(true);
});

test('a look in between is enough', () => {
  const { visibility, panel, show, beginAnswer } = rig();
  visibility.add(panel);
  show(false);
  beginAnswer();
  show(true);
  show(false);
  expect(visibility.wasSeen).toBe(true);
});

test('a panel that comes only now is seen, and one that is gone is not open', () => {
  const { visibility, panel, beginAnswer } = rig();
  beginAnswer();
  expect([visibility.isOpen, visibility.wasSeen]).toEqual([false, false]);
  const added = visibility.add(panel);
  expect([visibility.isOpen, visibility.wasSeen]).toEqual([true, true]);
  added.dispose();
  expect(visibility.isOpen).toBe(false);
});
