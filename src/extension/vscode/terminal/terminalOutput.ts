import { stripVTControlCharacters } from 'node:util';
import * as vscode from 'vscode';
import type { TerminalOutput } from '../../ports/mentionSources.ts';

/** Number of characters that are kept from the end of a long output: at least this many, at most twice as many. */
const MAX_KEPT = 60_000;

interface RecordedCommand {
  commandLine: string;
  raw: string;
  exitCode: number | undefined;
}

/** Keeps the output of the last command of each terminal with shell integration. */
export function followTerminals(): vscode.Disposable & {
  lastOutput(position?: number): Promise<TerminalOutput | undefined>;
} {
  const last = new Map<vscode.Terminal, RecordedCommand>();
  const executions = new WeakMap<vscode.TerminalShellExecution, RecordedCommand>();
  const subscriptions = vscode.Disposable.from(
    vscode.window.onDidStartTerminalShellExecution(({ terminal, execution }) => {
      const recorded: RecordedCommand = { commandLine: execution.commandLine.value, raw: '', exitCode: undefined };
      last.set(terminal, recorded);
      executions.set(execution, recorded);
      // Must be called at the start, because `read` reports only later output.
      void collect(execution.read(), recorded);
    }),
    vscode.window.onDidEndTerminalShellExecution(({ execution, exitCode }) => {
      const recorded = executions.get(execution);
      if (recorded) recorded.exitCode = exitCode;
    }),
    vscode.window.onDidCloseTerminal((terminal) => last.delete(terminal)),
  );
  return {
    async lastOutput(position) {
      const { activeTerminal, terminals } = vscode.window;
      const terminal = position === undefined ? activeTerminal : terminals[position];
      const recorded = terminal && last.get(terminal);
      if (!recorded) return undefined;
      const { commandLine, raw, exitCode } = recorded;
      return { commandLine, text: await toText(raw), exitCode };
    },
    dispose: () => void subscriptions.dispose(),
  };
}

async function collect(stream: AsyncIterable<string>, recorded: RecordedCommand): Promise<void> {
  for await (const data of stream) {
    recorded.raw += data;
    if (recorded.raw.length > MAX_KEPT * 2) recorded.raw = recorded.raw.slice(-MAX_KEPT);
  }
}

/**
 * Sequences of full-screen programs: the alternate screen, a move to a row and column, a move up, erasing the screen.
 */
// eslint-disable-next-line no-control-regex -- matches control characters
const FULL_SCREEN = /\x1b\[(?:\?(?:47|1047|1049)h|\d+;\d+[Hf]|[1-9]?\d*[AJ])/;

/**
 * Converts output to text. Uses the emulator only for full-screen programs, such as agents. The emulator keeps only
 * a few hundred lines and splits very long lines, so it does not suit other output.
 */
async function toText(raw: string): Promise<string> {
  if (!FULL_SCREEN.test(raw)) return toPlain(raw);
  const { toScreenText } = await import('../../terminal/terminalOutput.ts');
  return toScreenText(raw);
}

/**
 * Removes control sequences. If a line has carriage returns, as in a progress bar, keeps the text after the last one.
 */
function toPlain(raw: string): string {
  return stripVTControlCharacters(raw)
    .split(/(?<!\r)\r*\n/)
    .map((line) => line.slice(line.lastIndexOf('\r', line.length - 2) + 1).trimEnd())
    .join('\n')
    .trim();
}
