import type { Disposable } from '../base/disposable.ts';

export interface WatchableTerminal {
  /** Unique in the window. */
  readonly id: string;
  /** As the terminal's tab shows it. A number follows if an earlier terminal has this name too. */
  readonly name: string;
  /** How many open terminals were opened before this one; -1 if this one is closed. */
  position(): number;
  /**
   * Identifies the shell across reloads of the window; no later shell gets the same key. Undefined if there is no
   * shell, or if its start is unknown.
   */
  key(): Promise<string | undefined>;
}

/** The terminal that a command of the user is about, such as the active one. */
export interface AskedTerminal extends WatchableTerminal {
  /** False without shell integration; agents in the terminal then cannot be watched. */
  readonly reportsCommands: boolean;
}

/** A shell command that starts an agent program in a terminal. */
export interface AgentExecution {
  /** Unique in the window. */
  readonly id: string;
  readonly terminal: WatchableTerminal;
  readonly commandLine: string;
  /**
   * The raw output from the command's start to its end. The oldest part is missing if it was not read in time. May be
   * read only once.
   */
  readonly output: AsyncIterable<string>;
  /** Ends the output. Call when the output is no longer read. */
  stopReading(): void;
}

export interface TerminalListener {
  /** Also called for each agent that already ran when the listener was added. */
  onDidStart(execution: AgentExecution): void;
  /** Also called when the agent's terminal was closed. */
  onDidEnd(executionId: string): void;
  /** Not called for a reload of the window, because the terminal then stays open. */
  onDidClose(terminalId: string): void;
  /** Also called for each terminal that is open when the listener is added. */
  onDidOpen(terminal: WatchableTerminal): void;
  /** Called when a terminal seems to run an agent, but its shell does not report commands. */
  onDidFindUnreadable(terminal: WatchableTerminal): void;
}

/** Moves a menu's cursor, or chooses the option at the cursor. */
export type MenuKey = 'up' | 'down' | 'left' | 'right' | 'enter';

export interface Terminals {
  /** Calls the listener until the result is disposed. */
  follow(listener: TerminalListener): Disposable;
  /** The terminal that has or last had the focus. */
  active(): AskedTerminal | undefined;
  /** Shows a terminal and gives it the focus. */
  show(terminalId: string): void;
  /** Types without Enter. */
  type(terminalId: string, text: string): Promise<'sent' | 'closed'>;
  press(terminalId: string, key: MenuKey): Promise<'sent' | 'closed'>;
}
