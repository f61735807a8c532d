import type { Disposable } from '../base/disposable.ts';

/** An open terminal of the window. */
export interface WatchableTerminal {
  /** Unique in the window. */
  readonly id: string;
  /** The current name, as the terminal's tab shows it. A number follows if an earlier terminal has this name too. */
  readonly name: string;
  /** The number of open terminals of the window that were opened before this one; -1 if this one is closed. */
  position(): number;
  /**
   * Identifies the terminal's shell across reloads of the window. No later shell gets the same key. Undefined if there
   * is no shell, or if the system does not report when it started.
   */
  key(): Promise<string | undefined>;
}

/** The terminal that a command of the user is about, such as the active one. */
export interface AskedTerminal extends WatchableTerminal {
  /** False if the shell has no shell integration; agents in the terminal then cannot be watched. */
  readonly reportsCommands: boolean;
}

/** A shell command that runs in a terminal and starts an agent program. */
export interface AgentExecution {
  /** Unique in the window. */
  readonly id: string;
  readonly terminal: WatchableTerminal;
  readonly commandLine: string;
  /**
   * The raw output since the command's start. Its oldest part is missing if too much output was not read in time. Ends
   * when the command ends. May be read only once.
   */
  readonly output: AsyncIterable<string>;
  /** Ends the output. Call when the output is no longer read. */
  stopReading(): void;
}

export interface TerminalListener {
  /** Called when an agent was started, and for each agent that already ran when the listener was added. */
  onDidStart(execution: AgentExecution): void;
  /** Called when the agent ended or its terminal was closed. */
  onDidEnd(executionId: string): void;
  /** Called when a terminal was closed, but not for a reload of the window, because the terminal then stays open. */
  onDidClose(terminalId: string): void;
  /** Called for each terminal that is open when the listener is added, and when a terminal is opened. */
  onDidOpen(terminal: WatchableTerminal): void;
  /** Called when a terminal seems to run an agent, but its shell does not report commands. */
  onDidFindUnreadable(terminal: WatchableTerminal): void;
}

/** A key that moves a menu's cursor, or chooses the option at the cursor. */
export type MenuKey = 'up' | 'down' | 'left' | 'right' | 'enter';

/** The terminals of the window. */
export interface Terminals {
  /** Calls the listener until the result is disposed. */
  follow(listener: TerminalListener): Disposable;
  /** The terminal that has or last had the focus. */
  active(): AskedTerminal | undefined;
  /** Shows a terminal and gives it the focus. */
  show(terminalId: string): void;
  /** Types `text` without Enter. `closed`: the terminal is gone. */
  type(terminalId: string, text: string): Promise<'sent' | 'closed'>;
  /** Presses one key. `closed`: the terminal is gone. */
  press(terminalId: string, key: MenuKey): Promise<'sent' | 'closed'>;
}
