import { spawn, type ChildProcess } from 'node:child_process';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Clock } from '../../ports/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { OnShellOutput, Shell, ShellEnd, ShellRequest, ShellResult } from '../../ports/shell.ts';
import { newRunId, processesOf, RUN_VARIABLE } from './processRun.ts';
import { endProcessTree, isGroupAlive } from './processTree.ts';
import { toProgramStart, type ShellProgram } from './shellProgram.ts';

/**
 * Milliseconds. A background process may keep an ended command's output open. Reading then stops after `QUIET` without
 * output, or at the first output after `MAX_WAIT`.
 */
const QUIET = 250;
const MAX_WAIT = 2000;

export interface NodeShell extends Shell {
  /** Ends background processes, except those outside the command's process group. */
  close(): Promise<void>;
}

export interface NodeShellOptions {
  readonly program: ShellProgram;
  readonly environment: () => Readonly<Record<string, string>>;
  readonly clock: Clock;
}

/**
 * Creates a shell that runs commands without a terminal and without input. On POSIX, each command leads a process
 * group.
 */
export function createNodeShell({ program, environment, clock }: NodeShellOptions): NodeShell {
  const leftGroups = new Set<number>();

  return {
    name: program.name,
    dialect: program.dialect,

    async run(request, onOutput, signal) {
      for (const pid of leftGroups) if (!isGroupAlive(pid)) leftGroups.delete(pid);
      if (signal.aborted) return { end: { kind: 'aborted' } };
      const problem = await folderProblem(request.directory);
      if (problem !== undefined) return { end: { kind: 'not-started', why: problem } };
      const run = newRunId();
      const child = start(program, request, { ...(request.environment ?? environment()), [RUN_VARIABLE]: run });
      const result = await follow({ child, run }, request, onOutput, signal, clock);
      if (result.background !== undefined) leftGroups.add(result.background);
      return result;
    },

    async close() {
      await Promise.all([...leftGroups].filter((pid) => isGroupAlive(pid)).map((pid) => endProcessTree(pid, clock)));
      leftGroups.clear();
    },
  };
}

function start(program: ShellProgram, request: ShellRequest, environment: Readonly<Record<string, string>>) {
  const { file, args } = toProgramStart(program, request.command);
  return spawn(file, args, {
    cwd: request.directory,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    // In its own session, the command has no terminal on which it could ask, and its group can be ended as a whole.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
}

async function follow(
  { child, run }: { readonly child: ChildProcess; readonly run: string },
  { timeout }: ShellRequest,
  onOutput: OnShellOutput,
  signal: AbortSignal,
  clock: Clock,
): Promise<ShellResult> {
  const { pid } = child;
  const outputs = [new Output(child.stdout, onOutput), new Output(child.stderr, onOutput)];
  let cause: ShellEnd | undefined;
  let ending: Promise<void> | undefined;
  const endAll = (because: ShellEnd): void => {
    cause ??= because;
    if (pid !== undefined) ending ??= endProcessTree(pid, clock, run);
  };
  const onAbort = (): void => endAll({ kind: 'aborted' });
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  const timer = clock.setTimeout(() => endAll({ kind: 'timed-out' }), timeout);
  try {
    const end = await ended(child);
    await ending;
    await waitForOutput(outputs, clock);
    if (cause) return { end: cause };
    return { end, ...(pid !== undefined && (await processesLeftBy(pid, run))) };
  } finally {
    timer.dispose();
    signal.removeEventListener('abort', onAbort);
    for (const output of outputs) output.ignoreRest();
  }
}

/** The processes that a command left running. `group`: the id of its process group. `run`: the id of its run. */
export async function processesLeftBy(
  group: number,
  run: string,
): Promise<Pick<ShellResult, 'background' | 'detached'>> {
  const detached = (await processesOf(run)).filter((each) => each.group !== group).map(({ pid }) => pid);
  return {
    ...(isGroupAlive(group) && { background: group }),
    ...(detached.length > 0 && { detached }),
  };
}

function ended(child: ChildProcess): Promise<ShellEnd> {
  return new Promise((resolve) => {
    child.on('error', (error) =>
      resolve({ kind: 'not-started', why: `The shell could not be started: ${error.message}.` }),
    );
    child.on('exit', (code, name) => {
      resolve(code === null ? { kind: 'signalled', signal: name ?? 'unknown' } : { kind: 'exited', code });
    });
  });
}

function waitForOutput(outputs: readonly Output[], clock: Clock): Promise<void> {
  const deadline = clock.now() + MAX_WAIT;
  return new Promise((resolve) => {
    let timer: Disposable | undefined;
    const check = (): void => {
      timer?.dispose();
      if (outputs.every((output) => output.isOver)) return resolve();
      // A paused output calls `onChange` when `onOutput` has consumed the text.
      if (outputs.some((output) => output.isPaused)) return;
      timer = clock.setTimeout(resolve, clock.now() < deadline ? QUIET : 0);
    };
    for (const output of outputs) output.onChange = check;
    check();
  });
}

/** Reads one pipe of a command. Pauses while the promise of `onOutput` is pending. */
class Output {
  onChange: () => void = () => {};
  isOver = false;
  isPaused = false;
  private readonly stream: Readable | null;
  private readonly decoder = new TextDecoder();
  private isWanted = true;

  constructor(stream: Readable | null, onOutput: OnShellOutput) {
    this.stream = stream;
    if (!stream) this.isOver = true;
    stream?.on('data', (chunk: Buffer) => {
      if (!this.isWanted) return;
      const wait = onOutput(this.decoder.decode(chunk, { stream: true }));
      if (wait) this.pauseUntil(wait);
      this.onChange();
    });
    stream?.on('close', () => {
      this.isOver = true;
      const rest = this.decoder.decode();
      if (this.isWanted && rest !== '') void onOutput(rest);
      this.onChange();
    });
    // `close` follows the error of a broken pipe.
    stream?.on('error', () => {});
  }

  /**
   * Drains the pipe, because a closed pipe could end background processes that still write, and a full pipe would block
   * them.
   */
  ignoreRest(): void {
    this.isWanted = false;
    this.onChange = () => {};
    this.stream?.resume();
    (this.stream as { unref?(): void } | null)?.unref?.();
  }

  private pauseUntil(wait: Promise<void>): void {
    this.isPaused = true;
    this.stream?.pause();
    void wait.then(() => {
      this.isPaused = false;
      this.stream?.resume();
      this.onChange();
    });
  }
}

/** Why a command cannot run in the folder; undefined if it can. */
export async function folderProblem(directory: string): Promise<string | undefined> {
  const found = await stat(directory).catch(() => undefined);
  if (!found) return `${directory} does not exist.`;
  return found.isDirectory() ? undefined : `${directory} is not a folder.`;
}
