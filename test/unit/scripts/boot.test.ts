import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { root } from '../../../scripts/tools/paths.ts';
import { withTempFolder } from '../../support/tempFolder.ts';

/** The output of `owner.ts`. */
interface Printed {
  readonly boot: number;
  readonly script: number;
  readonly child: number;
  readonly grandchild: number;
}

interface Running extends Printed {
  /** Replaces npm: runs boot.mjs in a shell, in a process group of its own, as a terminal does. */
  readonly npm: ChildProcess;
}

const npmId = ({ npm }: Running): number => npm.pid ?? -1;

const ENDS: readonly (readonly [string, (running: Running) => void])[] = [
  ['Ctrl-C', (running) => process.kill(-npmId(running), 'SIGINT')],
  ['a closed terminal', (running) => process.kill(-npmId(running), 'SIGHUP')],
  ['SIGTERM for npm', (running) => process.kill(npmId(running), 'SIGTERM')],
  ['SIGKILL for npm', (running) => process.kill(npmId(running), 'SIGKILL')],
  ['SIGKILL for the process group of npm', (running) => process.kill(-npmId(running), 'SIGKILL')],
  ['SIGTERM for boot.mjs', ({ boot }) => process.kill(boot, 'SIGTERM')],
  ['SIGKILL for boot.mjs', ({ boot }) => process.kill(boot, 'SIGKILL')],
  ['SIGKILL for the script', ({ script }) => process.kill(script, 'SIGKILL')],
];

test.skipIf(process.platform === 'win32').concurrent.each(ENDS)(
  'boot.mjs leaves no process and no folder after %s',
  (_, end) =>
    withOwner([], async (running, temporary) => {
      expect(await readdir(temporary)).not.toEqual([]);
      end(running);
      await expectNothingLeft(running, temporary);
    }),
);

test('boot.mjs ends what the script has left running, and passes on its exit code', () =>
  withOwner(['3'], async (running, temporary) => {
    expect(await exitCode(running)).toBe(3);
    await expectNothingLeft(running, temporary);
  }));

async function withOwner(
  args: readonly string[],
  run: (running: Running, temporary: string) => Promise<void>,
): Promise<void> {
  await withTempFolder({}, async (temporary) => {
    const command = ['scripts/boot.mjs', 'test/unit/scripts/owner.ts', ...args].join(' ');
    const options = "{ shell: true, stdio: 'inherit' }";
    const npm = spawn(
      process.execPath,
      [
        '-e',
        `require('node:child_process').spawn('node ${command}', ${options}).on('exit', (code) => process.exit(code))`,
      ],
      {
        cwd: root,
        detached: process.platform !== 'win32',
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, npm_lifecycle_event: 'start', TMPDIR: temporary, TEMP: temporary, TMP: temporary },
      },
    );
    const running = { npm, ...(await printed(npm)) };
    try {
      await run(running, temporary);
    } finally {
      for (const pid of ids(running).filter(isRunning)) process.kill(pid, 'SIGKILL');
    }
  });
}

async function printed(npm: ChildProcess): Promise<Printed> {
  const early = once(npm, 'exit').then(([code]) => Promise.reject(new Error(`The script ended with code ${code}.`)));
  const [text] = (await Promise.race([once(npm.stdout ?? process.stdin, 'data'), early])) as [Buffer];
  return JSON.parse(text.toString()) as Printed;
}

async function exitCode({ npm }: Running): Promise<number | null> {
  if (npm.exitCode === null) await once(npm, 'exit');
  return npm.exitCode;
}

async function expectNothingLeft(running: Running, temporary: string): Promise<void> {
  const left = async () => [...ids(running).filter(isRunning), ...(await readdir(temporary))];
  await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 10_000 });
}

function ids(running: Running): readonly number[] {
  return [npmId(running), running.boot, running.script, running.child, running.grandchild];
}

/** False for a zombie too: if the system does not reap orphans, an ended orphan keeps its process id. */
function isRunning(pid: number): boolean {
  if (process.platform === 'win32') {
    const { stdout } = spawnSync('tasklist', ['/nh', '/fi', `PID eq ${pid}`], { encoding: 'utf8' });
    return stdout.includes(String(pid));
  }
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.trim().startsWith('Z');
}
