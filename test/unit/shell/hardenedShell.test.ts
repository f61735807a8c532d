import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createShellJudge } from '../../../src/extension/approval/shellJudge.ts';
import type { ShellEnd, ShellRequest } from '../../../src/extension/ports/shell.ts';
import {
  createGit,
  hardenReaders,
  onlyReaders,
  READING_AHEAD_TIMEOUT,
  READING_OUTPUT,
  READING_TIMEOUT,
} from '../../../src/extension/shell/hardening/hardenedShell.ts';
import { createFakeShell, printing } from '../../support/shell/fakeShell.ts';

const environment = { PATH: process.env['PATH'] ?? '', LD_PRELOAD: '/evil.so' };
const neverAborted = new AbortController().signal;

async function runAndGetRequest(
  command: string,
  signal = new AbortController().signal,
): Promise<ShellRequest | undefined> {
  const fake = createFakeShell();
  fake.next(printing(''));
  const shell = hardenReaders(fake, { roots: () => ['/ws'], environment: () => environment });
  await shell.run({ command, directory: tmpdir(), timeout: 1000 }, () => undefined, signal);
  return fake.requests[0];
}

test('a read-only git command runs with hardened options and a hardened environment', async () => {
  const request = await runAndGetRequest('git diff');
  expect(request?.command).toContain('--no-ext-diff');
  expect(request?.environment).toMatchObject({ GIT_OPTIONAL_LOCKS: '0', GIT_PAGER: 'cat' });
  expect(request?.environment).not.toHaveProperty('LD_PRELOAD');
});

test.each(['npm test', 'git commit -m x', 'git diff > out.txt', 'if'])(
  'the command %s runs unchanged',
  async (command) => {
    expect(await runAndGetRequest(command)).toEqual({ command, directory: tmpdir(), timeout: 1000 });
  },
);

test('a command does not run if the signal is already aborted', async () => {
  const controller = new AbortController();
  controller.abort();
  expect(await runAndGetRequest('git diff', controller.signal)).toBeUndefined();
});

describe('a command that only reads', () => {
  const run = async (command: string, output: string, timeout = 120_000) => {
    const fake = createFakeShell();
    fake.next(printing(output));
    const shell = hardenReaders(fake, { roots: () => ['/ws'], environment: () => environment });
    const result = await shell.run({ command, directory: tmpdir(), timeout }, () => undefined, neverAborted);
    return { result, request: fake.requests[0] };
  };

  test('has limits of time, memory and CPU time, and its result is marked as read-only', async () => {
    const { result, request } = await run('ls', 'a');
    expect(request?.command).toBe('ulimit -v 2097152 2>/dev/null; ulimit -t 60 2>/dev/null\nls');
    expect(request?.timeout).toBe(READING_TIMEOUT);
    expect(result).toEqual({ end: { kind: 'exited', code: 0 }, readsOnly: true });
    expect((await run('ls', 'a', 1_000)).request?.timeout).toBe(1_000);
  });

  test('is ended when its output exceeds the limit', async () => {
    const { result } = await run('cat a', 'x'.repeat(READING_OUTPUT + 1));
    expect(result.end).toMatchObject({
      kind: 'unknown',
      why: expect.stringContaining('characters of output') as string,
    });
  });

  test('really runs with these limits', async () => {
    const { request } = await run('ls', '');
    const command = request?.command.replace(/ls$/, 'ulimit -v; ulimit -t') ?? '';
    expect(execFileSync('bash', ['-c', command], { encoding: 'utf8' })).toBe(
      process.platform === 'darwin' ? 'unlimited\n60\n' : '2097152\n60\n',
    );
  });
});

describe('the shell of a speculation', () => {
  const run = async (command: string, { timeout = 120_000, name = 'bash', end }: Partial<RunOptions> = {}) => {
    const fake = { ...createFakeShell(), name };
    fake.next(end ? () => ({ end }) : printing('a'));
    const shell = onlyReaders(fake, { roots: () => ['/ws'], environment: () => environment });
    const result = await shell.run({ command, directory: tmpdir(), timeout }, () => undefined, neverAborted);
    return { result, request: fake.requests[0] };
  };
  interface RunOptions {
    readonly timeout: number;
    readonly name: string;
    readonly end: ShellEnd;
  }

  test('hardens a command that only reads, and runs it for at most 10 s', async () => {
    const { result, request } = await run('git log -p');
    expect(result).toEqual({ end: { kind: 'exited', code: 0 }, readsOnly: true });
    expect(request?.command).toContain('ulimit -t 60 2>/dev/null\ngit log --no-ext-diff --no-textconv -p');
    expect(request?.environment).not.toHaveProperty('LD_PRELOAD');
    expect(request?.timeout).toBe(READING_AHEAD_TIMEOUT);
    expect((await run('ls', { timeout: 2_000 })).request?.timeout).toBe(2_000);
  });

  test.each(['npm test', 'ls > out.txt', 'git commit -m x', 'if', 'cat a; rm a', 'alias ls=rm; ls a'])(
    'does not start %s',
    async (command) => {
      const { result, request } = await run(command);
      expect(result.end).toMatchObject({ kind: 'not-started' });
      expect(request).toBeUndefined();
    },
  );

  test.each(['sh', 'PowerShell 7', 'zsh'])('does not start a command of %s', async (name) => {
    const { result, request } = await run('ls', { name });
    expect(result.end).toMatchObject({ kind: 'not-started' });
    expect(request).toBeUndefined();
  });

  test('reports its own limit of time only if the command did not have a shorter limit', async () => {
    const end = { kind: 'timed-out' } as const;
    const ended = (await run('ls', { end })).result.end;
    const why =
      'Ended after 10 s, the limit of a command that runs before the user has sent the prompt. ' +
      'Run the command again if its output is needed.';
    expect(ended).toEqual({ kind: 'unknown', why });
    expect((await run('ls', { end, timeout: 2_000 })).result.end).toEqual(end);
  });
});

describe('a git that is too old to take settings from its environment', () => {
  const oldGit = { PATH: '' };

  beforeAll(async () => {
    oldGit.PATH = await mkdtemp(join(tmpdir(), 'old-git-'));
    const real = execFileSync('which', ['git'], { encoding: 'utf8' }).trim();
    await writeFile(join(oldGit.PATH, 'git'), `#!/bin/sh\nunset GIT_CONFIG_COUNT\nexec ${real} "$@"\n`, {
      mode: 0o755,
    });
  });
  afterAll(() => rm(oldGit.PATH, { recursive: true }));

  test('does not run a read-only git command, and gives the reason', async () => {
    const fake = createFakeShell();
    const shell = hardenReaders(fake, { roots: () => [], environment: () => oldGit });
    const result = await shell.run(
      { command: 'git status', directory: tmpdir(), timeout: 1_000 },
      () => undefined,
      neverAborted,
    );
    expect(result.end).toMatchObject({ kind: 'not-started', why: expect.stringContaining('2.31') as string });
    expect(fake.requests).toEqual([]);
  });

  test('changes only the verdict on git commands, to unknown', async () => {
    const git = createGit({ roots: () => [process.cwd()], environment: () => oldGit });
    const judge = createShellJudge('bash', git);
    expect(await judge.examine('git status')).toMatchObject({ verdict: 'unknown', effect: 'unknown' });
    expect(await judge.examine('ls')).toMatchObject({ verdict: 'read-only' });
  });
});
