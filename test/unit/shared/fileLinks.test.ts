import { expect, it } from 'vitest';
import { fileLinksOf } from '../../../src/shared/fileLinks.ts';

it.each([
  ['inline links', 'See [a](src/a.ts) and [b](b.ts:3 "B").', ['src/a.ts:', 'b.ts:3']],
  ['names with blanks and brackets', '[a](<my notes.md>) [b](a(1).ts)', ['my notes.md:', 'a(1).ts:']],
  ['definitions', '[guide]\n\n[guide]: docs/guide.md#L4\n[b]: <b c.md>', ['docs/guide.md:4', 'b c.md:']],
  ['pictures', '![shot](out/shot.png)', ['out/shot.png:']],
  ['each place once', '[a](a.ts) [again](a.ts) [there](a.ts#L1) [also](a.ts:1)', ['a.ts:', 'a.ts:1']],
  ['no addresses', '[x](https://example.com) [y](command:x) [z](#here)', []],
  ['nothing in prose', 'src/a.ts is fine (a.ts)', []],
])('finds %s', (_name, markdown, expected) => {
  expect(fileLinksOf(markdown).map(({ path, line }) => `${path}:${line ?? ''}`)).toEqual(expected);
});

it('reads megabytes of brackets in no time', () => {
  expect(fileLinksOf('](('.repeat(300_000))).toEqual([]);
});
