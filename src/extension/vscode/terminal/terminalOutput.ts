import { stripVTControlCharacters } from 'node:util';
import * as vscode from 'vscode';
import type { TerminalOutput } from '../../ports/mentionSources.ts';

/** Characters that are kept from the end of a long output: at least this many, at most twice as many. */
const MAX_KEPT = 60_000;

interface Followed {
  commandLine: string;
  raw: string;
  exitCode: number | undefined;
}

/** Keeps the output of the last command of each terminal with shell integration. */
export function followTerminals(): vscode.Disposable & { lastOutput(): TerminalOutput | undefined } {
  const last = new Map<vscode.Terminal, Followed>();
  const executions = new WeakMap<vscode.TerminalShellExecution, Followed>();
  const subscriptions = vscode.Disposable.from(
    vscode.window.onDidStartTerminalShellExecution(({ terminal, execution }) => {
      const followed: Followed = { commandLine: execution.commandLine.value, raw: '', exitCode: undefined };
      last.set(terminal, followed);
      executions.set(execution, followed);
      // `read` reports only the output after this call.
      void collect(execution.read(), followed);
    }),
    vscode.window.onDidEndTerminalShellExecution(({ execution, exitCode }) => {
      const followed = executions.get(execution);
      if (followed) followed.exitCode = exitCode;
    }),
    vscode.window.onDidCloseTerminal((terminal) => last.delete(terminal)),
  );
  return {
    lastOutput() {
      const { activeTerminal } = vscode.window;
      const followed = activeTerminal && last.get(activeTerminal);
      if (!followed) return undefined;
      const { commandLine, raw, exitCode } = followed;
      return { commandLine, text: toPlain(raw), exitCode };
    },
    dispose: () => void subscriptions.dispose(),
  };
}

async function collect(stream: AsyncIterable<string>, followed: Followed): Promise<void> {
  for await (const data of stream) {
    followed.raw += data;
    if (followed.raw.length > MAX_KEPT * 2) followed.raw = followed.raw.slice(-MAX_KEPT);
  }
}

/** Returns the final text: a carriage return overwrites its line, as progress bars do. */
function toPlain(raw: string): string {
  return stripVTControlCharacters(raw)
    .split(/(?<!\r)\r*\n/)
    .map((line) => line.slice(line.lastIndexOf('\r', line.length - 2) + 1).trimEnd())
    .join('\n')
    .trim();
}
