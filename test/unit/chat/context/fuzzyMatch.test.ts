import { expect, test } from 'vitest';
import { fuzzyScore } from '../../../../src/extension/chat/context/fuzzyMatch.ts';

/** The matching paths, best first. */
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
  ['a match in the name before a match in the folder', 'chat', ['src/chat.ts', 'src/chat/session.ts']],
  ['the beginning of a name before its middle', 'app', ['src/app.ts', 'src/myapp.ts']],
  ['the beginning of a word before its middle', 'view', ['chatView.ts', 'review.ts']],
  ['the shorter path before the longer path', 'index', ['a/index.ts', 'a/very/deep/index.ts']],
  ['initials of words before scattered letters', 'csv', ['chat/sessionView.ts', 'cosiv/a']],
])('fuzzyScore puts %s', (_title, query, paths) => {
  expect(rank(query, paths.toReversed())).toEqual(paths);
});

test('fuzzyScore ignores case, and leaves out paths that lack a character', () => {
  expect(rank('READ', ['readme.md', 'README.md', 'src/a.ts'])).toHaveLength(2);
  expect(fuzzyScore('xyz', 'src/app.ts')).toBeUndefined();
  expect(fuzzyScore('', 'src/app.ts')).toBe(0);
});
