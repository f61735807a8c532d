import { expect, test } from 'vitest';
import { findPrompt } from '../../../../src/webview/transcript/promptJump.ts';

// 0 user, 1 answer, 2 user, 3 answer, 4 user, 5 answer
const ITEMS = ['user', 'answer', 'user', 'answer', 'user', 'answer'].map((kind) => ({
  kind: kind as 'user' | 'answer',
}));

test.each([
  // from the input, with the end in view
  [null, 3, 5, 'previous', 4],
  [null, 3, 5, 'next', 4],
  [null, 5, 5, 'next', null],
  // from the input, scrolled up
  [null, 1, 2, 'previous', 2],
  [null, 1, 1, 'previous', 0],
  [null, 1, 1, 'next', 2],
  // from a prompt
  [4, 3, 5, 'previous', 2],
  [2, 2, 4, 'next', 4],
  [0, 0, 2, 'previous', null],
  [4, 3, 5, 'next', null],
] as const)(
  'from prompt %j, items %j to %j in view, %s is item %j',
  (focused, firstVisible, lastVisible, direction, to) =>
    expect(findPrompt(ITEMS, { focused, firstVisible, lastVisible }, direction)).toBe(to),
);
