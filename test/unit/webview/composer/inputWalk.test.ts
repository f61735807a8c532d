import { beforeEach, expect, it } from 'vitest';
import { createInitialChatState } from '../../../../src/shared/chatReducer.ts';
import type { ChatState } from '../../../../src/shared/chatState.ts';
import { createEarlierInputs } from '../../../../src/webview/composer/earlierInputs.ts';
import type { Chip } from '../../../../src/webview/composer/editor/chips.ts';
import { createInputWalk, type InputWalk } from '../../../../src/webview/composer/inputWalk.ts';
import { userItem } from '../../../support/chatItems.ts';
import { settle } from '../../../support/manualClock.ts';

let text: string;
let chips: readonly Chip[];
let chat: ChatState;
let inputs: string[];
let walk: InputWalk;
beforeEach(() => {
  text = '';
  chips = [];
  inputs = ['elsewhere'];
  chat = { ...createInitialChatState('c'), items: [userItem({ id: 'u', text: 'here' })] };
  const editor = {
    text: () => text,
    chips: () => chips,
    setText(next: string, options: { readonly chips?: readonly Chip[] } = {}) {
      text = next;
      chips = options.chips ?? [];
      walk.textChanged();
    },
  };
  const earlier = createEarlierInputs(
    async () => inputs,
    () => {},
  );
  walk = createInputWalk(editor, earlier, () => chat);
});

function type(typed: string): void {
  text = typed;
  walk.textChanged();
}

it('a walk through earlier inputs continues with the workspace’s inputs when the host has sent them', async () => {
  expect(walk.step('older')).toBe(true);
  expect(text).toBe('here');
  expect(walk.step('older')).toBe(true);
  expect(text).toBe('here');
  await settle();
  expect(text).toBe('elsewhere');
  expect(walk.step('older')).toBe(false);
});

it('a walk through earlier inputs ignores the host’s inputs if the text or the chat has changed in between', async () => {
  inputs = ['elsewhere', 'here'];
  chat = createInitialChatState('d');
  walk.step('older');
  type('typed');
  await settle();
  expect(text).toBe('typed');
  chat = createInitialChatState('e');
  walk.step('older');
  chat = createInitialChatState('f');
  await settle();
  expect(text).toBe('typed');
});

it('a walk through earlier inputs returns to the text that the user was writing, with its chips', () => {
  type('a long paste');
  chips = [{ from: 2, to: 6 }];
  walk.step('older');
  expect(chips).toEqual([]);
  walk.step('newer');
  expect(text).toBe('a long paste');
  expect(chips).toEqual([{ from: 2, to: 6 }]);
});

it('a walk through earlier inputs starts again from an earlier input that the user has changed', () => {
  walk.step('older');
  type('here, changed');
  walk.step('older');
  expect(text).toBe('here');
  walk.step('newer');
  expect(text).toBe('here, changed');
});

it('a walk through earlier inputs does not handle the key if there is no newer input', () => {
  expect(walk.step('newer')).toBe(false);
});
