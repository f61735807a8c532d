import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { hardenReadOnly } from '../../../src/extension/shell/hardening/shellHardening.ts';
import { avoidsWorkTree } from '../../../src/extension/shell/safety/avoidingFiles.ts';
import { judgeShellScript } from '../../../src/extension/shell/shellSafety.ts';
import { parseShellScript } from '../../../src/extension/shell/syntax/shellSyntax.ts';
import { withTempFolder } from '../../support/tempFolder.ts';

/** Commands whose output does not depend on the files of the work tree. */
const AVOIDING = [
  'git log --oneline -5',
  'git log -n 3 --format=%s',
  'git log --author a HEAD~1..HEAD',
  'git log -p -- a.txt',
  'git log -- src gone.txt new.txt',
  'git log --stat main.. ',
  'git show HEAD',
  'git show --stat HEAD~1',
  'git show HEAD:a.txt',
  'git rev-parse HEAD',
  'git rev-parse --abbrev-ref HEAD',
  'git rev-parse --show-toplevel',
  'git rev-list --count HEAD',
  'git shortlog -sn HEAD',
  'git reflog',
  'git branch',
  'git branch --show-current',
  'git branch -avv',
  'git branch --contains HEAD',
  'git tag',
  'git describe --always',
  'git merge-base main HEAD',
  'git show-ref',
  'git for-each-ref',
  'git symbolic-ref HEAD',
  'git remote -v',
  'git ls-tree -r HEAD',
  'git ls-tree HEAD src',
  'git cat-file -p HEAD:src/b.txt',
  'git stash list',
  'git --version',
  'git --no-pager log',
  'git log --oneline | head -2',
  'git log | grep -c commit',
  'git log --oneline | wc -l && git branch',
  'x="$(git rev-parse HEAD)"; echo "$x"',
  'uname -a',
  'whoami',
  'date -u +%Y',
  'echo a.txt',
  'printf "%s\\n" "*"',
  'pwd',
  'seq 3 | sort -r',
  'basename src/b.txt',
  'which git',
  'command -v git',
  'cat < /dev/null',
  'cat <<EOF\na.txt\nEOF',
  'git log -1 2>&1 >/dev/null',
];

/** Commands that only read, and whose output may depend on the files of the work tree. */
const DEPENDING = [
  'git status',
  'git diff',
  'git diff --cached',
  'git diff HEAD~1',
  'git grep a',
  'git blame a.txt',
  'git ls-files',
  'git check-ignore a.txt',
  'git diff-index HEAD',
  'git diff-files',
  'git diff-tree -p HEAD~1 HEAD',
  'git worktree list',
  // Without `--`, git checks whether a file has the name of the argument.
  'git log a.txt',
  'git log main',
  'git log ./a..b',
  'git show main',
  'git -C src log',
  'cd src && git log',
  'ls',
  'ls -la src',
  'find .',
  'find . -name x',
  'du -s',
  'tree',
  'fd x',
  'rg x',
  'grep x a.txt',
  'grep -r x',
  'grep -f a.txt <<< x',
  'cat a.txt',
  'cat < a.txt',
  'git log | cat - a.txt',
  'git log | grep -f a.txt',
  'wc -l a.txt',
  'head -1 a.txt',
  'stat a.txt',
  'file a.txt',
  'date -r a.txt',
  'which ./a.txt',
  'command -v ./a.txt',
  'type ./a.txt',
  '[ -f a.txt ]',
  'test -e a.txt && echo yes',
  'echo *',
  'echo src/*',
  'echo ?.txt',
  'echo [a].txt',
  'printf "%s" *.txt',
  'for f in *; do echo x; done',
  'for f in *.txt; do echo "$f"; done',
  "x='*'; echo $x",
  'echo "$(cat a.txt)"',
  'echo $(ls)',
  'cat <(cat a.txt)',
  'cat <<< "$(ls)"',
  'cat <<EOF\n$(cat a.txt)\nEOF',
];

async function avoids(command: string): Promise<[string, boolean]> {
  const script = await parseShellScript(command);
  return [command, script !== null && judgeShellScript(script).verdict === 'read-only' && avoidsWorkTree(script)];
}

test.each(AVOIDING)('%j avoids the files of the work tree', async (command) => {
  expect(await avoids(command)).toEqual([command, true]);
});

test.each(DEPENDING)('%j does not avoid the files of the work tree', async (command) => {
  expect(await avoids(command)).toEqual([command, false]);
});

test(
  'a combination with a command that looks at files never avoids the files of the work tree',
  { timeout: 60_000 },
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...DEPENDING.filter((command) => !command.includes('<<'))),
        fc.array(fc.tuple(fc.constantFrom('git log', 'echo a', 'pwd'), fc.nat({ max: 9 })), {
          minLength: 1,
          maxLength: 3,
        }),
        async (depending, layers) => {
          const command = layers.reduce((inner, [outer, at]) => combine(outer, inner, at), depending);
          expect(await avoids(command)).toEqual([command, false]);
        },
      ),
      { numRuns: 300 },
    ),
);

function combine(outer: string, inner: string, at: number): string {
  const combinations = [
    `${outer}; ${inner}`,
    `${inner}; ${outer}`,
    `${outer} && ${inner}`,
    `${inner} || ${outer}`,
    `${inner} | cat`,
    `${outer}; echo "$(${inner})"`,
    `(${inner})`,
    `{ ${inner}; }`,
    `if ${inner}; then ${outer}; fi`,
    `x="$(${inner})"; ${outer}`,
  ];
  return combinations[at] ?? inner;
}

test('the output of a command that avoids the work tree stays the same when the work tree changes', async () => {
  const files = { 'a.txt': 'a\n', 'gone.txt': 'gone\n', 'src/b.txt': 'b\n' };
  await withTempFolder(files, async (folder) => {
    const environment = { PATH: process.env['PATH'] ?? '', HOME: '/nowhere' };
    const git = (...args: string[]): string =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
        cwd: folder,
        encoding: 'utf8',
        env: environment,
      });
    git('init', '-q', '-b', 'main');
    git('add', '.');
    git('commit', '-q', '-m', 'one');
    await writeFile(join(folder, 'a.txt'), 'a\nb\n');
    git('commit', '-q', '-a', '-m', 'two');
    const run = async (command: string): Promise<string> => {
      const options = { folder, roots: [folder], environment };
      const hardened = await hardenReadOnly(command, options, new AbortController().signal);
      if (hardened === null || hardened === 'git-too-old') throw new Error(`${command} was not hardened`);
      const args = ['--noprofile', '--norc', '-c', hardened.command];
      const { stdout, stderr, status } = spawnSync('bash', args, {
        cwd: folder,
        encoding: 'utf8',
        env: hardened.environment,
      });
      return `${status}\n${stdout}${stderr}`;
    };
    const before = await Promise.all(AVOIDING.map(run));
    expect(before.filter((output) => !output.startsWith('0\n'))).toEqual([]);
    await writeFile(join(folder, 'a.txt'), 'changed\n');
    await writeFile(join(folder, 'new.txt'), 'new\n');
    await writeFile(join(folder, 'main'), 'named as the branch\n');
    await rm(join(folder, 'gone.txt'));
    await rm(join(folder, 'src'), { recursive: true });
    await mkdir(join(folder, 'other'));
    expect(await Promise.all(AVOIDING.map(run))).toEqual(before);
  });
});
