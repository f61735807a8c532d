import * as vscode from 'vscode';
import type { TerminalOutput } from '../../ports/mentionSources.ts';
import { agentOf } from '../../terminal/agentCommand.ts';
import { CommandOutput } from '../../terminal/commandOutput.ts';
import { withoutTypedText } from '../../terminal/typedText.ts';

interface RecordedCommand {
  readonly commandLine: string;
  readonly output: CommandOutput;
  exitCode: number | undefined;
}

/** Keeps the output of the last command of each terminal with shell integration. */
export function followTerminals(): vscode.Disposable & {
  lastOutput(position?: number): Promise<TerminalOutput | undefined>;
} {
  const last = new Map<vscode.Terminal, RecordedCommand>();
  const executions = new WeakMap<vscode.TerminalShellExecution, RecordedCommand>();
  const drop = (terminal: vscode.Terminal): void => {
    last.get(terminal)?.output.dispose();
    last.delete(terminal);
  };
  const subscriptions = vscode.Disposable.from(
    vscode.window.onDidStartTerminalShellExecution(({ terminal, execution }) => {
      const { value: commandLine } = execution.commandLine;
      const recorded: RecordedCommand = { commandLine, output: new CommandOutput(), exitCode: undefined };
      drop(terminal);
      last.set(terminal, recorded);
      executions.set(execution, recorded);
      // Must be called at the start, because `read` reports only later output.
      void collect(execution.read(), recorded.output);
    }),
    vscode.window.onDidEndTerminalShellExecution(({ execution, exitCode }) => {
      const recorded = executions.get(execution);
      if (recorded) recorded.exitCode = exitCode;
    }),
    vscode.window.onDidCloseTerminal(drop),
  );
  return {
    async lastOutput(position) {
      const { activeTerminal, terminals } = vscode.window;
      const terminal = position === undefined ? activeTerminal : terminals[position];
      const recorded = terminal && last.get(terminal);
      if (!recorded) return undefined;
      const { commandLine, output, exitCode } = recorded;
      const text = await output.text();
      return { commandLine, text: agentOf(commandLine) ? withoutTyped(text) : text, exitCode };
    },
    dispose() {
      subscriptions.dispose();
      for (const terminal of [...last.keys()]) drop(terminal);
    },
  };
}

async function collect(stream: AsyncIterable<string>, output: CommandOutput): Promise<void> {
  for await (const data of stream) await output.push(data);
  await output.end();
}

function withoutTyped(text: string): string {
  return withoutTypedText(text.split('\n')).join('\n');
}
