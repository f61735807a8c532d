/**
 * Child processes that end with us. Each runs in a process group of its own, so that stopping one
 * takes its helpers along (VS Code forks several) and never anything we did not start.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { releaseOwned, setOwned } from './owned.ts';
import { endGroup } from './processGroup.ts';

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
}

/** Starts a process that is stopped when this one ends, at the latest, in whatever way it ends. */
export function start(
  command: string,
  args: readonly string[],
  { onOutput, ...options }: StartOptions = {},
): ChildProcess {
  // Windows starts batch files (code.cmd) through a shell only; none of our arguments needs more than quotes.
  const shell = /\.(cmd|bat)$/i.test(command);
  const [first = '', ...rest] = shell ? [command, ...args].map((arg) => `"${arg}"`) : [command, ...args];
  const child = spawn(first, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    shell,
    ...options,
  });
  const { pid } = child;
  if (pid !== undefined) {
    setOwned({ group: pid }, true);
    // Its number may be another's from now on.
    child.on('exit', () => setOwned({ group: pid }, false));
  }
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => onOutput?.(text));
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
export async function stop(child: ChildProcess, graceMs?: number): Promise<void> {
  if (child.pid !== undefined) await endGroup(child.pid, graceMs);
}

/** On Ctrl-C or a polite kill: ends what was started, removes temporary folders, ends. `first` runs before that. */
export function stopAllOnSignals(first: () => void = () => undefined): void {
  const end = (code: number) => {
    if (stopping) return;
    stopping = true;
    first();
    void releaseOwned().finally(() => process.exit(code));
  };
  process.on('SIGINT', () => end(130));
  process.on('SIGTERM', () => end(143));
  process.on('SIGHUP', () => end(129));
}
