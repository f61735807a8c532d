import { expect, test } from 'vitest';
import { createLineMatcher } from '../../../src/extension/text/lineMatcher.ts';

test('a line matcher numbers lines from 1, and returns the matching lines without their line ends', () => {
  const matcher = createLineMatcher({ pattern: 'b$', caseSensitive: true });
  expect(matcher.match('a\r\nab\r\nB\nb')).toEqual([
    { line: 2, text: 'ab' },
    { line: 4, text: 'b' },
  ]);
});

test('a line matcher ignores case if caseSensitive is false', () => {
  const matcher = createLineMatcher({ pattern: 'É', caseSensitive: false });
  expect(matcher.match('é')).toEqual([{ line: 1, text: 'é' }]);
});

test('a line matcher cuts a long line', () => {
  const [match] = createLineMatcher({ pattern: 'x', caseSensitive: true }).match('x'.repeat(5000));
  expect(match?.text).toHaveLength(1000);
});

test('a line matcher throws an error of the kind bad-pattern if the pattern is malformed', () => {
  expect(() => createLineMatcher({ pattern: '(', caseSensitive: true })).toThrow(
    expect.objectContaining({ kind: 'bad-pattern' }),
  );
});

test('a line matcher throws an error of the kind bad-pattern if matching would take too long', () => {
  const matcher = createLineMatcher({ pattern: '^(a+)+$', caseSensitive: true });
  expect(() => matcher.match(`${'a'.repeat(60)}!`)).toThrow(expect.objectContaining({ kind: 'bad-pattern' }));
});

test('a line matcher searches the next text after matching took too long in another', () => {
  const matcher = createLineMatcher({ pattern: '^(a+)+$', caseSensitive: true });
  expect(() => matcher.match(`${'a'.repeat(60)}!`)).toThrow();
  expect(matcher.match('aaa\nb')).toEqual([{ line: 1, text: 'aaa' }]);
});
