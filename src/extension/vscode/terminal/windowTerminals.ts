import type * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable.ts';
import type { Log } from '../../ports/log.ts';
import type { AskedTerminal, MenuKey, TerminalListener, Terminals, WatchableTerminal } from '../../ports/terminals.ts';
import { agentOf, agentOfTitle } from '../../terminal/agentCommand.ts';
import { AgentRecording } from './agentRecording.ts';
import { numberedName } from './terminalName.ts';

/** Milliseconds until a terminal counts as having no shell integration, and between two checks of its title. */
const INTEGRATION_TIMEOUT = 20_000;

/**
 * The only keys that Premove can press. Each sequence is a constant; none is read from a screen. Sent as text, because
 * VS Code has no API for keys. In a menu without numbers, only arrow keys choose an option.
 */
const KEYS: Readonly<Record<MenuKey, string>> = {
  up: '\u001b[A',
  down: '\u001b[B',
  right: '\u001b[C',
  left: '\u001b[D',
  enter: '\r',
};

/** The exit reason of a terminal that is closed with its window. A number, so that this file runs without VS Code. */
const SHUTDOWN: vscode.TerminalExitReason.Shutdown = 1;

export type TerminalsHost = Pick<
  typeof vscode.window,
  | 'terminals'
  | 'activeTerminal'
  | 'onDidStartTerminalShellExecution'
  | 'onDidEndTerminalShellExecution'
  | 'onDidCloseTerminal'
  | 'onDidOpenTerminal'
  | 'onDidChangeActiveTerminal'
>;

interface Running {
  readonly id: string;
  readonly terminal: vscode.Terminal;
  readonly commandLine: string;
  readonly recording: AgentRecording;
}

/**
 * The window's terminals. Subscribes to VS Code's events only while there is a listener or early recording. Reads only
 * the output of agents.
 */
export class WindowTerminals implements Terminals, Disposable {
  private readonly host: TerminalsHost;
  private readonly log: Log;
  private readonly integrationTimeout: number;
  private readonly ids = new WeakMap<vscode.Terminal, string>();
  private readonly running = new Map<vscode.TerminalShellExecution, Running>();
  private readonly timers = new Map<vscode.Terminal, NodeJS.Timeout>();
  /** Terminals that were already reported with `onDidFindUnreadable`. */
  private readonly reported = new Set<vscode.Terminal>();
  private count = 0;
  private listener: TerminalListener | undefined;
  private subscriptions: readonly Disposable[] = [];
  private onEarlyAgent: (() => void) | undefined;

  /** `integrationTimeout`: milliseconds. */
  constructor(host: TerminalsHost, log: Log, integrationTimeout = INTEGRATION_TIMEOUT) {
    this.host = host;
    this.log = log;
    this.integrationTimeout = integrationTimeout;
  }

  /**
   * Records agents before there is a listener, because VS Code reports only the output after the first `read`. Calls
   * `onAgent` when an agent starts.
   */
  recordEarly(onAgent: () => void): void {
    if (this.listener) return;
    this.onEarlyAgent = onAgent;
    this.subscribe();
  }

  stopEarly(): void {
    this.onEarlyAgent = undefined;
    if (!this.listener) this.unsubscribe();
  }

  follow(listener: TerminalListener): Disposable {
    this.listener = listener;
    this.onEarlyAgent = undefined;
    this.subscribe();
    for (const each of this.running.values()) this.report(each);
    for (const terminal of this.host.terminals) listener.onDidOpen(this.toWatchable(terminal));
    return {
      dispose: () => {
        if (this.listener === listener) this.dispose();
      },
    };
  }

  active(): AskedTerminal | undefined {
    return this.asked(undefined);
  }

  /** `targets`: see `allAsked`. */
  asked(targets: unknown): AskedTerminal | undefined {
    return this.allAsked(targets)[0];
  }

  /**
   * Returns the terminals that a command of the user is about. If the command comes from a terminal's menu, `targets`
   * is that terminal or the list of selected terminals. Otherwise the command is about the active terminal.
   */
  allAsked(targets: unknown): readonly AskedTerminal[] {
    const wanted: readonly unknown[] = Array.isArray(targets) ? targets : [targets];
    const found = this.host.terminals.filter((each) => wanted.includes(each));
    const { activeTerminal } = this.host;
    const terminals = found.length > 0 || !activeTerminal ? found : [activeTerminal];
    return terminals.map((terminal) => {
      return { ...this.toWatchable(terminal), reportsCommands: terminal.shellIntegration !== undefined };
    });
  }

  show(terminalId: string): void {
    this.find(terminalId)?.show(false);
  }

  async type(terminalId: string, text: string): Promise<'sent' | 'closed'> {
    const terminal = this.find(terminalId);
    if (!terminal || terminal.exitStatus !== undefined) return 'closed';
    terminal.sendText(text, false);
    return 'sent';
  }

  press(terminalId: string, key: MenuKey): Promise<'sent' | 'closed'> {
    return this.type(terminalId, KEYS[key]);
  }

  dispose(): void {
    this.listener = undefined;
    this.unsubscribe();
  }

  private subscribe(): void {
    if (this.subscriptions.length > 0) return;
    for (const terminal of this.host.terminals) this.checkLater(terminal);
    this.subscriptions = [
      this.host.onDidStartTerminalShellExecution((event) => this.onStart(event)),
      this.host.onDidEndTerminalShellExecution(({ execution }) => this.end(execution)),
      this.host.onDidCloseTerminal((terminal) => this.onClose(terminal)),
      this.host.onDidOpenTerminal((terminal) => {
        this.checkLater(terminal);
        this.listener?.onDidOpen(this.toWatchable(terminal));
      }),
      this.host.onDidChangeActiveTerminal((terminal) => terminal && this.checkLater(terminal)),
    ];
  }

  private unsubscribe(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
    this.subscriptions = [];
    for (const execution of [...this.running.keys()]) this.end(execution);
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    this.reported.clear();
  }

  private onStart({ terminal, execution }: vscode.TerminalShellExecutionStartEvent): void {
    const commandLine = execution.commandLine.value;
    if (!agentOf(commandLine)) return;
    const recording = new AgentRecording();
    // Called synchronously, because VS Code reports only the output after this call.
    const output = execution.read();
    recording.record(output).catch((error: unknown) => this.log.error('A terminal could not be read', error));
    const started: Running = { id: `execution-${(this.count += 1)}`, terminal, commandLine, recording };
    this.running.set(execution, started);
    if (this.listener) this.report(started);
    else this.onEarlyAgent?.();
  }

  private report({ id, terminal, commandLine, recording }: Running): void {
    this.listener?.onDidStart({
      id,
      terminal: this.toWatchable(terminal),
      commandLine,
      output: recording,
      stopReading: () => recording.stop(),
    });
  }

  private end(execution: vscode.TerminalShellExecution): void {
    const ended = this.running.get(execution);
    if (!ended) return;
    this.running.delete(execution);
    ended.recording.end();
    this.listener?.onDidEnd(ended.id);
  }

  private onClose(terminal: vscode.Terminal): void {
    for (const [execution, each] of this.running) if (each.terminal === terminal) this.end(execution);
    clearTimeout(this.timers.get(terminal));
    this.timers.delete(terminal);
    this.reported.delete(terminal);
    const id = this.ids.get(terminal);
    // When a window is closed or reloaded, VS Code reports its terminals as closed, but they may stay open.
    const isKept = terminal.exitStatus?.reason === SHUTDOWN;
    if (id !== undefined && !isKept) this.listener?.onDidClose(id);
  }

  /**
   * Reports a terminal that runs an agent but has no shell integration. Checks repeatedly, because VS Code has no event
   * for a changed title.
   */
  private checkLater(terminal: vscode.Terminal): void {
    if (this.timers.has(terminal)) return;
    const timer = setTimeout(() => {
      this.timers.delete(terminal);
      if (terminal.shellIntegration || terminal.exitStatus !== undefined || this.reported.has(terminal)) return;
      const { shellPath = '' } = terminal.creationOptions as vscode.TerminalOptions;
      if (!this.listener || !(agentOf(shellPath) ?? agentOfTitle(terminal.name))) return this.checkLater(terminal);
      this.reported.add(terminal);
      this.listener.onDidFindUnreadable(this.toWatchable(terminal));
    }, this.integrationTimeout);
    this.timers.set(terminal, timer);
  }

  private find(terminalId: string): vscode.Terminal | undefined {
    return this.host.terminals.find((terminal) => this.ids.get(terminal) === terminalId);
  }

  private toWatchable(terminal: vscode.Terminal): WatchableTerminal {
    const id = this.ids.get(terminal) ?? `terminal-${(this.count += 1)}`;
    this.ids.set(terminal, id);
    const { host } = this;
    return {
      id,
      get name() {
        const { terminals } = host;
        const index = terminals.indexOf(terminal);
        return index < 0
          ? terminal.name
          : numberedName(
              terminals.map(({ name }) => name),
              index,
            );
      },
      position: () => host.terminals.indexOf(terminal),
      // The shell's process survives a reload, so its key identifies the terminal afterwards.
      key: () => keyOf(terminal),
    };
  }
}

async function keyOf(terminal: vscode.Terminal): Promise<string | undefined> {
  const pid = await terminal.processId;
  if (pid === undefined) return undefined;
  const { processKey } = await import('../../node/processKey.ts');
  return processKey(pid);
}
