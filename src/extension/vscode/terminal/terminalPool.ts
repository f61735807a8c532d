import * as vscode from 'vscode';

import type { Clock } from '../../ports/clock.ts';
import { within } from '../../base/timers.ts';
import { RUNS_VARIABLE } from '../../node/shell/terminalScript.ts';

/** Milliseconds to wait for shell integration; after that the terminal counts as having none. */
const READY = 20_000;

export interface ReadyTerminal {
  readonly terminal: vscode.Terminal;
  readonly integration: vscode.TerminalShellIntegration;
}

interface Entry {
  readonly terminal: vscode.Terminal;
  /** The number of the user's own running commands. */
  running: number;
  isTaken: boolean;
  /** True if shell integration was not ready in time. It may still start. */
  isSilent: boolean;
  /** True if the terminal did not accept a command. */
  isStuck: boolean;
}

type Execution = vscode.TerminalShellExecutionStartEvent | vscode.TerminalShellExecutionEndEvent;

/** The terminals that commands run in. Idle terminals are reused. Opening a terminal does not move the focus. */
export class TerminalPool implements vscode.Disposable {
  private readonly options: Omit<vscode.TerminalOptions, 'cwd'>;
  private readonly clock: Clock;
  private readonly entries = new Map<vscode.Terminal, Entry>();
  private readonly subscription: vscode.Disposable;

  constructor(options: Omit<vscode.TerminalOptions, 'cwd'>, clock: Clock) {
    this.options = options;
    this.clock = clock;
    const count = ({ terminal, execution }: Execution, change: number): void => {
      const entry = this.entries.get(terminal);
      const isOurs = execution.commandLine.value.includes(RUNS_VARIABLE);
      if (entry && !isOurs) entry.running = Math.max(0, entry.running + change);
    };
    this.subscription = vscode.Disposable.from(
      vscode.window.onDidStartTerminalShellExecution((event) => count(event, 1)),
      vscode.window.onDidEndTerminalShellExecution((event) => count(event, -1)),
      vscode.window.onDidCloseTerminal((terminal) => this.entries.delete(terminal)),
    );
  }

  /**
   * Returns an idle terminal, or a new one whose shell starts in `directory`. Undefined if a terminal is stuck, or if
   * shell integration is not available or does not start before an abort. The caller owns the terminal until `release`.
   */
  async take(directory: string, signal: AbortSignal): Promise<ReadyTerminal | undefined> {
    if ([...this.entries.values()].some(({ isStuck }) => isStuck)) return undefined;
    const entry = this.findIdle() ?? this.open(directory);
    if (entry.isSilent && !entry.terminal.shellIntegration) return undefined;
    entry.isTaken = true;
    const integration = entry.terminal.shellIntegration ?? (await this.whenReady(entry.terminal, signal));
    entry.isSilent = integration === undefined && !signal.aborted;
    if (integration) return { terminal: entry.terminal, integration };
    entry.isTaken = false;
    return undefined;
  }

  /** `accepted`: the terminal started the command, or the command was aborted first. */
  release({ terminal }: ReadyTerminal, accepted: boolean): void {
    const entry = this.entries.get(terminal);
    if (!entry) return;
    entry.isTaken = false;
    entry.isStuck = !accepted;
  }

  dispose(): void {
    this.subscription.dispose();
    for (const terminal of this.entries.keys()) terminal.dispose();
    this.entries.clear();
  }

  private findIdle(): Entry | undefined {
    return [...this.entries.values()].find(
      ({ terminal, isTaken, running }) => !isTaken && running === 0 && terminal.exitStatus === undefined,
    );
  }

  private open(directory: string): Entry {
    const terminal = vscode.window.createTerminal({ ...this.options, cwd: directory });
    const entry: Entry = { terminal, running: 0, isTaken: false, isSilent: false, isStuck: false };
    this.entries.set(terminal, entry);
    terminal.show(true);
    return entry;
  }

  private async whenReady(
    terminal: vscode.Terminal,
    signal: AbortSignal,
  ): Promise<vscode.TerminalShellIntegration | undefined> {
    const subscriptions: vscode.Disposable[] = [];
    const ready = new Promise<vscode.TerminalShellIntegration | undefined>((resolve) => {
      const onAbort = (): void => resolve(undefined);
      signal.addEventListener('abort', onAbort, { once: true });
      subscriptions.push(
        new vscode.Disposable(() => signal.removeEventListener('abort', onAbort)),
        vscode.window.onDidChangeTerminalShellIntegration((event) => {
          if (event.terminal === terminal) resolve(event.shellIntegration);
        }),
        vscode.window.onDidCloseTerminal((closed) => {
          if (closed === terminal) resolve(undefined);
        }),
      );
    });
    try {
      return await within(READY, ready, this.clock);
    } finally {
      for (const subscription of subscriptions) subscription.dispose();
    }
  }
}
