import { expect, it } from 'vitest';
import { isOpenFence, markOpenFences, OPEN_FENCE } from '../../../../src/webview/markdown/fences.ts';

it.each([
  ['```ts\na\n```', false],
  ['```ts\na\n```\n', false],
  ['```ts\na\n   ````  ', false],
  ['~~~\na\n~~~', false],
  ['```\n> ```', false],
  ['```ts\na', true],
  ['```', true],
  ['```ts\n', true],
  ['````\na\n```', true],
  ['```\na\n~~~', true],
  ['```\na\n``` ts', true],
  ['    indented', false],
])('isOpenFence detects whether a fence is open: %j', (source, open) => expect(isOpenFence(source)).toBe(open));

it('markOpenFences marks the open fence of a tree, not the closed fence', () => {
  const source = '```\na\n```\n\n```\nb';
  const pre = (start: number, end: number) => ({
    type: 'element',
    tagName: 'pre',
    position: { start: { offset: start }, end: { offset: end } },
  });
  const tree = { type: 'root', children: [pre(0, 9), { type: 'element', children: [pre(11, source.length)] }] };
  markOpenFences()(tree, { value: source });
  expect(JSON.stringify(tree.children[0])).not.toContain(OPEN_FENCE);
  expect(JSON.stringify(tree.children[1])).toContain(`"${OPEN_FENCE}":true`);
});
