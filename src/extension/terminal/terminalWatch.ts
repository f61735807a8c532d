import { randomUUID } from 'node:crypto';
import type { TerminalAction } from '../../shared/terminalCard.ts';
import { Emitter } from '../base/emitter.ts';
import type { Disposable } from '../base/disposable.ts';
import { terminalTexts } from '../base/texts/terminalTexts.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { MentionSources, TerminalOutput } from '../ports/mentionSources.ts';
import type { AgentExecution, AskedTerminal, MenuKey, Terminals, WatchableTerminal } from '../ports/terminals.ts';
import { agentOf, type AgentTitle } from './agentCommand.ts';
import { AgentWatch, type AgentQuestion, type ReadWithModel, type WatchProblem } from './agentWatch.ts';
import { isSendable, type AnswerChoice } from './cardQuestion.ts';
import { QuestionMemory } from './questionMemory.ts';
import type { TerminalScreen } from './screen.ts';
import type { WatchMode } from './watchMode.ts';
import type { WatchRecords } from './watchRecords.ts';

/** A card about one terminal. */
export interface WatchCard {
  readonly id: string;
  readonly agent: string;
  readonly terminal: WatchableTerminal;
  /** Milliseconds since the epoch. */
  readonly since: number;
  readonly content:
    | { readonly kind: 'question'; readonly question: AgentQuestion; readonly refusal: string | null }
    /** `reader`: which model would read the screen; empty until that is known. */
    | { readonly kind: 'offer'; readonly reader: string }
    /** `canRetry`: whether the screen can be read again. `next`: see `ReadingFailure`. */
    | {
        readonly kind: 'problem';
        readonly message: string;
        readonly canRetry: boolean;
        readonly next?: 'open-limit' | 'open-integration';
      };
}

/**
 * An agent's last settled screen (a screen that has had no output for a moment), without earlier screens and without
 * the text that the user is typing to the agent.
 */
export interface SettledScreen {
  readonly agent: string;
  readonly terminal: string;
  readonly lines: readonly string[];
}

/** A message for the user. `next`: what a button does; null if there is nothing to do. */
export interface WatchNotice {
  readonly text: string;
  readonly next: 'new-terminal' | 'open-setting' | 'manage-trust' | 'watch' | 'watch-again' | null;
}

export interface TerminalWatchOptions {
  readonly terminals: Terminals;
  readonly mode: () => WatchMode;
  readonly isTrusted: () => boolean;
  readonly records: WatchRecords;
  /** Creates an emulator, whose code is loaded on first use. */
  readonly createScreen: () => Promise<TerminalScreen>;
  readonly readWithModel: ReadWithModel;
  /** Returns a text about which model reads the screens that `readScreen` leaves undecided. */
  readonly describeReader: () => Promise<string>;
  readonly clock: Clock;
  readonly log: Log;
}

interface Entry {
  readonly execution: AgentExecution;
  readonly agent: AgentTitle;
  readonly startedAt: number;
  readonly watch: AgentWatch;
  /**
   * `offered`: the mode is `ask`, and the user has not decided yet. `stopped`: the user does not want the watch. In
   * both cases, only the method `output` reads the screen. The emulator still processes what the agent writes, so that
   * the watch can be switched on later.
   */
  status: 'watched' | 'offered' | 'stopped';
  /** True while an answer is typed or selected, until Enter is pressed. Another click then sends nothing. */
  isAnswering: boolean;
  /** Why the last answer was not sent, while a card shows it; null if there is nothing to show. */
  refusal: Refusal | null;
  /** The id of the question that was answered last. */
  answeredId: string | undefined;
}

interface Refusal {
  readonly id: string;
  readonly text: string;
  /** The question whose card shows the refusal; null if a card of its own shows it. */
  readonly questionId: string | null;
  /** Whether the refusal stays when its question disappears. */
  readonly isLasting: boolean;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/**
 * If the agent asks a new question at most this many milliseconds after a lasting refusal, the new question's card
 * shows the refusal.
 */
const REFUSAL_MS = 10_000;
/** Milliseconds between two checks of the names of terminals that have cards. VS Code has no event for a new name. */
const NAME_MS = 2_000;
/** Milliseconds in which the extension stops after a reload of the window has ended the output of the terminals. */
const RELOAD_MS = 2_000;
/**
 * Maximum number of shown questions that are remembered. A click on the card of such a question gets a message even if
 * the card has disappeared.
 */
const MAX_ASKED = 50;

/**
 * Watches the agents in the window's terminals. While the setting is off or the workspace is not trusted, it does not
 * subscribe to terminals. It sends text to a terminal only when `act` is called for a card. The class is not split,
 * because each event of a terminal, a setting or a card needs the same entries; `AgentWatch` reads the screens.
 */
export class TerminalWatch implements Disposable {
  private readonly options: TerminalWatchOptions;
  private readonly changed = new Emitter<void>();
  private readonly entries = new Map<string, Entry>();
  /** Executions that ended before their watch was created. */
  private readonly ended = new Set<string>();
  /** By terminal id: whether the user wants the watch, as decided in this window. */
  private readonly decisions = new Map<string, boolean>();
  /** By terminal id: the key of the terminal's stored record. */
  private readonly keys = new Map<string, string>();
  /** By terminal id: the last screen of an agent that has ended. Deleted when another agent starts in the terminal. */
  private readonly lastScreens = new Map<string, SettledScreen>();
  /**
   * By terminal id: the terminals whose agent cannot be read. `no-integration`: the terminal seems to run an agent, but
   * has no shell integration. `reload`: the agent was watched before the window was reloaded.
   */
  private readonly unreadable = new Map<
    string,
    { readonly terminal: WatchableTerminal; readonly since: number; readonly why: 'no-integration' | 'reload' }
  >();
  /**
   * By question id: the id of the execution that asked the question. Contains the last `MAX_ASKED` questions that were
   * shown.
   */
  private readonly executionOfQuestion = new Map<string, string>();
  /** The last text from `describeReader`; empty until it is known. */
  private reader = '';
  private following: Disposable | undefined;
  private nameTimer: Disposable | undefined;
  /** Increased when the watch stops, so that a start that is still in progress is cancelled. */
  private generation = 0;

  /** Fires when `cards` may have changed. */
  readonly onDidChange = this.changed.event;

  constructor(options: TerminalWatchOptions) {
    this.options = options;
    this.changed.event(() => this.followNames());
  }

  /** Call at the start, and when the settings or the workspace's trust may have changed. */
  refresh(): void {
    this.updateReader();
    // The change may have removed the cause of a problem.
    for (const { watch } of this.entries.values()) watch.retry();
    const isWanted = this.isWanted();
    if (isWanted === (this.following !== undefined)) return;
    if (!isWanted) {
      // Not in `dispose`, which a reload of the window calls too.
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
        this.findLost(terminal).catch((error: unknown) =>
          this.options.log.error('The record of a terminal could not be read', error),
        );
      },
    });
  }

  /** The cards, the newest first. A terminal has at most one card. */
  get cards(): readonly WatchCard[] {
    const cards = [...this.entries.values()].flatMap((entry) => toCard(entry, this.reader) ?? []);
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

  /**
   * Carries out what the user has clicked on a card. If the card has disappeared, sends nothing; see `refuseLate`. If
   * the action switches the watch off, or if the agent has ended before an answer, returns a message for the user.
   */
  async act(
    cardId: string,
    action: Exclude<TerminalAction, { kind: 'continue' | 'open-limit' | 'open-integration' }>,
  ): Promise<WatchNotice | undefined> {
    const { terminals } = this.options;
    const card = this.cards.find(({ id }) => id === cardId);
    if (!card) return this.refuseLate(cardId, action);
    const { terminal, content } = card;
    const entry = [...this.entries.values()].find(({ execution }) => execution.terminal.id === terminal.id);
    switch (action.kind) {
      case 'choose':
      case 'write':
        if (entry && content.kind === 'question') return this.answer(entry, content.question, action);
        break;
      case 'show':
        terminals.show(terminal.id);
        break;
      case 'retry':
        entry?.watch.retry();
        break;
      case 'dismiss':
        if (content.kind === 'offer') return this.stop(terminal);
        this.dismiss(card, entry);
        break;
      case 'watch':
        this.decide(terminal, true);
        break;
      case 'stop':
        return this.stop(terminal);
    }
    return undefined;
  }

  /** Switches the watch of a terminal on. Returns a message for the user, even if nothing could be done. */
  watchTerminal(terminal: AskedTerminal | undefined): WatchNotice {
    const problem = this.problemOf(terminal);
    if (!terminal || problem) return problem ?? { text: terminalTexts.noTerminal(), next: 'new-terminal' };
    this.decide(terminal, true);
    const isRunning = [...this.entries.values()].some(({ execution }) => execution.terminal.id === terminal.id);
    if (isRunning) return { text: terminalTexts.watched(terminal.name), next: null };
    // If the shell was replaced, for example by `exec sh`, VS Code no longer reports this terminal's commands.
    // Therefore the message offers a new terminal.
    return { text: terminalTexts.watchedNextTime(terminal.name), next: 'new-terminal' };
  }

  /** Switches the watch of a terminal off. Returns a message for the user. */
  stopWatching(terminal: AskedTerminal | undefined): WatchNotice {
    const problem = this.problemOf(terminal);
    if (!terminal || problem) return problem ?? { text: terminalTexts.noTerminal(), next: null };
    return this.stop(terminal);
  }

  /**
   * Returns why a watch cannot be switched on or off: the terminal has no shell integration, the mode is `off`, or the
   * workspace is not trusted. Undefined in all other cases.
   */
  private problemOf(terminal: AskedTerminal | undefined): WatchNotice | undefined {
    const { mode, isTrusted } = this.options;
    if (terminal && !terminal.reportsCommands)
      return { text: terminalTexts.noIntegration(terminal.name), next: 'new-terminal' };
    if (mode() === 'off') return { text: terminalTexts.isOff(), next: 'open-setting' };
    return isTrusted() ? undefined : { text: terminalTexts.untrusted(), next: 'manage-trust' };
  }

  /**
   * Returns the last settled screen of the agent in a terminal; undefined if no watched agent has had a settled screen
   * there.
   */
  settledScreen(terminalId: string): SettledScreen | undefined {
    const entry = [...this.entries.values()].find(({ execution }) => execution.terminal.id === terminalId);
    return (entry && toSettled(entry)) ?? this.lastScreens.get(terminalId);
  }

  /**
   * Returns what the agent in a terminal has shown; undefined if no agent runs there, or if the agent has shown
   * nothing. Without `terminalId`, the active terminal is meant. The watch of the agent can be off, because only the
   * user asks for this output.
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
    for (const { execution, watch } of this.entries.values()) {
      execution.stopReading();
      watch.dispose();
    }
    this.entries.clear();
    this.ended.clear();
    this.lastScreens.clear();
    this.unreadable.clear();
    this.changed.fire();
    this.nameTimer?.dispose();
    this.nameTimer = undefined;
  }

  /** While there are cards, checks regularly whether a terminal has a new name. */
  private followNames(): void {
    if (this.nameTimer) return;
    const names = this.cards.map(({ terminal }) => terminal.name).join('\n');
    if (names === '') return;
    this.nameTimer = this.options.clock.setTimeout(() => {
      this.nameTimer = undefined;
      if (this.cards.map(({ terminal }) => terminal.name).join('\n') !== names) this.changed.fire();
      else this.followNames();
    }, NAME_MS);
  }

  private isWanted(): boolean {
    return this.options.mode() !== 'off' && this.options.isTrusted();
  }

  private async start(execution: AgentExecution): Promise<void> {
    const { clock, createScreen, log, mode, readWithModel, records } = this.options;
    const { id, commandLine, terminal, output } = execution;
    const agent = agentOf(commandLine);
    const { generation } = this;
    const startedAt = clock.now();
    if (!agent) return execution.stopReading();
    // The earlier agent's screen must not be shown as this agent's screen.
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
      const entry = this.entries.get(id);
      if (entry) this.followQuestion(entry);
      this.changed.fire();
    };
    // VS Code does not report changes of a terminal's name. The name often changes when an agent starts.
    let { name } = terminal;
    const onDidWrite = (): void => {
      if (terminal.name === name) return;
      ({ name } = terminal);
      this.changed.fire();
    };
    const watch = new AgentWatch(
      { screen, output, memory, readWithModel, onDidChange, onDidWrite, clock, log },
      status === 'watched',
    );
    this.entries.set(id, {
      execution,
      agent,
      startedAt,
      watch,
      status,
      isAnswering: false,
      refusal: null,
      answeredId: undefined,
    });
    this.setRunning(terminal, status === 'watched');
    this.updateReader();
    this.changed.fire();
  }

  private addUnreadable(terminal: WatchableTerminal, why: 'no-integration' | 'reload'): void {
    this.unreadable.set(terminal.id, { terminal, since: this.options.clock.now(), why });
    this.changed.fire();
  }

  /** Finds out whether an agent was watched in the terminal before the window was reloaded. */
  private async findLost(terminal: WatchableTerminal): Promise<void> {
    const { generation } = this;
    const key = await terminal.key();
    if (this.generation !== generation || !this.options.records.get(key).isRunning) return;
    if (key === undefined || this.entriesOf(terminal).length > 0 || this.keys.has(terminal.id)) return;
    this.keys.set(terminal.id, key);
    this.addUnreadable(terminal, 'reload');
  }

  /** Stores whether a watched agent runs in the terminal. Must be called after the terminal's key is known. */
  private setRunning({ id }: WatchableTerminal, isRunning: boolean): void {
    const key = this.keys.get(id);
    if (isRunning || this.options.records.get(key).isRunning) this.options.records.patch(key, { isRunning });
  }

  private entriesOf({ id }: WatchableTerminal): Entry[] {
    return [...this.entries.values()].filter(({ execution }) => execution.terminal.id === id);
  }

  /**
   * Remembers the shown question. If the question with a refusal disappears, a lasting refusal stays, and the card of a
   * new question within `REFUSAL_MS` shows it. Any other refusal is dropped.
   */
  private followQuestion(entry: Entry): void {
    const { execution, refusal, watch } = entry;
    const { question } = watch.state;
    if (question) {
      this.executionOfQuestion.set(question.id, execution.id);
      const [oldest] = this.executionOfQuestion.keys();
      if (this.executionOfQuestion.size > MAX_ASKED && oldest !== undefined) this.executionOfQuestion.delete(oldest);
    }
    if (!refusal || refusal.questionId === (question?.id ?? null)) return;
    const isKept = refusal.isLasting && (!question || this.options.clock.now() - refusal.at < REFUSAL_MS);
    entry.refusal = isKept ? { ...refusal, questionId: question?.id ?? null } : null;
  }

  /**
   * Handles a click on a card that has disappeared. Sends nothing. If the click answers a question that was not
   * answered before, and the terminal is still watched, a card says that nothing was sent. If the agent has ended,
   * returns a message instead.
   */
  private refuseLate(cardId: string, { kind }: TerminalAction): WatchNotice | undefined {
    const entry = this.entries.get(this.executionOfQuestion.get(cardId) ?? '');
    const isAnswer = kind === 'choose' || kind === 'write';
    if (!entry && isAnswer && this.executionOfQuestion.has(cardId)) return { text: terminalTexts.closed(), next: null };
    if (entry?.status === 'watched' && isAnswer && entry.answeredId !== cardId)
      this.refuse(entry, terminalTexts.changed(), true);
    return undefined;
  }

  private refuse(entry: Entry, text: string, isLasting: boolean): void {
    const questionId = entry.watch.state.question?.id ?? null;
    entry.refusal = { id: randomUUID(), text, questionId, isLasting, at: this.options.clock.now() };
    this.changed.fire();
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
    const settled = toSettled(entry);
    const { terminal } = entry.execution;
    if (settled) this.lastScreens.set(terminal.id, settled);
    this.remove(executionId, entry);
    const { generation } = this;
    // Not at once: when the window is reloaded, the output ends before the extension stops.
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
  }

  private remove(executionId: string, { execution, watch }: Entry): void {
    this.entries.delete(executionId);
    execution.stopReading();
    watch.dispose();
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
    // The user has declined the offer, so the terminal was never watched.
    if (isOffered) return { text: terminalTexts.notWatched(terminal.name), next: 'watch' };
    return { text: terminalTexts.stopped(terminal.name), next: 'watch-again' };
  }

  /** Hides the question or the problem. */
  private dismiss({ terminal }: WatchCard, entry: Entry | undefined): void {
    if (this.unreadable.delete(terminal.id)) {
      this.setRunning(terminal, false);
      this.changed.fire();
    }
    if (entry?.refusal) {
      entry.refusal = null;
      this.changed.fire();
    }
    entry?.watch.dismiss();
  }

  /**
   * Sends exactly the chosen or written answer, if the screen still shows the question. Otherwise the card shows why
   * nothing was sent. If the agent has ended and has no card, returns a message.
   */
  private async answer(entry: Entry, question: AgentQuestion, action: AnswerAction): Promise<WatchNotice | undefined> {
    const { terminals } = this.options;
    const { execution, watch } = entry;
    const refuse = (why: string): WatchNotice | undefined => {
      if (!this.entries.has(execution.id)) return { text: terminalTexts.closed(), next: null };
      this.refuse(entry, why, [terminalTexts.changed(), terminalTexts.changedMeanwhile()].includes(why));
      return undefined;
    };
    if (entry.isAnswering) return undefined;
    if (action.revision !== question.revision) return refuse(terminalTexts.changed());
    const answer = toAnswer(question, action);
    if (!answer) return undefined;
    const { send: text, enter } = answer;
    if (!isSendable(text)) return refuse(terminalTexts.notSendable());
    const check = watch.check(question, enter);
    if (check === 'gone') return refuse(terminalTexts.changed());
    if (check === 'typing') return refuse(terminalTexts.typing());
    entry.refusal = null;
    if (enter) {
      const isMenu = answer.how === 'select' && action.kind === 'choose';
      const why = await (isMenu ? this.select(entry, question, action.index) : this.type(entry, question, text));
      return why === undefined ? undefined : refuse(why);
    }
    // Removes the question before the text is sent, so that a second click does not answer it again.
    this.setAnswered(entry, question);
    return (await terminals.type(execution.terminal.id, text)) === 'closed'
      ? refuse(terminalTexts.closed())
      : undefined;
  }

  private setAnswered(entry: Entry, question: AgentQuestion): void {
    entry.answeredId = question.id;
    this.executionOfQuestion.delete(question.id);
    entry.watch.answered(question);
  }

  /**
   * Types an answer and presses Enter, if the screen then still shows the question. Returns why Enter was not pressed;
   * undefined if it was pressed, or if the terminal closed at that moment.
   */
  private async type(entry: Entry, question: AgentQuestion, text: string): Promise<string | undefined> {
    const { terminals } = this.options;
    const { execution, watch } = entry;
    entry.isAnswering = true;
    try {
      const typing = await watch.type(text, () => terminals.type(execution.terminal.id, text));
      if (typing === 'closed') return terminalTexts.closed();
      if (typing === 'gone' || entry.status !== 'watched') return terminalTexts.changedMeanwhile();
      if (typing === 'not-typed') return terminalTexts.notTyped();
      return await this.pressEnter(entry, question);
    } finally {
      entry.isAnswering = false;
    }
  }

  /** Hides the question before Enter is pressed, so that a second click does not answer it again. */
  private async pressEnter(entry: Entry, question: AgentQuestion): Promise<undefined> {
    const { execution } = entry;
    this.setAnswered(entry, question);
    if ((await this.options.terminals.press(execution.terminal.id, 'enter')) === 'closed') this.changed.fire();
  }

  /**
   * Selects an option of a menu and presses Enter. Returns why Enter was not pressed; undefined if it was pressed, or
   * if the terminal closed at that moment.
   */
  private async select(entry: Entry, question: AgentQuestion, index: number): Promise<string | undefined> {
    const { terminals } = this.options;
    const { execution, watch } = entry;
    const press = (key: MenuKey): Promise<'sent' | 'closed'> => terminals.press(execution.terminal.id, key);
    entry.isAnswering = true;
    try {
      const selection = await watch.select(question, index, press);
      if (selection === 'closed') return terminalTexts.closed();
      if (selection === 'gone' || entry.status !== 'watched') return terminalTexts.changedMeanwhile();
      if (selection === 'elsewhere' || !watch.isSelected(question, index)) return terminalTexts.notSelected();
      return await this.pressEnter(entry, question);
    } finally {
      entry.isAnswering = false;
    }
  }
}

/**
 * Adds the screens of the watch to the window's sources. If an agent runs in the active terminal, its screen replaces
 * the terminal's output, because a screen shows more than the end of an agent's output.
 */
export function withWatchedOutput(sources: MentionSources, watch: () => Pick<TerminalWatch, 'output'>): MentionSources {
  return {
    ...sources,
    async terminalOutput(position) {
      const watched = position === undefined ? watch().output() : undefined;
      return watched ?? sources.terminalOutput(position);
    },
  };
}

type AnswerAction = Extract<TerminalAction, { kind: 'choose' | 'write' }>;

/**
 * Returns what to send for a click: the chosen answer, or the text that the user has written. Undefined if the card has
 * no such choice, or if the question is not open: only an open question can be answered in the user's own words.
 */
function toAnswer({ card }: AgentQuestion, action: AnswerAction): Omit<AnswerChoice, 'label'> | undefined {
  if (action.kind === 'choose') return card.choices[action.index];
  return card.isOpen ? { how: 'type', send: action.text.trim(), enter: true } : undefined;
}

function toCard({ execution, agent, startedAt, watch, status, refusal }: Entry, reader: string): WatchCard | undefined {
  const { terminal, id } = execution;
  if (status === 'stopped') return undefined;
  if (status === 'offered')
    return { id: `offer-${id}`, agent, terminal, since: startedAt, content: { kind: 'offer', reader } };
  const { question, problem } = watch.state;
  if (question) {
    const why = refusal?.questionId === question.id ? refusal.text : null;
    const content = { kind: 'question', question, refusal: why } as const;
    return { id: question.id, agent, terminal, since: question.since, content };
  }
  if (problem) return toProblemCard(problem, agent, terminal, true);
  return refusal?.questionId === null
    ? toProblemCard({ id: refusal.id, message: refusal.text, since: refusal.at }, agent, terminal, false)
    : undefined;
}

function toProblemCard(
  { id, message, since, next }: WatchProblem,
  agent: string,
  terminal: WatchableTerminal,
  canRetry: boolean,
): WatchCard {
  return { id, agent, terminal, since, content: { kind: 'problem', message, canRetry, ...(next && { next }) } };
}

function toSettled({ agent, execution, watch }: Entry): SettledScreen | undefined {
  const lines = watch.settledLines;
  return lines.length > 0 ? { agent, terminal: execution.terminal.name, lines } : undefined;
}
