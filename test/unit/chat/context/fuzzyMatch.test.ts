import { expect, test } from 'vitest';
import { fuzzyScore } from '../../../../src/extension/chat/context/fuzzyMatch.ts';

/** The paths that answer, best first. */
function rank(query: string, paths: readonly string[]): string[] {
  return paths
    .flatMap((path) => {
      const score = fuzzyScore(query, path);
      return score === undefined ? [] : [{ path, score }];
    })
    .sort((a, b) => b.score - a.score)
    .map(({ path }) => path);
}

test.each<[string, string, string[]]>([
  ['a name before a folder', 'chat', ['src/chat.ts', 'src/chat/session.ts']],
  ['a name’s beginning before its middle', 'app', ['src/app.ts', 'src/myapp.ts']],
  ['a word’s beginning before the middle of one', 'view', ['chatView.ts', 'review.ts']],
  ['the shorter of two', 'index', ['a/index.ts', 'a/very/deep/index.ts']],
  ['initials of words', 'csv', ['chat/sessionView.ts', 'cosiv/a']],
])('puts %s', (_title, query, paths) => {
  expect(rank(query, paths.toReversed())).toEqual(paths);
});

test('takes case for nothing and leaves out what lacks a character', () => {
  expect(rank('READ', ['readme.md', 'README.md', 'src/a.ts'])).toHaveLength(2);
  expect(fuzzyScore('xyz', 'src/app.ts')).toBeUndefined();
  expect(fuzzyScore('', 'src/app.ts')).toBe(0);
});
