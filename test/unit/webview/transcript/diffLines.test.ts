import { expect, it } from 'vitest';
import { languageOfPath } from '../../../../src/webview/markdown/highlight/languages.ts';
import { toTokenLines } from '../../../../src/webview/markdown/highlight/tokens.ts';
import { sideOf, toDiffLines, toHunks } from '../../../../src/webview/transcript/tools/diffLines.ts';

const DIFF = '@@ -1,2 +1,2 @@\n a\n-b\n+c\n@@ -9 +9 @@\n-- d\n\\ No newline at end of file\n++ e\n';

it('toDiffLines distinguishes added, removed and unchanged lines and gaps between hunks', () => {
  expect(toDiffLines(DIFF).map((line) => `${line.kind} ${line.text}`)).toEqual([
    'context a',
    'removed b',
    'added c',
    'gap ',
    'removed - d',
    'added + e',
  ]);
});

it.each<[title: string, diff: string, numbers: string[]]>([
  ['in both files', DIFF, ['1:1', '2:', ':2', ':', '9:', ':9']],
  ['further down', '@@ -40,3 +42,2 @@\n a\n-b\n c', ['40:42', '41:', '42:43']],
  ['of a new file', '@@ -0,0 +1,2 @@\n+a\n+b', [':1', ':2']],
  ['of a deleted file', '@@ -1,1 +0,0 @@\n-a', ['1:']],
  ['from 1 if the header is broken', '@@ what @@\n a', ['1:1']],
])('toDiffLines numbers lines %s', (_title, diff, numbers) => {
  expect(toDiffLines(diff).map(({ before, after }) => `${before ?? ''}:${after ?? ''}`)).toEqual(numbers);
});

it('toHunks splits a diff into hunks, and sideOf returns one side of a hunk', () => {
  const hunks = toHunks(toDiffLines(DIFF));
  expect(hunks.map((hunk) => hunk.length)).toEqual([3, 1, 2]);
  const [first = []] = hunks;
  expect(sideOf(first, 'before').map(({ text }) => text)).toEqual(['a', 'b']);
  expect(sideOf(first, 'after').map(({ text }) => text)).toEqual(['a', 'c']);
});

it('toTokenLines splits tokens into lines', () => {
  const groups = [
    [
      { text: 'a\n', role: 'plain' },
      { text: '/* b\nc */', role: 'comment' },
    ],
    [{ text: '\n\nd', role: 'plain' }],
  ] as const;
  expect(toTokenLines(groups).map((line) => line.map(({ text, role }) => `${role}:${text}`))).toEqual([
    ['plain:a'],
    ['comment:/* b'],
    ['comment:c */'],
    [],
    ['plain:d'],
  ]);
});

it.each([
  ['src/a.test.ts', 'typescript'],
  ['C:\\ws\\a.PY', 'python'],
  ['Dockerfile', 'docker'],
  ['.env', 'dotenv'],
  ['c', null],
  ['notes.xyz', null],
  ['', null],
])('languageOfPath detects the language of %j', (path, language) => expect(languageOfPath(path)).toBe(language));
