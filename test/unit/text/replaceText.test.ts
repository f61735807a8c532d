import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { replaceText } from '../../../src/extension/text/replaceText.ts';
import { minimalReplacement } from '../../../src/extension/text/textReplacement.ts';

describe('replaceText', () => {
  test.each<[string, string, string, string, string, number[]]>([
    ['replaces a single match', 'a b c', 'b', 'X', 'a X c', [1]],
    ['finds LF text in a CRLF file and keeps CRLF', 'a\r\nb\r\nc\r\n', 'a\nb', 'a\nX\nb', 'a\r\nX\r\nb\r\nc\r\n', [1]],
    ['finds CRLF text in an LF file and keeps LF', 'a\nb\nc', 'a\r\nb', 'x\r\ny', 'x\ny\nc', [1]],
    [
      'leaves mixed line ends that are not part of the change',
      'a\r\nb\nc\r\n',
      'a\nb\nc',
      'a\nB\nc',
      'a\r\nB\nc\r\n',
      [1],
    ],
    ['leaves mixed line ends between two changes', 'a\r\nb\nc\r\n', 'a\nb\nc', 'A\nb\nC', 'A\r\nb\nC\r\n', [1]],
    ['gives additional lines the usual line end', 'a\r\nb\nc\r\n', 'a\nb', 'x\ny\nz', 'x\r\ny\r\nz\nc\r\n', [1]],
    ['keeps a missing final line end', 'a\nb', 'b', 'c', 'a\nc', [2]],
    ['replaces all matches', 'x\ny\nx\n', 'x', 'zz', 'zz\ny\nzz\n', [1, 3]],
    ['reports overlapping matches, but replaces only separate ones', 'aaa', 'aa', 'b', 'ba', [1, 1]],
    ['deletes a match if the replacement is empty', 'a\r\nb\r\nc', 'b\n', '', 'a\r\nc', [2]],
    ['takes $ and \\ literally', 'a', 'a', "$&$1\\n$'", "$&$1\\n$'", [1]],
    ['leaves a text without a match unchanged', 'a', 'b', 'c', 'a', []],
  ])('%s', (_name, text, old, fresh, expected, lines) => {
    expect(replaceText(text, old, fresh)).toMatchObject({ text: expected, lines });
  });

  test('agrees with replaceAll if all line ends are \\n', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 40 });
    const part = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(text, part, part, (whole, old, fresh) => {
        expect(replaceText(whole, old, fresh).text).toBe(whole.replaceAll(old, () => fresh));
      }),
    );
  });

  test('restores the original if a replacement is reversed, with either line end', () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'é', '😀'), maxLength: 6 });
    const ending = fc.constantFrom('\n', '\r\n');
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 8 }),
        fc.array(line, { minLength: 1, maxLength: 3 }),
        ending,
        fc.boolean(),
        (before, fresh, end, final) => {
          const text = ['first', ...before, 'UNIQUE', 'PAIR', ...before].join(end) + (final ? end : '');
          const replacement = `NEW${fresh.join('\n')}NEW`;
          const changed = replaceText(text, 'UNIQUE\nPAIR', replacement);
          expect(changed.count).toBe(1);
          expect(replaceText(changed.text, replacement, 'UNIQUE\nPAIR').text).toBe(text);
        },
      ),
    );
  });
});

describe('minimalReplacement', () => {
  test.each([
    ['abc', 'aXc', { start: 1, end: 2, text: 'X' }],
    ['abc', 'abc', undefined],
    ['aa', 'aaa', { start: 2, end: 2, text: 'a' }],
    ['', 'a', { start: 0, end: 0, text: 'a' }],
    ['😀', '😁', { start: 0, end: 2, text: '😁' }],
    ['a\r\nb', 'a\rb', { start: 1, end: 3, text: '\r' }],
  ])('returns the smallest change from %j to %j', (before, after, expected) => {
    expect(minimalReplacement(before, after)).toEqual(expected);
  });

  test('always changes the first text into the second', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '😀', '😁', '\r\n', '\n'), maxLength: 12 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { start, end, text: inserted } = minimalReplacement(before, after) ?? { start: 0, end: 0, text: '' };
        expect(before.slice(0, start) + inserted + before.slice(end)).toBe(after);
      }),
    );
  });
});
