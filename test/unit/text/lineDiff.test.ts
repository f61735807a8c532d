import { applyPatch } from 'diff';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countChangedLines, lineDiff } from '../../../src/extension/text/lineDiff.ts';

function check(before: string, after: string, added: number, removed: number): void {
  expect(lineDiff(before, after)).toMatchObject({ added, removed });
}

test.each<[string, string, string, number, number]>([
  ['no changes', 'a\n', 'a\n', 0, 0],
  ['a new file', '', 'a\nb\n', 2, 0],
  ['an emptied file', 'a\nb\n', '', 0, 2],
  ['a changed line', 'a\nb\nc\n', 'a\nB\nc\n', 1, 1],
  ['an added final line end', 'a', 'a\n', 1, 1],
  ['changed line ends', 'a\r\nb\r\n', 'a\nb\n', 2, 2],
])('lineDiff counts %s', (_name, before, after, added, removed) => {
  check(before, after, added, removed);
});

test('lineDiff returns unified hunks without file headers', () => {
  expect(lineDiff('a\nb\nc\n', 'a\nB\nc\n').hunks).toBe('@@ -1,3 +1,3 @@\n a\n-b\n+B\n c');
});

test('the hunks, applied to the old text, give the new text', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 30 }).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { hunks } = lineDiff(before, after);
      expect(hunks === '' ? before : applyPatch(before, `--- a\n+++ b\n${hunks}\n`)).toBe(after);
    }),
  );
});

test('lineDiff counts two large texts that share only the first line as one replacement', () => {
  const make = (letter: string): string => Array.from({ length: 30_000 }, (_, index) => `${letter}${index}\n`).join('');
  const { added, removed, hunks } = lineDiff(`same\n${make('a')}`, `same\n${make('b')}`);
  expect([added, removed]).toEqual([30_000, 30_000]);
  expect(hunks.length).toBeLessThan(201_000);
  expect(hunks).toMatch(/not shown\.$/);
});

test('countChangedLines counts the same lines as the diff of the texts', () => {
  const line = fc.constantFrom('a', 'b', 'c', 'only here', 'a\r', '');
  const text = fc.array(line, { maxLength: 20 }).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { added, removed } = lineDiff(before, after);
      expect(countChangedLines(Buffer.from(before), Buffer.from(after))).toEqual({ added, removed });
    }),
  );
});
