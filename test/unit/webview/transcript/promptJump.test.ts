import { expect, test } from 'vitest';
import { findPrompt } from '../../../../src/webview/transcript/promptJump.ts';

// The user's messages have the indices 0, 2 and 4.
const ITEMS = ['user', 'answer', 'user', 'answer', 'user', 'answer'].map((kind) => ({
  kind: kind as 'user' | 'answer',
}));

test.each([
  // The input has the focus, and the end is in view.
  [null, 3, 5, 'previous', 4],
  [null, 3, 5, 'next', 4],
  [null, 5, 5, 'next', null],
  // The input has the focus, and the view is scrolled up.
  [null, 1, 2, 'previous', 2],
  [null, 1, 1, 'previous', 0],
  [null, 1, 1, 'next', 2],
  // A prompt has the focus.
  [4, 3, 5, 'previous', 2],
  [2, 2, 4, 'next', 4],
  [0, 0, 2, 'previous', null],
  [4, 3, 5, 'next', null],
] as const)(
  'with prompt %j focused and items %j to %j in view, %s is item %j',
  (focused, firstVisible, lastVisible, direction, to) =>
    expect(findPrompt(ITEMS, { focused, firstVisible, lastVisible }, direction)).toBe(to),
);
