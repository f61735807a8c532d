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
  return { visibility, panel, show, beginAnswer: addBlock, continueAnswer: addBlock };
}

test('a visible panel counts as seen', () => {
  const { visibility, panel, beginAnswer } = rig();
  visibility.add(panel);
  beginAnswer();
  expect(visibility.wasSeen).toBe(true);
});

test('a hidden panel is not open, but a panel in a covered window is', () => {
  const { visibility, panel, show } = rig();
  visibility.add(panel);
  show(false);
  expect(visibility.isOpen).toBe(true);
  panel.shown = false;
  expect(visibility.isOpen).toBe(false);
});

test('a panel hidden during the answer counts as seen', () => {
  const { visibility, panel, show, beginAnswer } = rig();
  visibility.add(panel);
  beginAnswer();
  show(false);
  expect(visibility.wasSeen).toBe(true);
});

test('a panel hidden for the whole answer does not count as seen', () => {
  const { visibility, panel, show, beginAnswer } = rig();
  visibility.add(panel);
  show(false);
  beginAnswer();
  expect(visibility.wasSeen).toBe(false);
});

test('a later block does not count as the beginning of the answer', () => {
  const { visibility, panel, show, beginAnswer, continueAnswer } = rig();
  visibility.add(panel);
  beginAnswer();
  show(false);
  continueAnswer();
  expect(visibility.wasSeen).toBe(true);
});

test('a panel visible for a moment during the answer counts as seen', () => {
  const { visibility, panel, show, beginAnswer } = rig();
  visibility.add(panel);
  show(false);
  beginAnswer();
  show(true);
  show(false);
  expect(visibility.wasSeen).toBe(true);
});

test('a panel added after the beginning of an answer counts as seen, and a removed panel is not open', () => {
  const { visibility, panel, beginAnswer } = rig();
  beginAnswer();
  expect([visibility.isOpen, visibility.wasSeen]).toEqual([false, false]);
  const added = visibility.add(panel);
  expect([visibility.isOpen, visibility.wasSeen]).toEqual([true, true]);
  added.dispose();
  expect(visibility.isOpen).toBe(false);
});
