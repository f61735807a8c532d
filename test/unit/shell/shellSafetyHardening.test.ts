import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { classifyShellCommand } from '../../../src/extension/shell/shellSafety.ts';
import {
  hardenedEnvironment,
  hardenReadOnly,
  type HardenedCommand,
} from '../../../src/extension/shell/hardening/shellHardening.ts';
import { withTempFolder } from '../../support/tempFolder.ts';

async function harden(...args: Parameters<typeof hardenReadOnly>): Promise<HardenedCommand | null> {
  const hardened = await hardenReadOnly(...args);
  if (hardened === 'git-too-old') throw new Error('The git of this machine is too old for these tests.');
  return hardened;
}

/** Closes the standard input after `input`, because a trap (see `TRAPS`) reads its standard input to the end. */
function run(
  program: string,
  args: readonly string[],
  settings: { cwd: string; env: Readonly<Record<string, string | undefined>> },
  input = '',
): Promise<{ stdout: string; stderr: string }> {
  const running = promisify(execFile)(program, args, settings);
  // Ignored: a program may end before it has read all of `input`.
  running.child.stdin?.on('error', () => undefined).end(input === '' ? undefined : input);
  return running;
}

const signal = new AbortController().signal;

/**
 * The repository's configuration names a trap wherever git accepts a program. A trap that runs leaves a file in
 * `traps`.
 */
let repository = '';
let traps = '';
let release: () => void = () => undefined;
let removed: Promise<unknown>;

beforeAll(async () => {
  await new Promise<void>((ready, fail) => {
    removed = withTempFolder({}, async (folder) => {
      repository = join(folder, 'repo');
      traps = join(folder, 'traps');
      await mkdir(repository);
      await mkdir(traps);
      await makeRepository(folder).then(ready, fail);
      await new Promise<void>((done) => (release = done));
    });
  });
}, 120_000);

afterAll(async () => {
  release();
  await removed;
});

const environment = {
  ...process.env,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@example.com',
};

async function makeRepository(folder: string): Promise<void> {
  const git: Git = (args, input) => run('git', args, { cwd: repository, env: environment }, input);
  await git(['init', '-q', '-b', 'main']);
  await writeFile(join(repository, 'a.txt'), 'one\n');
  await git(['add', '.']);
  await git(['commit', '-qm', 'first']);
  await git(['checkout', '-qb', 'side']);
  await writeFile(join(repository, 'a.txt'), 'side\n');
  await git(['commit', '-qam', 'side']);
  await git(['checkout', '-q', 'main']);
  await writeFile(join(repository, 'a.txt'), 'two\n');
  await git(['commit', '-qam', 'second']);
  await git(['merge', '-q', '-s', 'ours', '-m', 'merge', 'side']);
  await git(['tag', 'v1']);
  await sign(git);
  await makeSubmodule(git, folder);
  const trap = async (name: string): Promise<string> => {
    const script = join(folder, `trap-${name}.sh`);
    await writeFile(script, `#!/bin/sh\n: > '${join(traps, name)}'\ncat\n`);
    await chmod(script, 0o755);
    return script;
  };
  for (const [key, name] of Object.entries(TRAPS)) await git(['config', key, await trap(name)]);
  for (const [key, value] of Object.entries(HOSTILE_SETTINGS)) await git(['config', key, value]);
  for (const key of ['filter.in-submodule.clean', 'core.fsmonitor'])
    await run('git', ['config', key, await trap(`submodule-${key}`)], {
      cwd: join(repository, 'sub'),
      env: environment,
    });
  const hooks = join(folder, 'hooks');
  await mkdir(hooks);
  for (const hook of ['post-index-change', 'fsmonitor-watchman', 'post-checkout', 'reference-transaction']) {
    await writeFile(join(hooks, hook), await readFile(await trap(`hook-${hook}`)));
    await chmod(join(hooks, hook), 0o755);
  }
  await git(['config', 'core.hooksPath', hooks]);
  await writeFile(join(repository, '.gitattributes'), '* diff=evil filter=evil.dotted merge=evil\n');
  await writeFile(join(repository, 'a.txt'), 'three\n');
  await writeFile(join(repository, 'sub', 'b.txt'), 'changed\n');
  await rm(traps, { recursive: true });
  await mkdir(traps);
}

/** Adds a signature to the commit. Git passes it to gpg when the commit is shown. */
async function sign(git: Git): Promise<void> {
  const { stdout } = await git(['cat-file', 'commit', 'HEAD']);
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n abc\n -----END PGP SIGNATURE-----\n';
  const made = await git(['hash-object', '-t', 'commit', '-w', '--stdin'], stdout.replace('\n\n', `\n${signature}\n`));
  await git(['reset', '-q', '--hard', made.stdout.trim()]);
}

type Git = (args: readonly string[], input?: string) => Promise<{ stdout: string; stderr: string }>;

/** A submodule whose attributes name a filter that only the submodule configures. */
async function makeSubmodule(git: Git, folder: string): Promise<void> {
  const inside = join(folder, 'inside');
  await mkdir(inside);
  const there: Git = (args) => run('git', args, { cwd: inside, env: environment });
  await there(['init', '-q']);
  await writeFile(join(inside, 'b.txt'), 'b\n');
  await writeFile(join(inside, '.gitattributes'), '* filter=in-submodule\n');
  await there(['add', '.']);
  await there(['commit', '-qm', 'inside']);
  await git(['-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inside, 'sub']);
  await git(['commit', '-qm', 'sub']);
}

const TRAPS: Readonly<Record<string, string>> = {
  'diff.external': 'external',
  'diff.evil.command': 'driver',
  'diff.evil.textconv': 'textconv',
  'filter.evil.dotted.clean': 'clean',
  'filter.evil.dotted.smudge': 'smudge',
  'merge.evil.driver': 'merge',
  'core.fsmonitor': 'fsmonitor',
  'core.pager': 'pager',
  'pager.log': 'pager-log',
  'pager.diff': 'pager-diff',
  'gpg.program': 'gpg',
  'gpg.ssh.program': 'gpg-ssh',
  'core.sshCommand': 'ssh',
  'core.askPass': 'askpass',
  'core.editor': 'editor',
  'core.alternateRefsCommand': 'alternates',
  'credential.helper': 'credential',
};

const HOSTILE_SETTINGS: Readonly<Record<string, string>> = {
  'filter.evil.dotted.required': 'true',
  'log.showSignature': 'true',
  'log.diffMerges': 'remerge',
  'format.pretty': '%h %GG %s',
  'diff.submodule': 'diff',
  'status.submoduleSummary': 'true',
  'submodule.recurse': 'true',
  'alias.status': '!touch alias',
  'remote.origin.url': 'ext::sh -c touch% remote',
  'remote.origin.promisor': 'true',
  'core.untrackedCache': 'true',
};

/** The names of the traps that ran since the last call. */
async function takeTriggeredTraps(): Promise<string[]> {
  const found = await readdir(traps);
  await rm(traps, { recursive: true });
  await mkdir(traps);
  return found.sort();
}

/** The hash of every file, by path. */
async function snapshot(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const hashed = files.map(
    async (file) =>
      [
        file,
        createHash('sha1')
          .update(await readFile(file))
          .digest('hex'),
      ] as const,
  );
  return Object.fromEntries(await Promise.all(hashed));
}

/** Changes the modification times, so that git compares the contents too. */
async function touch(): Promise<void> {
  const now = new Date();
  for (const file of ['a.txt', 'sub/b.txt']) await utimes(join(repository, file), now, now);
}

const options = (): Parameters<typeof hardenReadOnly>[1] => ({ folder: repository, roots: [repository], environment });

describe('without hardening, the traps run', () => {
  test.each<[string, string[]]>([
    ['diff', ['driver', 'fsmonitor']],
    ['diff --no-ext-diff --no-textconv', ['clean']],
    ['log --no-ext-diff -2', ['gpg']],
    ['log -p --no-ext-diff --remerge-diff', ['merge']],
    ['show --no-ext-diff main~2', ['textconv']],
    ['status', ['fsmonitor', 'submodule-core.fsmonitor']],
  ])('git %s', { timeout: 60_000 }, async (args, expected) => {
    await touch();
    const env = { ...environment, GIT_PAGER: 'cat' };
    // Some commands fail, because the output of a trap is not what git expects.
    await run('git', args.split(' '), { cwd: repository, env }).catch(() => undefined);
    expect(await takeTriggeredTraps()).toEqual(expect.arrayContaining(expected));
  });
});

describe('a hardened command does not run a trap or change a file', () => {
  test.each([
    'git status',
    'git status -s -b',
    'git diff',
    'git diff --stat HEAD',
    'git diff --cached',
    'git diff HEAD~1 HEAD -- a.txt',
    'git log',
    'git log -p',
    'git log -p -m --all --stat',
    'git log --oneline --graph -5 | cat',
    'git show',
    'git show HEAD~1 HEAD:a.txt',
    'git show v1',
    'git blame a.txt',
    'git grep -n one',
    'git grep one HEAD',
    'git ls-files -m -o',
    'git ls-tree -r HEAD',
    'git cat-file -p HEAD:a.txt',
    'git rev-parse HEAD --show-toplevel',
    'git rev-list --objects --all',
    'git describe --tags --always',
    'git branch -avv',
    'git branch --contains HEAD',
    'git tag -l',
    'git for-each-ref',
    'git remote -v',
    'git stash list',
    'git reflog',
    'git config --list',
    'git shortlog -s HEAD',
    'git diff-files',
    'git diff-index -p HEAD',
    'git diff-tree -p HEAD~1 HEAD',
    'git check-attr -a a.txt',
    'git worktree list',
    'git show-ref',
    'git count-objects -v',
    'git cat-file -p 1234567812345678123456781234567812345678',
    'cd sub && git status && git diff',
    'command cd sub; git diff',
    'cd sub; command cd ../sub; git -C . status',
    'git -C sub status',
    'git -C sub diff',
    'echo "$(git diff)" `git status` && git log -p -1 | head -3',
  ])('%s', { timeout: 60_000 }, async (command) => {
    expect(await classifyShellCommand(command)).toBe('read-only');
    await touch();
    const before = await snapshot(repository);
    const hardened = await harden(command, options(), signal);
    const result = await run('bash', ['--noprofile', '--norc', '-c', hardened?.command ?? 'exit 99'], {
      cwd: repository,
      env: hardened?.environment ?? {},
    }).catch((error: unknown) => error as { code: number; stderr: string });
    expect(await takeTriggeredTraps()).toEqual([]);
    expect(await snapshot(repository)).toEqual(before);
    // `git cat-file` of an object that does not exist prints an error.
    if (!command.includes('12345678')) expect(result).toMatchObject({ stderr: '' });
  });
});

test('hardened git still reports the changed files', async () => {
  const hardened = await harden('git diff --stat; git status -s', options(), signal);
  const { stdout } = await run('bash', ['-c', hardened?.command ?? ''], {
    cwd: repository,
    env: hardened?.environment ?? {},
  });
  expect(stdout).toMatch(/a\.txt \| 2 \+-/);
  expect(stdout).toMatch(/ M a\.txt/);
});

describe('the environment', () => {
  const harden = (given: Record<string, string>): Readonly<Record<string, string>> =>
    hardenedEnvironment({ roots: ['/ws'], environment: given });

  test('has no secret, and no variable that changes which program runs', () => {
    const given = {
      HOME: '/home/me',
      BASH_ENV: '/ws/x',
      LD_PRELOAD: 'x.so',
      RIPGREP_CONFIG_PATH: '/ws/rg',
      GIT_EXTERNAL_DIFF: 'x',
      GIT_TRACE: '/ws/log',
      'BASH_FUNC_ls%%': '() { rm x; }',
      PS4: '$(x)',
      OPENAI_API_KEY: 'sk-1',
    };
    const kept = harden(given);
    expect(Object.keys(given).filter((name) => name in kept)).toEqual(['HOME']);
    expect(kept).toMatchObject({ GIT_PAGER: 'cat', PAGER: 'cat', GIT_OPTIONAL_LOCKS: '0', GIT_NO_LAZY_FETCH: '1' });
  });

  test('has a PATH without the folders of a repository', () => {
    const path = ['/ws/node_modules/.bin', '.', '', 'bin', '/usr/bin', '/ws', '/wsx/bin', '/bin'].join(delimiter);
    expect(harden({ PATH: path }).PATH).toBe(['/usr/bin', '/wsx/bin', '/bin'].join(delimiter));
  });
});

describe('a variable that a command uses', () => {
  const given = { ...environment, NODE_ENV: 'production', JAVA_HOME: '/opt/java', OTHER: 'x', db_url: 'secret' };
  const echo = async (command: string): Promise<string | null> => {
    const hardened = await harden(command, { ...options(), environment: given }, signal);
    if (!hardened) return null;
    const { stdout } = await run('bash', ['--noprofile', '--norc', '-c', hardened.command], {
      cwd: repository,
      env: hardened.environment,
    });
    return stdout.trim();
  };

  test.each([
    ['echo "$NODE_ENV-${JAVA_HOME:-none}"', 'production-/opt/java'],
    ['for name in a; do echo "$name-$NODE_ENV"; done', 'a-production'],
    ['echo "${#NODE_ENV}"', '10'],
    ['git --version >/dev/null; echo "$(echo $JAVA_HOME)"', '/opt/java'],
  ])('has the value from the user’s environment: %s', async (command, expected) =>
    expect(await echo(command)).toBe(expected),
  );

  test('is empty if its name is in lower case and the command does not assign it', async () => {
    expect(await echo('echo "<$db_url>"')).toBe('<>');
    expect(await echo('for db_url in mine; do echo "<$db_url>"; done')).toBe('<mine>');
  });

  test('is passed without the other variables', async () => {
    const hardened = await harden('echo $NODE_ENV', { ...options(), environment: given }, signal);
    expect(hardened?.environment).not.toHaveProperty('OTHER');
  });

  test.each([
    'echo "$PATH"',
    'echo $LD_PRELOAD',
    'ls "$BASH_ENV"',
    'echo $AWS_SECRET_ACCESS_KEY',
    'echo ${GITHUB_TOKEN}',
  ])('prevents hardening if it must not be passed on unchanged: %s', async (command) =>
    expect(await echo(command)).toBeNull(),
  );
});

test.each(['git diff "', 'git commit -m x', 'git foo'])(
  'hardenReadOnly does not harden a command that is not read-only: %s',
  async (command) => expect(await harden(command, options(), signal)).toBeNull(),
);

test('hardenReadOnly rejects when the signal is aborted', async () => {
  const stopped = AbortSignal.abort();
  await expect(hardenReadOnly('git diff', options(), stopped)).rejects.toThrow(/abort/i);
});
