import * as vscode from 'vscode';
import type { Clock } from '../../ports/clock.ts';
import { sleep, within } from '../../base/timers.ts';
import type { Log } from '../../ports/log.ts';
import type { OnShellOutput, ShellEnd, ShellRequest, ShellResult } from '../../ports/shell.ts';
import { folderProblem, processesLeftBy, type NodeShell } from '../../node/shell/nodeShell.ts';
import { endProcessTree, isProcessAlive } from '../../node/shell/processTree.ts';
import { terminalVariables } from '../../node/shell/shellEnvironment.ts';
import type { ShellProgram } from '../../node/shell/shellProgram.ts';
import { MarkedOutput } from '../../node/shell/markedOutput.ts';
import { removeOldScripts, RUNS_VARIABLE, TerminalScript } from '../../node/shell/terminalScript.ts';
import { TerminalPool, type ReadyTerminal } from './terminalPool.ts';

/** Milliseconds between two checks. */
const POLL = 50;
/** Milliseconds for the shell to start the typed command. */
const START_TIMEOUT = 20_000;
/** Milliseconds to wait for the last output after the end of a command. */
const OUTPUT_TIMEOUT = 2000;

export interface TerminalShellOptions {
  /** Runs commands outside a terminal. */
  readonly plain: NodeShell;
  readonly program: ShellProgram;
  /** For the scripts of running commands. */
  readonly folder: string;
  /** True if the user wants commands in a terminal. */
  readonly isWanted: () => boolean;
  /** Names of the environment variables that contain the user's API keys. */
  readonly keys: () => readonly string[];
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Runs commands in a terminal of VS Code, where the user can watch and stop them. The terminal's shell must be bash,
 * because approval parses commands as bash. A request with its own environment runs without a terminal, because the
 * user's start-up files could change that environment.
 */
export function createTerminalShell(options: TerminalShellOptions): NodeShell {
  const { plain, program, folder, isWanted, clock, log } = options;
  const terminalOptions: vscode.TerminalOptions = {
    name: 'Premove',
    iconPath: new vscode.ThemeIcon('run'),
    shellPath: program.path,
    // Keeps commands out of the history of the user's shell.
    env: { [RUNS_VARIABLE]: folder, HISTFILE: '' },
    // After a reload, nothing would use a restored terminal.
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
      const note = 'The command ran without a terminal, because the shell in VS Code’s terminal did not respond.';
      return { note, ...(await plain.run(request, onOutput, signal)) };
    },

    async close() {
      pool?.dispose();
      await plain.close();
    },
  };
}

/** Undefined if the terminal did not accept the command, so the command did not run. */
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
    output
      .readFrom(execution.read())
      .catch((error: unknown) => log.error('A terminal’s output could not be read', error));
    const pid = await waitForStart(script, AbortSignal.any([signal, closed.signal]), clock);
    if (pid === undefined) {
      if (signal.aborted) return { end: { kind: 'aborted' } };
      // The user may have closed the terminal to stop the command, so the command must not run elsewhere.
      const why = 'The user closed the terminal before the command began.';
      return closed.signal.aborted ? { end: { kind: 'unknown', why } } : undefined;
    }
    const cause = await waitForEnd({ pid, run: script.run }, request.timeout, { signal, closed: closed.signal }, clock);
    await within(OUTPUT_TIMEOUT, output.ended, clock);
    const end = cause ?? (await endOf(script));
    return {
      end,
      ...(!cause && (await processesLeftBy(pid, script.run))),
      ...(!output.hasBegun && { note: 'The terminal did not pass on the command’s output.' }),
    };
  } finally {
    onClose.dispose();
    await script.remove();
  }
}

/** Returns the script's process id; undefined if the script did not start and can no longer start. */
async function waitForStart(script: TerminalScript, signal: AbortSignal, clock: Clock): Promise<number | undefined> {
  const never = new AbortController().signal;
  let deadline = clock.now() + START_TIMEOUT;
  for (;;) {
    const pid = await script.pid();
    if (pid !== undefined) return pid;
    if (signal.aborted || clock.now() >= deadline) {
      if (await script.cancelStart()) return undefined;
      // The script has just started, and its process id follows in a moment.
      deadline = Infinity;
      signal = never;
    }
    await sleep(clock, POLL, never);
  }
}

/** Returns the cause if the command had to be stopped; undefined if it ended by itself. */
async function waitForEnd(
  { pid, run }: { readonly pid: number; readonly run: string },
  timeout: number,
  { signal, closed }: { readonly signal: AbortSignal; readonly closed: AbortSignal },
  clock: Clock,
): Promise<ShellEnd | undefined> {
  const deadline = clock.now() + timeout;
  const never = new AbortController().signal;
  for (; isProcessAlive(pid); await sleep(clock, POLL, never)) {
    const cause = causeOf(signal, closed, clock.now() >= deadline);
    if (!cause) continue;
    await endProcessTree(pid, clock, run);
    return cause;
  }
  return undefined;
}

function causeOf(signal: AbortSignal, closed: AbortSignal, isLate: boolean): ShellEnd | undefined {
  if (signal.aborted) return { kind: 'aborted' };
  if (closed.aborted) return { kind: 'unknown', why: 'The user closed the terminal that the command ran in.' };
  return isLate ? { kind: 'timed-out' } : undefined;
}

async function endOf(script: TerminalScript): Promise<ShellEnd> {
  const code = await script.exitCode();
  if (code !== undefined) return { kind: 'exited', code };
  return { kind: 'unknown', why: 'The command was ended in the terminal before it finished.' };
}
