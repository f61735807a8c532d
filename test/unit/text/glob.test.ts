import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileGlob, compileSearchGlob, escapeGlob } from '../../../src/extension/text/search/glob.ts';
import { regexGlob } from '../../support/regexGlob.ts';

test.each([
  ['*.ts', 'a.ts', true],
  ['*.ts', 'src/deep/a.ts', true],
  ['*.ts', 'a.tsx', false],
  ['/*.ts', 'src/a.ts', false],
  ['src/*.ts', 'src/a.ts', true],
  ['src/*.ts', 'src/deep/a.ts', false],
  ['src/**/*.ts', 'src/a.ts', true],
  ['src/**/*.ts', 'src/deep/er/a.ts', true],
  ['**/test/**', 'a/test/b/c', true],
  ['**/a.ts', 'a.ts', true],
  ['src/**', 'src/a', true],
  ['src/**', 'lib/src/a', false],
  ['*.{ts,tsx}', 'a.tsx', true],
  ['*.{ts,tsx}', 'a.js', false],
  ['{src,lib}/*.ts', 'lib/a.ts', true],
  ['a?.ts', 'ab.ts', true],
  ['a?b', 'a/b', false],
  ['[a-c].ts', 'b.ts', true],
  ['[!a-c].ts', 'b.ts', false],
  ['[!a]b', '/b', false],
  ['[a-', '[a-', undefined],
  ['{a', '{a', undefined],
  ['[z-a]', 'b', undefined],
  ['\\*.ts', '*.ts', true],
  ['\\*.ts', 'a.ts', false],
  ['a+(b).ts', 'a+(b).ts', true],
  ['?.ts', '😀.ts', true],
  ['*'.repeat(5) + 'a', 'xxa', true],
  ['*a'.repeat(40), 'a', false],
  ['a'.repeat(1001), 'a', undefined],
  ['{'.repeat(6) + 'a' + '}'.repeat(6), 'a', undefined],
])('the glob %j matches the path %j: %s', (pattern, path, expected) => {
  expect(compileGlob(pattern)?.(path)).toBe(expected);
});

test.each([
  ['src/app/[id]/*.tsx', 'src/app/[id]/page.tsx', true],
  ['src/app/[id]/*.tsx', 'src/app/i/page.tsx', true],
  ['src/app/[id]/*.tsx', 'src/app/x/page.tsx', false],
  ['file[1].txt', 'file[1].txt', true],
  ['file[1].txt', 'file1.txt', true],
  ['[[...slug]]/[a-c].ts', '[[...slug]]/b.ts', true],
  ['[[...slug]]/[a-c].ts', '[[...slug]]/[a-c].ts', true],
  ['[!x].ts', '[!x].ts', true],
  ['[z-a].ts', '[z-a].ts', true],
  ['a[b.ts', 'a[b.ts', true],
  ['{[id],x}/[a,b].ts', '[id]/[a,b].ts', true],
  ['{[id],x}/[a,b].ts', 'x/b.ts', true],
  ['\\[id\\].ts', 'i.ts', false],
  ['\\[id\\].ts', '[id].ts', true],
  ['my\\ file.txt', 'my file.txt', true],
  ['* at 3.00 PM.png', 'Screenshot at 3.00\u202fPM.png', true],
  ['*\u202fPM.png', 'a PM.png', true],
  ['caf\u00e9.md', 'cafe\u0301.md', true],
  ['cafe\u0301.md', 'caf\u00e9.md', true],
  ['{a', '{a', undefined],
])('a search for %j finds the path %j: %s', (pattern, path, expected) => {
  expect(compileSearchGlob(pattern)?.(path)).toBe(expected);
});

test.each(['a[b].ts', '{x},y', 'st*r?', '!neg', 'back\\slash'])(
  'escapeGlob makes a glob that matches only the path %j',
  (name) => {
    const matches = compileGlob(escapeGlob(name));
    expect(matches?.(name)).toBe(true);
    expect(matches?.('b.ts')).toBe(false);
  },
);

/** Pieces of patterns. They share characters with the paths below, so that many patterns match some path. */
const piece = fc.constantFrom(
  'a',
  'b',
  '/',
  '*',
  '**',
  '**/',
  '/**',
  '?',
  '{',
  '}',
  ',',
  '{a,}',
  '[ab]',
  '[!a]',
  '\\',
  '😀',
);
const text = fc
  .array(fc.constantFrom('a', 'b', '/', 'c', '{', ',', '}', '\n', '😀'), { maxLength: 8 })
  .map((all) => all.join(''));

test('a compiled glob agrees with an equivalent regular expression on small patterns and paths', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 7 }), fc.array(text, { minLength: 1, maxLength: 10 }), (pieces, paths) => {
      const pattern = pieces.join('');
      const [matches, expected] = [compileGlob(pattern), regexGlob(pattern)];
      expect([pattern, matches === undefined]).toEqual([pattern, expected === undefined]);
      for (const path of paths) expect([pattern, path, matches?.(path)]).toEqual([pattern, path, expected?.(path)]);
    }),
    { numRuns: 3000 },
  );
});

test('the result for a path does not depend on paths that were matched before', () => {
  const matches = compileGlob('**/*a?{b,[!c]}*');
  const many = Array.from({ length: 12_000 }, (_, code) => `x/a${String.fromCodePoint(0x4e00 + code)}b`);
  for (const path of many) expect(matches?.(path)).toBe(true);
  expect(matches?.('x/a')).toBe(false);
});

// Each pattern could match in so many ways that trying all of them would take far too long.
test.each([
  ['stars', '*a'.repeat(400) + 'b', 'a'.repeat(2000)],
  ['alternatives', '{a,aa}'.repeat(160) + 'b', 'a'.repeat(300)],
  ['folders', '**/a*/'.repeat(150) + 'b', 'a/'.repeat(1000)],
  ['wildcards in braces', '{*,**,?}'.repeat(120) + 'b', 'a'.repeat(2000)],
  ['classes', '[!b]*'.repeat(150) + 'b', 'a'.repeat(2000)],
])('matching ends for a pattern with many %s', (_name, pattern, path) => {
  const matches = compileGlob(pattern);
  expect(matches?.(path)).toBe(false);
  expect(matches?.(`${path}b`)).toBe(true);
});
