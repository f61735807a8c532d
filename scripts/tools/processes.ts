/**
 * Processes and temporary folders that last no longer than the run. Each process has its own process group, so that
 * stopping it also stops the processes that it has started (VS Code starts several).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endGroup } from './supervision.mjs';

/** boot.mjs removes this folder when the run has ended. Undefined if a script runs without boot.mjs. */
const runFolder = process.env.PREMOVE_RUN;

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

/** Starts a process, in its own process group except on Windows. The process ends with the run (`endWithRun`). */
export function start(command: string, args: readonly string[], options: StartOptions = {}): ChildProcess {
  const { onOutput, ...others } = options;
  // Windows starts batch files (code.cmd) only through a shell; quoting is enough for the arguments used here.
  const shell = /\.(cmd|bat)$/i.test(command);
  const [first = '', ...rest] = shell ? [command, ...args].map((arg) => `"${arg}"`) : [command, ...args];
  const child = spawn(first, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    shell,
    ...others,
  });
  if (child.pid !== undefined) child.on('exit', endWithRun(child.pid));
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => onOutput?.(text));
  return child;
}

/**
 * Registers a process group with boot.mjs, which ends the group when the run ends. Call the returned function when the
 * group is gone, because its id may be reused from then on.
 */
export function endWithRun(group: number): () => void {
  if (runFolder === undefined) return () => undefined;
  const file = join(runFolder, `group-${group}`);
  writeFileSync(file, '');
  return () => rmSync(file, { force: true });
}

/** Runs a process to its end. Rejects only if it could not be started. */
export async function run(command: string, args: readonly string[], options: StartOptions = {}): Promise<RunResult> {
  let output = '';
  const onOutput = (text: string) => {
    output += text;
    options.onOutput?.(text);
  };
  const [code] = (await once(start(command, args, { ...options, onOutput }), 'close')) as [number | null];
  return { code, output };
}

/** Ends the process group of a started process; see `endGroup`. */
export async function stop(child: ChildProcess, graceMs?: number): Promise<void> {
  if (child.pid !== undefined) await endGroup(child.pid, graceMs);
}

/**
 * Creates a temporary folder and returns its real path, because on macOS the temporary folder is a symlink and VS Code
 * reports resolved paths. The name is short, because VS Code puts a socket there, whose path has a maximum length.
 */
export function temporaryFolder(): string {
  return mkdtempSync(join(runFolder ?? realpathSync(tmpdir()), 'pm-'));
}
