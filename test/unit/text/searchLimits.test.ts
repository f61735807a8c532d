import { expect, test } from 'vitest';
import { mustCompileGlob } from '../../../src/extension/text/search/searchLimits.ts';

test.each([
  ['is malformed', '{a', 'The glob {a is malformed, or nests more than 5 braces.'],
  ['nests too many braces', '{{{{{{a}}}}}}', 'The glob {{{{{{a}}}}}} is malformed, or nests more than 5 braces.'],
  ['is too long', 'a'.repeat(1001), 'The glob is longer than 1000 characters.'],
])('a glob that %s is refused with the reason', (_what, pattern, message) => {
  expect(() => mustCompileGlob(pattern)).toThrow(expect.objectContaining({ kind: 'bad-pattern', message }));
});

test('a glob at both limits is compiled', () => {
  const long = `${'a'.repeat(989)}{{{{{b}}}}}`;
  expect(mustCompileGlob(long)(`${'a'.repeat(989)}b`)).toBe(true);
});
