import { expect, it } from 'vitest';
import { toDiffLines } from '../../../src/webview/transcript/diffLines.ts';

it('tells added, removed and unchanged lines and gaps between hunks apart', () => {
  const diff = '@@ -1,2 +1,2 @@\n a\n-b\n+c\n@@ -9 +9 @@\n-- d\n\\ No newline at end of file\n++ e\n';
  expect(toDiffLines(diff).map((line) => `${line.kind} ${line.text}`)).toEqual([
    'context a',
    'removed b',
    'added c',
    'gap ',
    'removed - d',
    'added + e',
  ]);
});
