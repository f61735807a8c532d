import * as vscode from 'vscode';
import type { Clock } from '../../ports/clock.ts';
import { sleep, within } from '../../base/timers.ts';
import type { Log } from '../../ports/log.ts';
import type { OnShellOutput, ShellEnd, ShellRequest, ShellResult } from '../../ports/shell.ts';
import { folderProblem, leftBy, type NodeShell } from '../../node/shell/nodeShell.ts';
import { endProcessTree, isProcessAlive } from '../../node/shell/processTree.ts';
import { terminalVariables } from '../../node/shell/shellEnvironment.ts';
import type { ShellProgram } from '../../node/shell/shellProgram.ts';
import { MarkedOutput } from '../../node/shell/markedOutput.ts';
import { removeOldScripts, RUNS_VARIABLE, TerminalScript } from '../../node/shell/terminalScript.ts';
import { TerminalPool, type ReadyTerminal } from './terminalPool.ts';

/** Milliseconds between two looks at whether a command has begun, or is gone. */
const LOOK = 50;
/** Milliseconds for the shell to begin with what was typed. */
const START = 20_000;
/** Milliseconds for what a command has written to arrive once it is gone. */
const LINGER = 2000;

export interface TerminalShellOptions {
  /** Where commands run that are not to run in a terminal, or cannot. */
  readonly plain: NodeShell;
  readonly program: ShellProgram;
  /** For the scripts of what runs. */
  readonly folder: string;
  /** The user wants commands in a terminal. */
  readonly isWanted: () => boolean;
  /** The variables that hold the user's model keys. */
  readonly keys: () => readonly string[];
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Runs commands in a terminal of VS Code's, where the user can watch them with colours, and stop them with Ctrl+C. Only
 * bash: it is what commands are judged as. A request with an environment of its own runs without a terminal, because
 * there the user's start-up files have a say.
 */
export function createTerminalShell(options: TerminalShellOptions): NodeShell {
  const { plain, program, folder, isWanted, clock, log } = options;
  const terminalOptions: vscode.TerminalOptions = {
    name: 'Premove',
    iconPath: new vscode.ThemeIcon('run'),
    shellPath: program.path,
    // Lines of ours are not what the user would look for in the history of their shell.
    env: { [RUNS_VARIABLE]: folder, HISTFILE: '' },
    // After a reload it would stand there with nobody to use it.
    isTransient: true,
  };
  let pool: TerminalPool | undefined;
  const terminals = (): TerminalPool => {
    if (pool) return pool;
    removeOldScripts(folder, clock).catch((error: unknown) => log.error('Old scripts could not be removed', error));
    pool = new TerminalPool(terminalOptions, clock);
    return pool;
  };

  return {
    name: plain.name,
    dialect: plain.dialect,

    async run(request, onOutput, signal) {
      const isPlain = !isWanted() || program.name !== 'bash' || request.environment !== undefined;
      if (isPlain || (await folderProblem(request.directory)) !== undefined) {
        return plain.run(request, onOutput, signal);
      }
      if (signal.aborted) return { end: { kind: 'aborted' } };
      const ready = await terminals().take(request.directory, signal);
      if (!ready && signal.aborted) return { end: { kind: 'aborted' } };
      if (ready) {
        const result = await runIn(ready, request, onOutput, signal, options);
        terminals().release(ready, result !== undefined);
        if (result) return result;
      }
      const note = 'It ran without a terminal, because the shell in VS Code’s terminal did not respond.';
      return { note, ...(await plain.run(request, onOutput, signal)) };
    },

    async close() {
      pool?.dispose();
      await plain.close();
    },
  };
}

/** Undefined where the terminal did not take the command, which then has not run. */
async function runIn(
  { terminal, integration }: ReadyTerminal,
  request: ShellRequest,
  onOutput: OnShellOutput,
  signal: AbortSignal,
  { program, folder, keys, clock, log }: TerminalShellOptions,
): Promise<ShellResult | undefined> {
  if (signal.aborted) return { end: { kind: 'aborted' } };
  const script = await TerminalScript.write(request, {
    program,
    folder,
    variables: terminalVariables(),
    removed: keys(),
  });
  const closed = new AbortController();
  const onClose = vscode.window.onDidCloseTerminal((gone) => gone === terminal && closed.abort());
  try {
    const output = new MarkedOutput(script, onOutput);
    const execution = integration.executeCommand(script.line);
    output.take(execution.read()).catch((error: unknown) => log.error('A terminal’s output could not be read', error));
    const pid = await whenBegun(script, AbortSignal.any([signal, closed.signal]), clock);
    if (pid === undefined) return signal.aborted ? { end: { kind: 'aborted' } } : undefined;
    const cause = await untilGone({ pid, run: script.run }, request.timeout, { signal, closed: closed.signal }, clock);
    await within(LINGER, output.ended, clock);
    const end = cause ?? (await endOf(script));
    return {
      end,
      ...(!cause && (await leftBy(pid, script.run))),
      ...(!output.hasBegun && { note: 'The terminal did not pass on what the command has written.' }),
    };
  } finally {
    onClose.dispose();
    await script.remove();
  }
}

/** The script's process. Undefined where it has not begun, and never will. */
async function whenBegun(script: TerminalScript, signal: AbortSignal, clock: Clock): Promise<number | undefined> {
  const never = new AbortController().signal;
  let patience = clock.now() + START;
  for (;;) {
    const pid = await script.pid();
    if (pid !== undefined) return pid;
    if (signal.aborted || clock.now() >= patience) {
      if (await script.giveUp()) return undefined;
      // It has begun this moment, and says who it is in the next.
      patience = Infinity;
      signal = never;
    }
    await sleep(clock, LOOK, never);
  }
}

/** Resolves when the command is over; with what ended it, where that was not the command itself. */
async function untilGone(
  { pid, run }: { readonly pid: number; readonly run: string },
  timeout: number,
  { signal, closed }: { readonly signal: AbortSignal; readonly closed: AbortSignal },
  clock: Clock,
): Promise<ShellEnd | undefined> {
  const deadline = clock.now() + timeout;
  const never = new AbortController().signal;
  for (; isProcessAlive(pid); await sleep(clock, LOOK, never)) {
    const cause = causeOf(signal, closed, clock.now() >= deadline);
    if (!cause) continue;
    await endProcessTree(pid, clock, run);
    return cause;
  }
  return undefined;
}

function causeOf(signal: AbortSignal, closed: AbortSignal, isLate: boolean): ShellEnd | undefined {
  if (signal.aborted) return { kind: 'aborted' };
  if (closed.aborted) return { kind: 'unknown', why: 'The user has closed the terminal that it ran in.' };
  return isLate ? { kind: 'timed-out' } : undefined;
}

async function endOf(script: TerminalScript): Promise<ShellEnd> {
  const code = await script.exitCode();
  if (code !== undefined) return { kind: 'exited', code };
  return { kind: 'unknown', why: 'It was ended in the terminal before it had finished.' };
}
