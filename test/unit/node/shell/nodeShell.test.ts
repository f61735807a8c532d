import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { Clock } from '../../../../src/extension/ports/clock.ts';
import { systemClock } from '../../../../src/extension/node/systemClock.ts';
import type { ShellResult } from '../../../../src/extension/ports/shell.ts';
import { createNodeShell } from '../../../../src/extension/node/shell/nodeShell.ts';
import { shellEnvironment } from '../../../../src/extension/node/shell/shellEnvironment.ts';
import { findShellProgram } from '../../../../src/extension/node/shell/shellProgram.ts';
import { createGate } from '../../../support/gate.ts';
import { isAlive, pidIn } from '../../../support/processes.ts';
import { withTempFolder } from '../../../support/tempFolder.ts';

const shell = createNodeShell({
  program: findShellProgram(),
  environment: () => shellEnvironment({ ...process.env, OPENAI_API_KEY: 'sk-secret' }, ['OPENAI_API_KEY']),
  clock: systemClock,
});
const never = new AbortController().signal;

interface Run {
  readonly result: ShellResult;
  readonly output: string;
}

async function run(
  command: string,
  options: { directory?: string; timeout?: number; onOutput?: (output: string) => void; signal?: AbortSignal } = {},
): Promise<Run> {
  const { directory = process.cwd(), timeout = 60_000, onOutput, signal = never } = options;
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

/** A command that starts a script in a session of its own, and ends. */
const detaching = (script: string): string => {
  const options = `{ detached: true, stdio: 'ignore' }`;
  return `"${process.execPath}" -e "require('child_process').spawn('sh', ['-c', '${script.replaceAll('$', '\\$')}'], ${options}).unref()"`;
};

afterEach(() => shell.close());

describe.skipIf(process.platform === 'win32')('a command', () => {
  test('gives its output, errors in their place, and its exit code', async () => {
    const { result, output } = await run('echo one; echo two >&2; echo three; exit 3');
    expect(output).toBe('one\ntwo\nthree\n');
    expect(result).toEqual({ end: { kind: 'exited', code: 3 } });
  });

  test('may have lines, quotes, pipes and documents of its own', async () => {
    const { output } = await run('for word in "a b" \'c d\'; do\n  cat <<EOF | tr a-z A-Z\n$word\nEOF\ndone');
    expect(output).toBe('A B\nC D\n');
  });

  test('runs in the folder it is given', async () => {
    await withTempFolder({ 'sub/file': '' }, async (folder) => {
      expect((await run('pwd; ls', { directory: join(folder, 'sub') })).output).toBe(`${join(folder, 'sub')}\nfile\n`);
      const { result } = await run('pwd', { directory: join(folder, 'gone') });
      expect(result.end).toEqual({ kind: 'not-started', why: `There is no folder ${join(folder, 'gone')}.` });
    });
  });

  test('finds an empty input, no terminal, no pager and no model key', async () => {
    const { result, output } = await run(
      'cat; read line; echo "$?"; tty; echo "$PAGER-$OPENAI_API_KEY-"; : > /dev/tty',
    );
    expect(output).toContain('1\nnot a tty\ncat--\n');
    expect(result.end).not.toEqual({ kind: 'exited', code: 0 });
  });

  test('says which signal ended it', async () => {
    expect((await run('kill -9 $$')).result.end).toEqual({ kind: 'signalled', signal: 'SIGKILL' });
  });

  test('gives characters whole that come in halves', async () => {
    const { output } = await run("printf '\\360\\237'; sleep 0.05; printf '\\231\\202'");
    expect(output).toBe('🙂');
  });

  test('is ended with its whole tree when it is stopped, whatever it does against it', async () => {
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

  test('is ended with what it has started in a session of its own', async () => {
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

  test('is ended with what has left its tree and its group', async () => {
    await withTempFolder({}, async (folder) => {
      const stop = new AbortController();
      const running = run(`${detaching('echo $$ > stray; sleep 600')}; sleep 600`, {
        directory: folder,
        signal: stop.signal,
      });
      const pid = await pidIn(join(folder, 'stray'));
      stop.abort();
      expect((await running).result).toEqual({ end: { kind: 'aborted' } });
      expect(isAlive(pid)).toBe(false);
    });
  });

  test('that ends by itself tells what has put itself into a session of its own, which runs on', async () => {
    await withTempFolder({}, async (folder) => {
      const command = `${detaching('echo $$ > daemon; exec sleep 600')}; until [ -s daemon ]; do sleep 0.05; done`;
      const { result } = await run(command, { directory: folder });
      const pid = await pidIn(join(folder, 'daemon'));
      expect(result).toEqual({ end: { kind: 'exited', code: 0 }, detached: [pid] });
      await shell.close();
      expect(isAlive(pid)).toBe(true);
      process.kill(pid);
    });
  });

  test('is ended when its time is over, and what it wrote until then is there', async () => {
    let timeIsOver = (): void => {};
    const clock: Clock = {
      now: () => systemClock.now(),
      setTimeout(callback, ms) {
        if (ms !== 54_321) return systemClock.setTimeout(callback, ms);
        timeIsOver = callback;
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
      if (output === 'begun\n') timeIsOver();
    };
    const request = { command: 'echo begun; sleep 600', directory: process.cwd(), timeout: 54_321 };
    expect(await timed.run(request, onOutput, never)).toEqual({ end: { kind: 'timed-out' } });
    expect(output).toBe('begun\n');
  });

  test('is not run where it is stopped before', async () => {
    const { result, output } = await run('echo no', { signal: AbortSignal.abort() });
    expect({ result, output }).toEqual({ result: { end: { kind: 'aborted' } }, output: '' });
  });

  test('is over although what it left in the background holds its output, which goes on', async () => {
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

  test('waits while its output is not taken in', async () => {
    const { opened: held, open: release } = createGate();
    let taken = 0;
    let first: Promise<void> | undefined = held;
    const running = shell.run(
      { command: 'head -c 20000000 /dev/zero | tr "\\0" x', directory: process.cwd(), timeout: 60_000 },
      (chunk) => {
        taken += chunk.length;
        const wait = first;
        first = undefined;
        return wait;
      },
      never,
    );
    await expect.poll(() => taken).toBeGreaterThan(0);
    expect(taken).toBeLessThan(1_000_000);
    release();
    expect((await running).end).toEqual({ kind: 'exited', code: 0 });
    expect(taken).toBe(20_000_000);
  });
});
