import { expect, test } from 'vitest';
import { createLineMatcher } from '../../../src/extension/text/lineMatcher.ts';

test('numbers matching lines from 1 and leaves their terminators out', () => {
  const matcher = createLineMatcher({ pattern: 'b$', caseSensitive: true });
  expect(matcher.match('a\r\nab\r\nB\nb')).toEqual([
    { line: 2, text: 'ab' },
    { line: 4, text: 'b' },
  ]);
});

test('ignores case when told to', () => {
  const matcher = createLineMatcher({ pattern: 'É', caseSensitive: false });
  expect(matcher.match('é')).toEqual([{ line: 1, text: 'é' }]);
});

test('cuts long lines', () => {
  const [match] = createLineMatcher({ pattern: 'x', caseSensitive: true }).match('x'.repeat(5000));
  expect(match?.text).toHaveLength(1000);
});

test('reports a malformed pattern as such', () => {
  expect(() => createLineMatcher({ pattern: '(', caseSensitive: true })).toThrow(
    expect.objectContaining({ kind: 'bad-pattern' }),
  );
});

test('gives up on a pattern that would match for ever', () => {
  const matcher = createLineMatcher({ pattern: '^(a+)+$', caseSensitive: true });
  expect(() => matcher.match(`${'a'.repeat(60)}!`)).toThrow(expect.objectContaining({ kind: 'bad-pattern' }));
});
