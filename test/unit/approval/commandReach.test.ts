import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findCommandFiles } from '../../../src/extension/approval/commandFiles.ts';
import { createDiskWorkspace } from '../../../src/extension/node/diskWorkspace.ts';
import { parsePermissions } from '../../../src/extension/approval/rules/permissionRules.ts';
import { mayReadWithoutQuestion } from '../../../src/extension/approval/readOnlyCommand.ts';
import { createShellJudge } from '../../../src/extension/approval/shellJudge.ts';
import { walkSearch } from '../../../src/extension/node/search/walkSearch.ts';
import { realGit } from '../../support/shell/git.ts';
import { withTempFolder } from '../../support/tempFolder.ts';
import { EDIT_TOOLS } from '../../support/productTools.ts';

const signal = new AbortController().signal;

const FILES = {
  'ws/a.txt': 'a',
  'ws/dir/a.txt': 'a',
  'ws/dir/.env': 'KEY=1',
  'ws/dir/.gitignore': '.env',
  'ws/other/a.txt': 'a',
  'ws/dashed/-r': '',
  'ws/dashed/a.txt': '',
  'ws/linked/a.txt': 'a',
  'secret.txt': 'x',
};

async function runsWithoutQuestion(command: string, folder: string): Promise<boolean> {
  const workspace = createDiskWorkspace({ roots: () => [{ name: 'ws', path: folder }], search: walkSearch });
  const git = realGit(folder);
  const { verdict, files, effect } = await createShellJudge('bash', git).examine(command);
  const found = await findCommandFiles(files, folder, { workspace, git, editTools: EDIT_TOOLS, rules: [] }, signal);
  const tool = { name: 'run_shell_command', kind: 'execute' } as const;
  const facts = { text: command, grantDirectory: folder, displayDirectory: '', parts: null, verdict, effect };
  return mayReadWithoutQuestion({ tool, editTools: EDIT_TOOLS, paths: [], command: { ...facts, files: found } }, []);
}

test.each([
  // Git reads the last word as an operand, not as the value of the option before it.
  ['git blame -M dir/.env', false],
  ['git blame --abbrev dir/.env', false],
  ['git diff --no-index -U /etc/hostname a.txt', false],
  ['git diff --no-index -C /etc/hostname a.txt', false],
  // These commands also read ignored files.
  ['git diff --no-index other dir', false],
  ['git diff other dir', false],
  ['git diff {other,dir}', false],
  ['diff other dir', false],
  ['diff -q other dir', false],
  ['diff a.txt other', true],
  // A file of the index, named by its stage.
  ['git show :0:.npmrc', false],
  ['git show HEAD:a.txt', true],
  ['git log -L1,2:.npmrc', false],
  ['git log -L 1,2:.npmrc', false],
  // The git configuration of the user.
  ['git config --global --list', false],
  // A file name that the program reads as an option.
  ['cd dashed && grep a *', false],
  ['cd other && grep a *', true],
  ['git -C dir blame .env', false],
  ['git -C other blame a.txt', true],
  ['grep -r a linked', false],
  // rg skips ignored and hidden files unless an option includes them.
  ['rg a dir', true],
  ['rg a', true],
  ['rg -u a dir', false],
  ['rg -uu a', false],
  ['rg -. a dir', false],
  ['rg --hidden a dir', false],
  ['rg --no-ignore a dir', false],
  ['rg -g .env a dir', false],
  ['grep -r a other', true],
])('%s runs without a question: %s', (command, expected) =>
  withTempFolder(FILES, async (folder) => {
    await mkdir(join(folder, 'beyond'));
    await symlink('../../beyond', join(folder, 'ws/linked/out'));
    expect(await runsWithoutQuestion(command, join(folder, 'ws'))).toBe(expected);
  }),
);

test.each([
  // A pattern that continues after a link out of the workspace.
  ['cat */*', false],
  ['cat ?ut/*', false],
  ['ls o*/x*', false],
  ['cat d*/a.txt', true],
  // Bash replaces a pattern with file names, whichever program gets them.
  ['echo /home/*', false],
  ['printf %s ~/.ssh/*', false],
  ['for f in /home/*; do echo $f; done', false],
  ['[ /home/* = x ]', false],
  ['[[ a.txt == /home/* ]]', true],
  ['echo d*', true],
])('with its patterns expanded, %s runs without a question: %s', (command, expected) =>
  withTempFolder(FILES, async (folder) => {
    await rm(join(folder, 'ws/dir/.env'));
    await symlink('..', join(folder, 'ws/out'));
    expect(await runsWithoutQuestion(command, join(folder, 'ws'))).toBe(expected);
  }),
);

/** Creates `plain`, `secrets` with a tracked file that looks secret, and repositories that take data from `private`. */
async function makeRepositories(folder: string): Promise<void> {
  const git = (where: string, ...args: string[]): string =>
    execFileSync('git', ['-C', join(folder, where), '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: folder },
    });
  for (const name of ['plain', 'secrets', 'private']) {
    await mkdir(join(folder, name, 'docs'), { recursive: true });
    await writeFile(join(folder, name, 'a.txt'), 'a');
    await writeFile(join(folder, name, 'docs/b.txt'), 'b');
    if (name === 'secrets') {
      await writeFile(join(folder, name, '.gitignore'), 'docs/.env');
      await writeFile(join(folder, name, 'docs/.env'), 'KEY=1');
    }
    git(name, 'init', '-q');
    git(name, 'add', '-f', '.');
    git(name, 'commit', '-q', '-m', 'a');
  }
  // Git reads these names as versions or as patterns.
  for (const file of ['stash', 'abc123', ':!a.txt', '[.]env', 'x*']) await writeFile(join(folder, 'plain', file), 'a');
  await mkdir(join(folder, 'plain/HEAD:./docs'), { recursive: true });
  await writeFile(join(folder, 'plain/HEAD:./docs/.npmrc'), 'a');
  git('plain', 'worktree', 'add', '-q', '../linked');
  await mkdir(join(folder, 'claimed'));
  await writeFile(join(folder, 'claimed/a.txt'), 'a');
  await writeFile(join(folder, 'claimed/.git'), `gitdir: ${join(folder, 'private/.git')}\n`);
  await mkdir(join(folder, 'shared/.git'), { recursive: true });
  await writeFile(join(folder, 'shared/.git/HEAD'), 'ref: refs/heads/master\n');
  await writeFile(join(folder, 'shared/.git/commondir'), `${join(folder, 'private/.git')}\n`);
  await mkdir(join(folder, 'elsewhere'));
  git('elsewhere', 'init', '-q');
  git('elsewhere', 'config', 'core.worktree', join(folder, 'private'));
  for (const name of ['borrowing', 'linking', 'naming']) git('.', 'clone', '-q', 'plain', name);
  await writeFile(join(folder, 'borrowing/.git/objects/info/alternates'), `${join(folder, 'private/.git/objects')}\n`);
  for (const [name, part] of [['linking', 'objects/pack'] as const, ['naming', 'refs/heads'] as const]) {
    await rm(join(folder, name, '.git', part), { recursive: true });
    await symlink(join(folder, 'private/.git', part), join(folder, name, '.git', part));
  }
}

describe('with git', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'repositories-')));
    await makeRepositories(folder);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const NAMES_ONLY = ['git status', 'git log', 'git show --stat', 'git diff --name-only HEAD~1', 'git ls-files'];
  const PRESENT = [
    'git diff',
    'git diff HEAD',
    'git diff --cached',
    'git grep a',
    'git grep -n a docs',
    'git diff docs',
  ];
  const VERSIONS = [
    ...['git show', 'git log -p', 'git diff HEAD~1', 'git diff main dev', 'git cat-file -p HEAD', 'git log -S a'],
    ...[
      'git grep a HEAD~1',
      'git cat-file blob HEAD',
      'git show --stat v1',
      'git log -p -- docs',
      'git diff-index -p x',
    ],
    ...[
      'git show :/a',
      'git show HEAD:gone.txt',
      "git log -p -- '*.txt'",
      'git diff HEAD~1 -- docs',
      'git diff --check x',
    ],
    // A file name that git reads as a version or as a pattern.
    ...[
      'git show stash --',
      'git log -p stash --',
      'git diff stash --',
      'git grep a stash --',
      'git cat-file -p abc123',
    ],
    ...[
      "git diff ':!a.txt'",
      "git diff -- ':!a.txt'",
      "git log -p -- '[.]env'",
      'git log -p -- x*',
      "git diff ':(top)'",
    ],
    // If an object is not a commit, git shows all of it.
    ...['git show abc123 -- a.txt', 'git diff abc123 -- a.txt', 'git grep a abc123..main -- a.txt'],
    ...["git show 'main^{tree}' -- a.txt", "git show ':/a.txt' --", 'git show HEAD:gone.txt -- a.txt'],
    ...['git log -p --follow a.txt', 'git log -p --follow -- a.txt'],
    ...['git log --binary', 'git -C docs show', 'git grep a gone', 'cd docs && git show HEAD:a.txt'],
  ];
  const FILES = [
    ...[
      'git show HEAD:a.txt',
      'git show HEAD:docs/b.txt',
      'git log -p -- a.txt',
      'git diff HEAD~1 -- a.txt docs/b.txt',
    ],
    ...[
      'git log -p main..dev -- a.txt',
      'git diff main -- a.txt',
      'git diff abc123~2 -- a.txt',
      'git show HEAD:./a.txt',
    ],
    ...['git blame a.txt', 'git diff a.txt', 'git diff HEAD a.txt', 'git cat-file -p HEAD:a.txt'],
  ];

  test.each([
    ...[...NAMES_ONLY, ...FILES, ...PRESENT].map((command) => [command, 'plain', true] as const),
    ...[...NAMES_ONLY, ...FILES].map((command) => [command, 'secrets', true] as const),
    ...PRESENT.map((command) => [command, 'secrets', false] as const),
    ...VERSIONS.map((command) => [command, 'plain', false] as const),
    ...[...NAMES_ONLY, ...PRESENT].map((command) => [command, 'linked', true] as const),
    ...[...NAMES_ONLY, ...PRESENT].map((command) => [command, 'plain/docs', false] as const),
    ['git show HEAD:./docs/.npmrc', 'plain', false] as const,
    ['git show HEAD:../plain/a.txt', 'plain', true] as const,
    ...['claimed', 'shared', 'elsewhere', 'borrowing', 'linking', 'naming'].flatMap((name) =>
      ['git status', 'git log', 'git diff', 'git show HEAD:a.txt'].map((command) => [command, name, false] as const),
    ),
  ])('%s in the repository %s runs without a question: %s', async (command, name, expected) => {
    expect(await runsWithoutQuestion(command, join(folder, name))).toBe(expected);
  });
});

/** The files below the folders that a command names, found for the rule edit(.env). */
async function filesBelow(command: string, folder: string): Promise<string[] | undefined> {
  const workspace = createDiskWorkspace({ roots: () => [{ name: 'ws', path: folder }], search: walkSearch });
  const git = realGit(folder);
  const { files } = await createShellJudge('bash', git).examine(command);
  const { rules } = parsePermissions({ deny: ['edit(.env)'] }, [], '/home/me');
  const found = await findCommandFiles(
    files,
    folder,
    { workspace, git, editTools: EDIT_TOOLS, rules: rules.deny },
    signal,
  );
  return found.reachable?.map(({ path }) => (path.kind === 'inside' ? path.relative : 'outside')).sort();
}

test.each([
  ['rm -rf dir', ['dir/.env', 'dir/.gitignore', 'dir/a.txt']],
  ['unknown-program -odir', ['dir/.env', 'dir/.gitignore', 'dir/a.txt']],
  ['git add dir', ['dir/.gitignore', 'dir/a.txt']],
  ['npx eslint dir', ['dir/.gitignore', 'dir/a.txt']],
  ['eslint --no-ignore dir', ['dir/.env', 'dir/.gitignore', 'dir/a.txt']],
  // Links are followed, and each target is listed once.
  ['rm -rf linked', ['dir/.env', 'dir/.gitignore', 'dir/a.txt', 'linked/a.txt', 'outside', 'secret']],
  ['npm run dir', []],
])('%s reaches the files below its folders: %j', (command, expected) =>
  withTempFolder({ ...FILES, 'ws/secret': '' }, async (folder) => {
    await symlink('../..', join(folder, 'ws/linked/out'));
    await symlink('../dir', join(folder, 'ws/linked/folder'));
    await symlink('.', join(folder, 'ws/linked/self'));
    await symlink('../secret', join(folder, 'ws/linked/file'));
    expect(await filesBelow(command, join(folder, 'ws'))).toEqual(expected);
  }),
);
