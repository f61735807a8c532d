import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { Clock } from '../../../../src/extension/ports/clock.ts';
import { systemClock } from '../../../../src/extension/node/systemClock.ts';
import type { ShellResult } from '../../../../src/extension/ports/shell.ts';
import { createNodeShell } from '../../../../src/extension/node/shell/nodeShell.ts';
import { shellEnvironment } from '../../../../src/extension/node/shell/shellEnvironment.ts';
import { findShellProgram } from '../../../../src/extension/node/shell/shellProgram.ts';
import { createLatch } from '../../../support/latch.ts';
import { isAlive, pidIn } from '../../../support/shell/processes.ts';
import { withTempFolder } from '../../../support/tempFolder.ts';

const shell = createNodeShell({
  program: findShellProgram(),
  environment: () => shellEnvironment({ ...process.env, OPENAI_API_KEY: 'sk-secret' }, ['OPENAI_API_KEY']),
  clock: systemClock,
});
const neverAborted = new AbortController().signal;

interface Run {
  readonly result: ShellResult;
  readonly output: string;
}

async function run(
  command: string,
  options: { directory?: string; timeout?: number; onOutput?: (output: string) => void; signal?: AbortSignal } = {},
): Promise<Run> {
  const { directory = process.cwd(), timeout = 60_000, onOutput, signal = neverAborted } = options;
  let output = '';
  const result = await shell.run(
    { command, directory, timeout },
    (chunk) => {
      output += chunk;
      onOutput?.(output);
      return undefined;
    },
    signal,
  );
  return { result, output };
}

/** A command that starts a script in a session of its own, and then ends. */
const startDetached = (script: string): string => {
  const options = `{ detached: true, stdio: 'ignore' }`;
  return `"${process.execPath}" -e "require('child_process').spawn('sh', ['-c', '${script.replaceAll('$', '\\$')}'], ${options}).unref()"`;
};

afterEach(() => shell.close());

describe.skipIf(process.platform === 'win32')('a command', () => {
  test('returns its output and errors in order, and its exit code', async () => {
    const { result, output } = await run('echo one; echo two >&2; echo three; exit 3');
    expect(output).toBe('one\ntwo\nthree\n');
    expect(result).toEqual({ end: { kind: 'exited', code: 3 } });
  });

  test('may have several lines, quotes, pipes and here-documents', async () => {
    const { output } = await run('for word in "a b" \'c d\'; do\n  cat <<EOF | tr a-z A-Z\n$word\nEOF\ndone');
    expect(output).toBe('A B\nC D\n');
  });

  test('runs in the given folder', async () => {
    await withTempFolder({ 'sub/file': '' }, async (folder) => {
      expect((await run('pwd; ls', { directory: join(folder, 'sub') })).output).toBe(`${join(folder, 'sub')}\nfile\n`);
      const { result } = await run('pwd', { directory: join(folder, 'gone') });
      expect(result.end).toEqual({ kind: 'not-started', why: `${join(folder, 'gone')} does not exist.` });
    });
  });

  test('has an empty input, and no terminal, pager or model key', async () => {
    const { result, output } = await run(
      'cat; read line; echo "$?"; tty; echo "$PAGER-$OPENAI_API_KEY-"; : > /dev/tty',
    );
    expect(output).toContain('1\nnot a tty\ncat--\n');
    expect(result.end).not.toEqual({ kind: 'exited', code: 0 });
  });

  test('reports the signal that ended it', async () => {
    expect((await run('kill -9 $$')).result.end).toEqual({ kind: 'signalled', signal: 'SIGKILL' });
  });

  test('joins the bytes of a character that arrive separately', async () => {
    const { output } = await run("printf '\\360\\237'; sleep 0.05; printf '\\231\\202'");
    expect(output).toBe('🙂');
  });

  test('is ended with its process tree when it is stopped, even if it ignores signals', async () => {
    await withTempFolder({}, async (folder) => {
      const stop = new AbortController();
      const running = run(
        `trap '' TERM\n(trap '' TERM; sh -c 'trap "" TERM; echo $$ > inner; while :; do sleep 0.1; done') &\n` +
          'echo $! > outer\nwait\nwhile :; do sleep 0.1; done',
        { directory: folder, signal: stop.signal },
      );
      const pids = [await pidIn(join(folder, 'outer')), await pidIn(join(folder, 'inner'))];
      stop.abort();
      expect((await running).result).toEqual({ end: { kind: 'aborted' } });
      await expect.poll(() => pids.filter((pid) => isAlive(pid))).toEqual([]);
    });
  });

  test('is ended together with a process that it started in a separate session', async () => {
    await withTempFolder({}, async (folder) => {
      const stop = new AbortController();
      const script = `require('child_process').spawn('sh', ['-c', 'echo $$ > inner; sleep 600'], {detached: true}); setInterval(() => {}, 1000)`;
      const command = `"${process.execPath}" -e ${JSON.stringify(script).replaceAll('$', '\\$')}`;
      const running = run(command, { directory: folder, signal: stop.signal });
      const pid = await pidIn(join(folder, 'inner'));
      stop.abort();
      await running;
      await expect.poll(() => isAlive(pid)).toBe(false);
    });
  });

  test('is ended together with a process that has left its process tree and group', async () => {
    await withTempFolder({}, async (folder) => {
      const stop = new AbortController();
      const running = run(`${startDetached('echo $$ > stray; sleep 600')}; sleep 600`, {
        directory: folder,
        signal: stop.signal,
      });
      const pid = await pidIn(join(folder, 'stray'));
      stop.abort();
      expect((await running).result).toEqual({ end: { kind: 'aborted' } });
      expect(isAlive(pid)).toBe(false);
    });
  });

  test('that ends by itself reports its processes in separate sessions, which keep running', async () => {
    await withTempFolder({}, async (folder) => {
      const command = `${startDetached('echo $$ > daemon; exec sleep 600')}; until [ -s daemon ]; do sleep 0.05; done`;
      const { result } = await run(command, { directory: folder });
      const pid = await pidIn(join(folder, 'daemon'));
      expect(result).toEqual({ end: { kind: 'exited', code: 0 }, detached: [pid] });
      await shell.close();
      expect(isAlive(pid)).toBe(true);
      process.kill(pid);
    });
  });

  test('is ended at the time limit, and its output until then is kept', async () => {
    let endTime = (): void => {};
    const clock: Clock = {
      now: () => systemClock.now(),
      setTimeout(callback, ms) {
        if (ms !== 54_321) return systemClock.setTimeout(callback, ms);
        endTime = callback;
        return { dispose: () => {} };
      },
    };
    const timed = createNodeShell({
      program: findShellProgram(),
      environment: () => shellEnvironment(process.env, []),
      clock,
    });
    let output = '';
    const onOutput = (chunk: string): undefined => {
      output += chunk;
      if (output === 'begun\n') endTime();
    };
    const request = { command: 'echo begun; sleep 600', directory: process.cwd(), timeout: 54_321 };
    expect(await timed.run(request, onOutput, neverAborted)).toEqual({ end: { kind: 'timed-out' } });
    expect(output).toBe('begun\n');
  });

  test('does not run if it is stopped before its start', async () => {
    const { result, output } = await run('echo no', { signal: AbortSignal.abort() });
    expect({ result, output }).toEqual({ result: { end: { kind: 'aborted' } }, output: '' });
  });

  test('ends although a background process keeps its output open, and the process keeps running', async () => {
    await withTempFolder({}, async (folder) => {
      const command =
        '(echo ready; while :; do echo more; echo x >> alive; sleep 0.05; done) & echo $! > pid; echo begun';
      const { result, output } = await run(command, { directory: folder });
      expect(result.end).toEqual({ kind: 'exited', code: 0 });
      expect(output).toContain('begun\n');
      const pid = await pidIn(join(folder, 'pid'));
      const written = (await readFile(join(folder, 'alive'), 'utf8').catch(() => '')).length;
      await expect
        .poll(async () => (await readFile(join(folder, 'alive'), 'utf8')).length)
        .toBeGreaterThan(written + 4);
      expect(isAlive(pid)).toBe(true);
      expect(result.background).toBeTypeOf('number');
      await shell.close();
      await expect.poll(() => isAlive(pid)).toBe(false);
    });
  });

  test('waits while its output is not consumed', async () => {
    const { opened: firstChunkConsumed, open: release } = createLatch();
    let consumed = 0;
    let first: Promise<void> | undefined = firstChunkConsumed;
    const running = shell.run(
      { command: 'head -c 20000000 /dev/zero | tr "\\0" x', directory: process.cwd(), timeout: 60_000 },
      (chunk) => {
        consumed += chunk.length;
        const wait = first;
        first = undefined;
        return wait;
      },
      neverAborted,
    );
    await expect.poll(() => consumed).toBeGreaterThan(0);
    expect(consumed).toBeLessThan(1_000_000);
    release();
    expect((await running).end).toEqual({ kind: 'exited', code: 0 });
    expect(consumed).toBe(20_000_000);
  });
});
