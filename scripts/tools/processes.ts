/**
 * Child processes that end with us. Each runs in a process group of its own, so that stopping one
 * takes its helpers along (VS Code forks several) and never anything we did not start.
 */
import { type ChildProcess, spawn, type SpawnOptions, spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

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

/** Starts a process that is stopped when this one ends, at the latest. */
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
  child.stdout?.setEncoding('utf8').on('data', (text: string) => options.onOutput?.(text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => options.onOutput?.(text));
  child.on('exit', () => running.delete(child));
  child.on('error', () => running.delete(child));
  return child;
}

/** Runs a process to its end. Rejects only when it could not be started. */
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
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** Asks a process group to end, and after `graceMs` makes it; with 0 it is not asked. Resolves when it is gone. */
export async function stop(child: ChildProcess, graceMs = 3000): Promise<void> {
  if (child.pid === undefined) return;
  if (graceMs > 0) signalGroup(child.pid, 'SIGTERM');
  const deadline = Date.now() + graceMs;
  while (isGroupAlive(child.pid) && Date.now() < deadline) await delay(25);
  signalGroup(child.pid, 'SIGKILL');
}

/** Stops everything this process started; for signal handlers and the very end. */
export async function stopAll(): Promise<void> {
  await Promise.all([...running].map((child) => stop(child)));
}

/** On Ctrl-C or a polite kill: clean up, stop what was started, end. A second signal changes nothing. */
export function stopAllOnSignals(cleanUp: () => void | Promise<void> = () => undefined): void {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      void stopAll()
        .then(cleanUp)
        .finally(() => process.exit(code));
    });
  }
}

process.on('exit', () => {
  for (const child of running) if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
});

function isBatchFile(command: string): boolean {
  return /\.(cmd|bat)$/i.test(command);
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/t', '/f']);
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
