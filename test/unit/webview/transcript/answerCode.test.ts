import { expect, it } from 'vitest';
import type { Block } from '../../../../src/shared/transcriptItem.ts';
import { indexOfCode } from '../../../../src/webview/transcript/answer/answerCode.ts';

const BLOCKS: Block[] = [
  { kind: 'text', text: 'One:\n\n```ts\na\n\nb\n```\n\n- two:\n\n  ```\n  c\n  ```\n' },
  { kind: 'thinking', text: '```\nthought\n```', duration: 1 },
  { kind: 'text', text: '> ```\n> d\n> ```\n\n```ts\nopen' },
];

it.each([
  ['a\n\nb', 0],
  ['c', 1],
  ['d', 2],
  ['open', 3],
  ['thought', null],
  ['a', null],
])('indexOfCode returns the index of the code %j among all code blocks of an answer', (code, index) => {
  expect(indexOfCode(BLOCKS, code)).toBe(index);
});
