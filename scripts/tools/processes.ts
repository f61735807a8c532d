/**
 * Child processes that end with this process. Each runs in its own process group, so that stopping it also stops the
 * processes that it has started (VS Code starts several), and no others.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { releaseOwned, setOwned } from './owned.ts';
import { endGroup } from './processGroup.ts';

let stopping = false;

export interface RunResult {
  /** Exit code; `null` if a signal ended the process. */
  readonly code: number | null;
  /** stdout and stderr, interleaved in the order of arrival. */
  readonly output: string;
}

export interface StartOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Called with every piece of stdout and stderr. */
  readonly onOutput?: (text: string) => void;
}

/** Starts a process that is stopped at the latest when this process ends, in whatever way. */
export function start(
  command: string,
  args: readonly string[],
  { onOutput, ...options }: StartOptions = {},
): ChildProcess {
  // Windows starts batch files (code.cmd) only through a shell; quoting is enough for the arguments used here.
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
    // The process id may be reused from now on.
    child.on('exit', () => setOwned({ group: pid }, false));
  }
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => onOutput?.(text));
  return child;
}

/**
 * Runs a process to its end. Rejects only if it could not be started. Never settles after a signal has stopped
 * everything, because then neither the next step nor a failure report is wanted.
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

/**
 * Resolves with the exit code when a process has ended; null if a signal ended it. Like `run`, never settles after a
 * signal has stopped everything.
 */
export function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.on('exit', (code) => {
      if (!stopping) resolve(code);
    });
  });
}

/** Ends the process group of a started process; see `endGroup`. */
export async function stop(child: ChildProcess, graceMs?: number): Promise<void> {
  if (child.pid !== undefined) await endGroup(child.pid, graceMs);
}

/** On Ctrl-C, SIGTERM or SIGHUP: calls `first`, stops all started processes, removes temporary folders, and exits. */
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
