/**
 * Child processes that end with us. Each runs in a process group of its own, so that stopping one
 * takes its helpers along (VS Code forks several) and never anything we did not start.
 */
import { type ChildProcess, spawn, type SpawnOptions, spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { setOwned } from './owned.ts';
import { onParentGone } from './parent.mjs';

const running = new Set<ChildProcess>();
let stopping = false;

export interface RunResult {
  /** Exit code; `null` when a signal ended it. */
  readonly code: number | null;
  /** stdout and stderr as they came, interleaved. */
  readonly output: string;
}

export interface StartOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Called with every piece of stdout and stderr. */
  readonly onOutput?: (text: string) => void;
  /** Hand our own terminal to the child instead of collecting its output. */
  readonly inherit?: boolean;
}

/** Starts a process that is stopped when this one ends, at the latest, in whatever way it ends. */
export function start(command: string, args: readonly string[], options: StartOptions = {}): ChildProcess {
  const spawnOptions: SpawnOptions = {
    stdio: options.inherit ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    // Windows starts batch files (code.cmd) through a shell only; none of our arguments needs more than quotes.
    shell: isBatchFile(command),
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    ...(options.env === undefined ? {} : { env: options.env }),
  };
  const quoted = isBatchFile(command) ? [command, ...args].map((arg) => `"${arg}"`) : [command, ...args];
  const child = spawn(quoted[0] ?? command, quoted.slice(1), spawnOptions);
  running.add(child);
  if (child.pid !== undefined) setOwned({ group: child.pid }, true);
  child.stdout?.setEncoding('utf8').on('data', (text: string) => options.onOutput?.(text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => options.onOutput?.(text));
  child.on('exit', () => {
    running.delete(child);
    // Its number may be another's from now on.
    if (child.pid !== undefined) setOwned({ group: child.pid }, false);
  });
  child.on('error', () => running.delete(child));
  return child;
}

/**
 * Runs a process to its end. Rejects only when it could not be started. Does not settle when a signal stops everything
 * meanwhile: what was to follow is not wanted any more, nor is a report that it failed.
 */
export function run(command: string, args: readonly string[], options: StartOptions = {}): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    let output = '';
    const child = start(command, args, {
      ...options,
      onOutput: (text) => {
        output += text;
        options.onOutput?.(text);
      },
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (!stopping) resolve({ code, output });
    });
  });
}

/** Resolves with the exit code when a process ends by itself; as with `run`, not when a signal stops everything. */
export function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.on('exit', (code) => {
      if (!stopping) resolve(code);
    });
  });
}

/** Asks a process group to end, and after `graceMs` makes it; with 0 it is not asked. Resolves when it is gone. */
export async function stop(child: ChildProcess, graceMs = 3000): Promise<void> {
  if (child.pid === undefined) return;
  if (graceMs > 0) signalGroup(child.pid, 'SIGTERM');
  const deadline = Date.now() + graceMs;
  while (isGroupAlive(child.pid) && Date.now() < deadline) await delay(25);
  // On Windows asking is ending already, and the number may be another's by now.
  if (graceMs === 0 || process.platform !== 'win32') signalGroup(child.pid, 'SIGKILL');
}

/** Stops everything this process started; for signal handlers and the very end. */
export async function stopAll(): Promise<void> {
  await Promise.all([...running].map((child) => stop(child)));
}

/** On Ctrl-C, a polite kill, or when our parent is gone: clean up, stop what was started, end. Once is enough. */
export function stopAllOnSignals(cleanUp: () => void | Promise<void> = () => undefined): void {
  const end = (code: number) => {
    if (stopping) return;
    stopping = true;
    void stopAll()
      .then(cleanUp)
      .finally(() => process.exit(code));
  };
  process.on('SIGINT', () => end(130));
  process.on('SIGTERM', () => end(143));
  process.on('SIGHUP', () => end(129));
  onParentGone(() => end(143));
}

process.on('exit', () => {
  for (const child of running) if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
});

function isBatchFile(command: string): boolean {
  return /\.(cmd|bat)$/i.test(command);
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'], { windowsHide: true });
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // ESRCH: the group has already ended, which is what was asked for.
  }
}

function isGroupAlive(pid: number): boolean {
  if (process.platform === 'win32') return false;
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
}
