import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  decodeText,
  encodeText,
  lineEndingOf,
  linesOf,
  withLineEnding,
  type TextEncoding,
} from '../../../src/extension/text/textFile.ts';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

test.each<[string, Uint8Array, string, TextEncoding]>([
  ['UTF-8', bytes(0x68, 0xc3, 0xa9), 'hé', 'utf8'],
  ['an empty file', bytes(), '', 'utf8'],
  ['a UTF-8 byte order mark', bytes(0xef, 0xbb, 0xbf, 0x61), 'a', 'utf8-bom'],
  ['little-endian UTF-16', bytes(0xff, 0xfe, 0x61, 0, 0x3d, 0xd8, 0, 0xde), 'a😀', 'utf16le'],
  ['big-endian UTF-16', bytes(0xfe, 0xff, 0, 0x61), 'a', 'utf16be'],
])('decodeText reads %s, and encodeText writes it to the same bytes', (_name, content, text, encoding) => {
  expect(decodeText(content)).toEqual({ kind: 'text', text, encoding });
  expect(encodeText(text, encoding)).toEqual(content);
});

test.each<[string, Uint8Array]>([
  ['bytes that are not UTF-8', bytes(0x68, 0xe9)],
  ['NUL bytes', bytes(0x61, 0, 0x62)],
  ['half a UTF-16 unit', bytes(0xff, 0xfe, 0x61)],
])('decodeText treats %s as binary', (_name, content) => {
  expect(decodeText(content)).toEqual({ kind: 'binary' });
});

test('encodeText writes any decoded file to the same bytes', () => {
  const marks = fc.constantFrom(bytes(), bytes(0xef, 0xbb, 0xbf), bytes(0xff, 0xfe), bytes(0xfe, 0xff));
  const body = fc.oneof(
    fc.uint8Array(),
    fc.array(fc.integer({ max: 0x10_ff_ff, min: 0 })).map((points) => Buffer.from(String.fromCodePoint(...points))),
  );
  fc.assert(
    fc.property(marks, body, (mark, rest) => {
      const content = bytes(...mark, ...rest);
      const decoded = decodeText(content);
      const again = decoded.kind === 'text' ? encodeText(decoded.text, decoded.encoding) : content;
      expect(Buffer.compare(again, content)).toBe(0);
    }),
  );
});

test.each([
  ['', '\n'],
  ['a', '\n'],
  ['a\nb', '\n'],
  ['a\r\nb\r\n', '\r\n'],
  ['a\r\nb\nc\r\n', '\r\n'],
  ['a\r\nb\n', '\n'],
])('the usual line end of %j is %j', (text, expected) => {
  expect(lineEndingOf(text)).toBe(expected);
});

test('withLineEnding converts both kinds of line ends', () => {
  expect(withLineEnding('a\r\nb\n', '\n')).toBe('a\nb\n');
  expect(withLineEnding('a\r\nb\n', '\r\n')).toBe('a\r\nb\r\n');
});

test('a final line end does not begin another line', () => {
  expect(linesOf('')).toEqual([]);
  expect(linesOf('\n')).toEqual(['']);
  expect(linesOf('a\r\nb\n')).toEqual(['a', 'b']);
  expect(linesOf('a\n\n')).toEqual(['a', '']);
});
