import { expect, test } from 'vitest';
import { ChatStore } from '../../../src/extension/chat/view/chatStore.ts';
import { Emitter } from '../../../src/extension/base/emitter.ts';
import { PanelSight, type SightedPanel } from '../../../src/extension/suggest/panelSight.ts';
import { createInitialChatState } from '../../../src/shared/chatReducer.ts';
import { answerItem } from '../../support/chatItems.ts';

function rig() {
  const store = new ChatStore(createInitialChatState('chat'));
  const sight = new PanelSight(store);
  const changed = new Emitter<void>();
  const panel: { shown: boolean; visible: boolean } & SightedPanel = {
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
  return { sight, panel, show, beginAnswer: addBlock, goOn: addBlock };
}

test('a panel on screen is seen', () => {
  const { sight, panel, beginAnswer } = rig();
  sight.add(panel);
  beginAnswer();
  expect(sight.wasSeen).toBe(true);
});

test('a hidden panel is not open, and one in a covered window is', () => {
  const { sight, panel, show } = rig();
  sight.add(panel);
  show(false);
  expect(sight.isOpen).toBe(true);
  panel.shown = false;
  expect(sight.isOpen).toBe(false);
});

test('one that was hidden in the middle of the answer has been seen, and finds its suggestion when it comes back', () => {
  const { sight, panel, show, beginAnswer } = rig();
  sight.add(panel);
  beginAnswer();
  show(false);
  expect(sight.wasSeen).toBe(true);
});

test('one that was hidden all the while has not, though it was seen before', () => {
  const { sight, panel, show, beginAnswer } = rig();
  sight.add(panel);
  show(false);
  beginAnswer();
  expect(sight.wasSeen).toBe(false);
});

test('what comes later in the answer is not its beginning', () => {
  const { sight, panel, show, beginAnswer, goOn } = rig();
  sight.add(panel);
  beginAnswer();
  show(false);
  goOn();
  expect(sight.wasSeen).toBe(true);
});

test('a look in between is enough', () => {
  const { sight, panel, show, beginAnswer } = rig();
  sight.add(panel);
  show(false);
  beginAnswer();
  show(true);
  show(false);
  expect(sight.wasSeen).toBe(true);
});

test('a panel that comes only now is seen, and one that is gone is not open', () => {
  const { sight, panel, beginAnswer } = rig();
  beginAnswer();
  expect([sight.isOpen, sight.wasSeen]).toEqual([false, false]);
  const added = sight.add(panel);
  expect([sight.isOpen, sight.wasSeen]).toEqual([true, true]);
  added.dispose();
  expect(sight.isOpen).toBe(false);
});
