/**
 * Derives an editing session from this repository's history, as `session.json`. The files that a commit changes in
 * `src` and `test` are opened one after the other, with the cursor at the file's first hunk. Every third time, up to 20
 * of the hunk's added lines are selected. A file that no commit has touched for more than eight commits is closed.
 * Every second time that a file is opened, the editor's state is stored as that of a prompt. The last 40 states are
 * kept.
 *
 * Usage: `node scripts/boot.mjs bench/editing/record.ts [commits]`
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EditorFacts } from '../../src/extension/chat/context/ideContext.ts';

const count = Number(process.argv[2] ?? 60);
const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 28 });
const commits = git('log', '--no-merges', '--reverse', '--format=%H', `-${count}`).split('\n').filter(Boolean);
const touched = new Map<string, number>();
const steps: EditorFacts[] = [];
let hunks = 0;
for (const [step, commit] of commits.entries()) {
  const patch = git(
    'show',
    '--unified=0',
    '--no-renames',
    '--diff-filter=AM',
    '--format=',
    commit,
    '--',
    'src',
    'test',
  );
  for (const file of patch.split(/^diff --git /m).slice(1)) {
    const path = /^\+\+\+ b\/(.+)$/m.exec(file)?.[1];
    const hunk = /^@@ -\S+ \+(\d+)\S* @@.*\n((?:[+-].*\n)*)/m.exec(file);
    if (!path || !hunk) continue;
    touched.delete(path);
    touched.set(path, step);
    hunks += 1;
    const added = (hunk[2] ?? '').split('\n').flatMap((line) => (line.startsWith('+') ? [line.slice(1)] : []));
    const selectedText = hunks % 3 === 0 ? added.slice(0, 20).join('\n') : '';
    const active = { path, cursor: { line: Number(hunk[1]), character: 1 + (added[0]?.length ?? 0) }, selectedText };
    for (const [known, at] of touched) if (at < step - 8) touched.delete(known);
    const selectedLines = selectedText === '' ? 0 : selectedText.split('\n').length;
    const selectedCharacters = selectedText.length;
    const openFiles = [...touched.keys()].reverse().slice(0, 15);
    if (hunks % 2 === 0) {
      steps.push({ activeFile: { ...active, selectedCharacters, selectedLines, nameOnly: false }, openFiles });
    }
  }
}
writeFileSync(join(import.meta.dirname, 'session.json'), `${JSON.stringify(steps.slice(-40), null, 2)}\n`);
