import type { TerminalAction } from '../../shared/terminalCard.ts';
import { Emitter } from '../base/emitter.ts';
import type { Disposable } from '../base/disposable.ts';
import { terminalTexts } from '../base/texts/terminalTexts.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { TerminalOutput } from '../ports/mentionSources.ts';
import type { AgentExecution, AskedTerminal, Terminals, WatchableTerminal } from '../ports/terminals.ts';
import { agentOf } from './agentCommand.ts';
import { AgentWatch, type ReadWithModel } from './agentWatch.ts';
import { QuestionMemory } from './questionMemory.ts';
import type { TerminalScreen } from './screen.ts';
import {
  notSent,
  WatchedAgent,
  type ActionResult,
  type SettledScreen,
  type WatchCard,
  type WatchNotice,
} from './watchedAgent.ts';
import type { WatchMode } from './watchMode.ts';
import type { WatchRecords } from './watchRecords.ts';

export interface TerminalWatchOptions {
  readonly terminals: Terminals;
  readonly mode: () => WatchMode;
  readonly isTrusted: () => boolean;
  readonly records: WatchRecords;
  /** Creates an emulator, whose code is loaded on first use. */
  readonly createScreen: () => Promise<TerminalScreen>;
  readonly readWithModel: ReadWithModel;
  /** Returns a text about the model that reads the screens that `readScreen` leaves undecided. */
  readonly describeReader: () => Promise<string>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Milliseconds. A reload of the window first ends the agents' output, and stops the extension within this time. */
const RELOAD_MS = 2_000;
/**
 * Maximum number of remembered questions. If the user answers such a question after its card has disappeared, a message
 * says that nothing was sent.
 */
const MAX_ASKED = 50;

/**
 * Watches the agents in the window's terminals, unless the mode is `off` or the workspace is not trusted. Sends text to
 * a terminal only when `act` is called for a card. The class is not split, because all events (of terminals, settings
 * and cards) need the same agents. `AgentWatch` reads the screens, and `WatchedAgent` has the cards and sends the
 * answers.
 */
export class TerminalWatch implements Disposable {
  private readonly options: TerminalWatchOptions;
  private readonly changed = new Emitter<void>();
  /** By execution id. */
  private readonly entries = new Map<string, WatchedAgent>();
  /** Executions that ended before their watch was created. */
  private readonly ended = new Set<string>();
  /** By terminal id: the user's decisions in this window. */
  private readonly decisions = new Map<string, boolean>();
  /** By terminal id: the key of the stored record. */
  private readonly keys = new Map<string, string>();
  /** By terminal id: the last screen of an agent that has ended. */
  private readonly lastScreens = new Map<string, SettledScreen>();
  /**
   * By terminal id: the terminals whose agent cannot be read. `no-integration`: the terminal seems to run an agent, but
   * has no shell integration. `reload`: the agent was watched before a reload of the window.
   */
  private readonly unreadable = new Map<
    string,
    { readonly terminal: WatchableTerminal; readonly since: number; readonly why: 'no-integration' | 'reload' }
  >();
  /**
   * By question id: the id of the execution that asked the question. Contains at most `MAX_ASKED` questions, none of
   * them answered on its card.
   */
  private readonly executionOfQuestion = new Map<string, string>();
  /** The last text from `describeReader`; empty until it is known. */
  private reader = '';
  private following: Disposable | undefined;
  /** The names of the cards' terminals at the last `onDidChange`. */
  private names = '';
  /** Increased when the watch stops, to cancel starts in progress. */
  private generation = 0;

  readonly onDidChange = this.changed.event;

  constructor(options: TerminalWatchOptions) {
    this.options = options;
    this.changed.event(() => void (this.names = this.readNames()));
  }

  /** Call at the start, and after changes of settings or of the workspace's trust. */
  refresh(): void {
    this.updateReader();
    // The change may have removed the cause of a problem.
    for (const { watch } of this.entries.values()) watch.retry();
    const isWanted = this.isWanted();
    if (isWanted === (this.following !== undefined)) return;
    if (!isWanted) {
      // Resets the records here and not in `dispose`, because a reload of the window calls `dispose` too, and
      // `findLost` needs the records afterwards.
      for (const { execution } of this.entries.values()) this.setRunning(execution.terminal, false);
      return this.dispose();
    }
    this.following = this.options.terminals.follow({
      onDidStart: (execution) => {
        this.start(execution).catch((error: unknown) =>
          this.options.log.error('A terminal could not be watched', error),
        );
      },
      onDidEnd: (id) => this.end(id),
      onDidClose: (id) => this.close(id),
      onDidFindUnreadable: (terminal) => {
        this.addUnreadable(terminal, 'no-integration');
      },
      onDidOpen: (terminal) => {
        this.compareNames();
        this.findLost(terminal).catch((error: unknown) =>
          this.options.log.error('The record of a terminal could not be read', error),
        );
      },
    });
  }

  /** Newest first. A terminal has at most one card. */
  get cards(): readonly WatchCard[] {
    const cards = [...this.entries.values()].flatMap((agent) => agent.card(this.reader) ?? []);
    const unreadable = [...this.unreadable.values()].map(({ terminal, since, why }): WatchCard => {
      const content =
        why === 'reload'
          ? ({ kind: 'problem', message: terminalTexts.lostByReload(terminal.name), canRetry: false } as const)
          : ({
              kind: 'problem',
              message: terminalTexts.noIntegrationHere(),
              canRetry: false,
              next: 'open-integration',
            } as const);
      return { id: `unreadable-${terminal.id}`, agent: '', terminal, since, content };
    });
    return [...cards, ...unreadable].sort((a, b) => b.since - a.since);
  }

  /** Carries out a click on a card. If the card has disappeared, sends nothing; see `refuseLate`. */
  async act(
    cardId: string,
    action: Exclude<TerminalAction, { kind: 'continue' | 'open-limit' | 'open-integration' }>,
  ): Promise<ActionResult> {
    const { terminals } = this.options;
    this.compareNames();
    const card = this.cards.find(({ id }) => id === cardId);
    if (!card) return notSent(this.refuseLate(cardId, action));
    const { terminal, content } = card;
    const entry = [...this.entries.values()].find(({ execution }) => execution.terminal.id === terminal.id);
    switch (action.kind) {
      case 'choose':
      case 'write':
        if (entry && content.kind === 'question') return entry.answer(content.question, action);
        break;
      case 'show':
        terminals.show(terminal.id);
        break;
      case 'retry':
        entry?.watch.retry();
        break;
      case 'dismiss':
        if (content.kind === 'offer') return notSent(this.stop(terminal));
        this.dismiss(card, entry);
        break;
      case 'watch':
        this.decide(terminal, true);
        break;
      case 'stop':
        return notSent(this.stop(terminal));
    }
    return notSent();
  }

  /** Returns a message for the user. */
  watchTerminal(terminal: AskedTerminal | undefined): WatchNotice {
    const problem = this.problemOf(terminal);
    if (!terminal || problem) return problem ?? { text: terminalTexts.noTerminal(), next: 'new-terminal' };
    this.decide(terminal, true);
    const isRunning = [...this.entries.values()].some(({ execution }) => execution.terminal.id === terminal.id);
    if (isRunning) return { text: terminalTexts.watched(terminal.name), next: null };
    // If the shell was replaced, for example by `exec sh`, VS Code no longer reports commands, so the message offers a
    // new terminal.
    return { text: terminalTexts.watchedNextTime(terminal.name), next: 'new-terminal' };
  }

  /** Returns a message for the user. */
  stopWatching(terminal: AskedTerminal | undefined): WatchNotice {
    const problem = this.problemOf(terminal);
    if (!terminal || problem) return problem ?? { text: terminalTexts.noTerminal(), next: null };
    return this.stop(terminal);
  }

  /** Returns why a watch cannot be switched on or off; undefined if it can. */
  private problemOf(terminal: AskedTerminal | undefined): WatchNotice | undefined {
    const { mode, isTrusted } = this.options;
    if (terminal && !terminal.reportsCommands)
      return { text: terminalTexts.noIntegration(terminal.name), next: 'new-terminal' };
    if (mode() === 'off') return { text: terminalTexts.isOff(), next: 'open-setting' };
    return isTrusted() ? undefined : { text: terminalTexts.untrusted(), next: 'manage-trust' };
  }

  /** The last settled screen of the agent in a terminal. The agent may have ended. */
  settledScreen(terminalId: string): SettledScreen | undefined {
    const entry = [...this.entries.values()].find(({ execution }) => execution.terminal.id === terminalId);
    return entry?.settled ?? this.lastScreens.get(terminalId);
  }

  /**
   * What the agent in a terminal has shown; undefined if nothing, or if the mode is `off`. Works even if the agent is
   * not watched, because only the user asks for this output.
   */
  output(terminalId = this.options.terminals.active()?.id): TerminalOutput | undefined {
    const entry = [...this.entries.values()].find(({ execution }) => execution.terminal.id === terminalId);
    const text = entry?.watch.readWhole().join('\n').trim() ?? '';
    return entry && text !== '' ? { commandLine: entry.execution.commandLine, text, exitCode: undefined } : undefined;
  }

  /** Stops the watch. `refresh` can start it again. */
  dispose(): void {
    this.generation += 1;
    this.following?.dispose();
    this.following = undefined;
    for (const agent of this.entries.values()) agent.dispose();
    this.entries.clear();
    this.ended.clear();
    this.lastScreens.clear();
    this.unreadable.clear();
    this.changed.fire();
  }

  /**
   * Fires `onDidChange` if a terminal with a card has a new name. VS Code has no event for new names, so the names are
   * compared at other events. A timer is not used, because it would run as long as a card is open.
   */
  private compareNames(): void {
    if (this.readNames() !== this.names) this.changed.fire();
  }

  private readNames(): string {
    return this.cards.map(({ terminal }) => terminal.name).join('\n');
  }

  private isWanted(): boolean {
    return this.options.mode() !== 'off' && this.options.isTrusted();
  }

  private async start(execution: AgentExecution): Promise<void> {
    const { clock, createScreen, log, mode, readWithModel, records, terminals } = this.options;
    const { id, commandLine, terminal, output } = execution;
    const agent = agentOf(commandLine);
    const { generation } = this;
    const startedAt = clock.now();
    if (!agent) return execution.stopReading();
    // The screen of an earlier agent must not be shown as this agent's screen.
    this.lastScreens.delete(terminal.id);
    const key = await terminal.key();
    const screen = await createScreen();
    if (this.ended.delete(id) || this.generation !== generation) return screen.dispose();
    if (key !== undefined) this.keys.set(terminal.id, key);
    this.unreadable.delete(terminal.id);
    const decided = this.decisions.get(terminal.id) ?? records.get(key).watched;
    const undecided = mode() === 'on' ? 'watched' : 'offered';
    const status = decided === undefined ? undecided : decided ? 'watched' : 'stopped';
    const memory = new QuestionMemory(records.get(key).dismissed ?? [], (dismissed) =>
      records.patch(key, { dismissed }),
    );
    const onDidChange = (): void => {
      const watched = this.entries.get(id);
      if (watched) {
        this.remember(watched);
        watched.followQuestion();
      }
      this.changed.fire();
    };
    // The name of a terminal often changes when an agent starts.
    const onDidWrite = (): void => this.compareNames();
    const watch = new AgentWatch(
      { screen, output, memory, readWithModel, onDidChange, onDidWrite, clock, log },
      status === 'watched',
    );
    const onDidAnswer = (questionId: string): void => void this.executionOfQuestion.delete(questionId);
    const options = { execution, agent, watch, status, startedAt, terminals, clock, onDidAnswer } as const;
    this.entries.set(id, new WatchedAgent({ ...options, onDidChange: () => this.changed.fire() }));
    this.setRunning(terminal, status === 'watched');
    this.updateReader();
    this.changed.fire();
  }

  private addUnreadable(terminal: WatchableTerminal, why: 'no-integration' | 'reload'): void {
    this.unreadable.set(terminal.id, { terminal, since: this.options.clock.now(), why });
    this.changed.fire();
  }

  /** Reports an agent that was watched before a reload of the window. */
  private async findLost(terminal: WatchableTerminal): Promise<void> {
    const { generation } = this;
    const { records } = this.options;
    // Checked first, because on some systems a program must be started to get the key.
    if (!records.hasRunning()) return;
    const key = await terminal.key();
    if (this.generation !== generation || !records.get(key).isRunning) return;
    // The terminal may have been closed meanwhile.
    if (terminal.position() < 0) return;
    if (key === undefined || this.entriesOf(terminal).length > 0 || this.keys.has(terminal.id)) return;
    this.keys.set(terminal.id, key);
    this.addUnreadable(terminal, 'reload');
  }

  /** Stores whether a watched agent runs in the terminal. The terminal's key must be known. */
  private setRunning({ id }: WatchableTerminal, isRunning: boolean): void {
    const key = this.keys.get(id);
    if (isRunning || this.options.records.get(key).isRunning) this.options.records.patch(key, { isRunning });
  }

  private entriesOf({ id }: WatchableTerminal): WatchedAgent[] {
    return [...this.entries.values()].filter(({ execution }) => execution.terminal.id === id);
  }

  private remember({ execution, watch }: WatchedAgent): void {
    const { question } = watch.state;
    if (!question) return;
    this.executionOfQuestion.set(question.id, execution.id);
    const [oldest] = this.executionOfQuestion.keys();
    if (this.executionOfQuestion.size > MAX_ASKED && oldest !== undefined) this.executionOfQuestion.delete(oldest);
  }

  /**
   * Handles a click on a card that has disappeared. Sends nothing. If the click answers a question to which no
   * answer was sent before, and the agent is still watched, a card says that nothing was sent. If the agent has ended,
   * returns a message instead.
   */
  private refuseLate(cardId: string, { kind }: TerminalAction): WatchNotice | undefined {
    const executionId = this.executionOfQuestion.get(cardId);
    if (executionId === undefined || (kind !== 'choose' && kind !== 'write')) return undefined;
    const agent = this.entries.get(executionId);
    if (!agent) return { text: terminalTexts.closed(), next: null };
    agent.refuseLate(cardId);
    return undefined;
  }

  private updateReader(): void {
    const { describeReader, log } = this.options;
    if (![...this.entries.values()].some(({ status }) => status === 'offered')) return;
    describeReader().then(
      (text) => {
        if (text === this.reader) return;
        this.reader = text;
        this.changed.fire();
      },
      (error: unknown) => log.error('The model that reads terminals could not be found', error),
    );
  }

  private end(executionId: string): void {
    const entry = this.entries.get(executionId);
    if (!entry) return void this.ended.add(executionId);
    const { settled } = entry;
    const { terminal } = entry.execution;
    if (settled) this.lastScreens.set(terminal.id, settled);
    this.remove(executionId, entry);
    const { generation } = this;
    // Delayed: a reload of the window ends the output before the extension stops, and must not change the record.
    this.options.clock.setTimeout(() => {
      if (this.generation === generation && this.entriesOf(terminal).length === 0) this.setRunning(terminal, false);
    }, RELOAD_MS);
  }

  private close(terminalId: string): void {
    for (const [id, entry] of this.entries) if (entry.execution.terminal.id === terminalId) this.remove(id, entry);
    this.lastScreens.delete(terminalId);
    this.decisions.delete(terminalId);
    this.options.records.delete(this.keys.get(terminalId));
    this.keys.delete(terminalId);
    if (this.unreadable.delete(terminalId)) this.changed.fire();
    else this.compareNames();
  }

  private remove(executionId: string, agent: WatchedAgent): void {
    this.entries.delete(executionId);
    agent.dispose();
    this.changed.fire();
  }

  private decide(terminal: WatchableTerminal, watched: boolean): void {
    const { log, records } = this.options;
    this.decisions.set(terminal.id, watched);
    if (!watched) this.unreadable.delete(terminal.id);
    terminal.key().then(
      (key) => {
        const isClosed = !this.decisions.has(terminal.id);
        if (isClosed || key === undefined) return;
        this.keys.set(terminal.id, key);
        records.patch(key, { watched });
        this.setRunning(terminal, watched && this.entriesOf(terminal).length > 0);
      },
      (error: unknown) => log.error('The decision about a terminal could not be stored', error),
    );
    for (const entry of this.entries.values()) {
      if (entry.execution.terminal.id !== terminal.id) continue;
      entry.status = watched ? 'watched' : 'stopped';
      if (watched) entry.watch.resume();
      else entry.watch.pause();
    }
    this.changed.fire();
  }

  private stop(terminal: WatchableTerminal): WatchNotice {
    const isOffered = this.entriesOf(terminal).some(({ status }) => status === 'offered');
    this.decide(terminal, false);
    // The terminal was never watched.
    if (isOffered) return { text: terminalTexts.notWatched(terminal.name), next: 'watch' };
    return { text: terminalTexts.stopped(terminal.name), next: 'watch-again' };
  }

  private dismiss({ terminal }: WatchCard, entry: WatchedAgent | undefined): void {
    if (this.unreadable.delete(terminal.id)) {
      this.setRunning(terminal, false);
      this.changed.fire();
    }
    entry?.dismiss();
  }
}
