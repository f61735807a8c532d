import { expect, it } from 'vitest';
import { fileCodesOf, fileLinksOf, filesNamedIn } from '../../../src/shared/fileLinks.ts';

it.each([
  ['inline links', 'See [a](src/a.ts) and [b](b.ts:3 "B").', ['src/a.ts:', 'b.ts:3']],
  ['names with spaces and brackets', '[a](<my notes.md>) [b](a(1).ts)', ['my notes.md:', 'a(1).ts:']],
  ['definitions', '[guide]\n\n[guide]: docs/guide.md#L4\n[b]: <b c.md>', ['docs/guide.md:4', 'b c.md:']],
  [
    'names with escaped characters',
    '[a](src/\\"a\\".ts) [b](<b\\>.ts>) [c](c\\(1.ts:2)',
    ['src/"a".ts:', 'b>.ts:', 'c(1.ts:2'],
  ],
  ['definitions with escaped characters', '[a\\]b]\n\n[a\\]b]: \\"a\\".ts', ['"a".ts:']],
  ['paths of Windows', '[a](src\\a.ts) [b](C:\\ws\\b.ts:3)', ['src\\a.ts:', 'C:\\ws\\b.ts:3']],
  ['pictures', '![shot](out/shot.png)', ['out/shot.png:']],
  ['each place once', '[a](a.ts) [again](a.ts) [there](a.ts#L1) [also](a.ts:1)', ['a.ts:', 'a.ts:1']],
  ['nothing in web addresses', '[x](https://example.com) [y](command:x) [z](#here)', []],
  ['nothing in prose', 'src/a.ts is fine (a.ts)', []],
])('fileLinksOf finds %s', (_name, markdown, expected) => {
  expect(fileLinksOf(markdown).map(({ path, line }) => `${path}:${line ?? ''}`)).toEqual(expected);
});

it.each([
  ['paths', 'See `src/a.ts` and ``b.ts:3``.', ['src/a.ts:', 'b.ts:3']],
  ['places of all kinds', '`a.ts:1:2` `a.ts:4-8` `a.ts#L9` `/ws/c.ts`', ['a.ts:1', 'a.ts:4', 'a.ts:9', '/ws/c.ts:']],
  [
    'names with brackets and dots',
    '`app/[id]/(x)/page.tsx` `.env` `../up.ts`',
    ['app/[id]/(x)/page.tsx:', '.env:', '../up.ts:'],
  ],
  ['nothing in addresses and commands', '`https://a.example/b.ts` `command:a.b` `//host/a.ts` `\\\\host\\a.ts`', []],
  ['nothing in code', '`a.b()` `x = y.z` `"a.ts"` `alpha` `src/` `{a.ts}` `$HOME/a.ts` `*.ts`', []],
])('fileCodesOf finds %s in inline code', (_name, markdown, expected) => {
  expect(fileCodesOf(markdown).map(({ path, line }) => `${path}:${line ?? ''}`)).toEqual(expected);
});

it('filesNamedIn lists links first, then inline code, each place once', () => {
  const named = filesNamedIn('`b.ts` and [a](a.ts), `a.ts`, `b.ts`, [b](b.ts:1)');
  expect(named.map(({ path, line }) => `${path}:${line ?? ''}`)).toEqual(['a.ts:', 'b.ts:1', 'b.ts:']);
});

it('fileCodesOf reads very many backticks in linear time', () => {
  expect(fileCodesOf('`a'.repeat(300_000)).length).toBeLessThan(2);
});

it.each(['](('.repeat(300_000), `](${'(\\('.repeat(300_000)}`, `](<${'\\!'.repeat(300_000)}`])(
  'fileLinksOf reads very many brackets and escapes in linear time',
  (text) => expect(fileLinksOf(text)).toEqual([]),
);
