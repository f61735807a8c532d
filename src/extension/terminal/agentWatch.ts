import { randomUUID } from 'node:crypto';
import type { Disposable } from '../base/disposable.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import { AgentScreen, type ScreenLook } from './agentScreen.ts';
import { hasHiddenLines } from './agents/hiddenLines.ts';
import { withoutToolOutput } from './agents/toolOutput.ts';
import { ScreenReadPolicy } from './modelReader/screenReadPolicy.ts';
import { toCardQuestion, type CardQuestion } from './cardQuestion.ts';
import { readScreen } from './extract.ts';
import { isSameQuestion, type QuestionIdentity } from './questionIdentity.ts';
import type { QuestionMemory } from './questionMemory.ts';
import type { TerminalReading } from './reading.ts';
import type { ReadingFailure, ScreenReading, Urgency } from './modelReader/readWithModel.ts';
import { selectOption, type MenuOnScreen, type Selection } from './menuSelection.ts';
import { isSameCard, toRulesQuestion } from './rulesQuestion.ts';
import type { TerminalScreen } from './screen.ts';
import { cursorOf } from './selectedOption.ts';
import { typeAnswer, type QuestionOnScreen, type Typing } from './typedAnswer.ts';

export interface AgentQuestion {
  readonly id: string;
  readonly card: CardQuestion;
  /** Increased when the card changes. A click on an older card is refused. */
  readonly revision: number;
  readonly identity: QuestionIdentity;
  readonly urgency: Urgency;
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** Of the screen on which the question was read last. */
  readonly hash: string;
  readonly origin: 'rules' | 'model';
  /** For the user: which model has worded the question. Null for the agent's own words. */
  readonly wording: string | null;
}

/** Why a model could not read the screen. */
export interface WatchProblem extends Omit<ReadingFailure, 'kind'> {
  readonly id: string;
  readonly since: number;
}

/** At least one of the two fields is null. */
export interface WatchState {
  readonly question: AgentQuestion | null;
  readonly problem: WatchProblem | null;
}

const NOTHING: WatchState = { question: null, problem: null };

/**
 * `gone`: the screen no longer shows the question. `typing`: the agent's input has unsent text, which Enter would send
 * too.
 */
export type AnswerCheck = 'ok' | 'gone' | 'typing';

export type ReadWithModel = (
  readLines: (count: number) => readonly string[],
  signal: AbortSignal,
) => Promise<ModelScreenReading>;

export type ModelScreenReading =
  | Exclude<ScreenReading, { kind: 'unreadable' | 'question' }>
  | (Extract<ScreenReading, { kind: 'question' }> & { readonly wording: string });

export interface AgentWatchOptions {
  readonly screen: TerminalScreen;
  readonly output: AsyncIterable<string>;
  readonly memory: QuestionMemory;
  readonly readWithModel: ReadWithModel;
  readonly onDidChange: () => void;
  /** Called whenever `AgentScreen` reads the screen by its timer, even while the watch is paused. */
  readonly onDidWrite: () => void;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Milliseconds for which an answered question is not shown. The screen shows the question until the agent has read the
 * answer; a second answer would go to the agent's next question.
 */
const ANSWER_PAUSE = 5_000;
/** Lines that are kept of a quiet screen. */
const KEPT_LINES = 200;
/** Lines at the end of a screen that `hasHiddenLines` checks for a note such as `↑ 17 more lines`. */
const LAST_LINES = 20;

/**
 * Watches one run of an agent, and shows the question that it asks. A model reads only screens that the rules of
 * `readScreen` leave undecided.
 */
export class AgentWatch implements Disposable {
  private readonly options: AgentWatchOptions;
  private readonly screen: AgentScreen;
  private policy = new ScreenReadPolicy();
  private call: ModelCall | undefined;
  private isAllowed: boolean;
  private shown: WatchState = NOTHING;
  /**
   * The question that was shown until the screen changed. Only a model can read the new screen. If the question is
   * found again, it keeps its id.
   */
  private before: AgentQuestion | undefined;
  private answeredLast: { readonly identity: QuestionIdentity; readonly at: number } | undefined;
  private kept: readonly string[] = [];
  /** The screen on which the user has dismissed a problem. */
  private dismissedHash: string | undefined;

  /** `isAllowed`: false if the user has not agreed to the watch. Then no look is evaluated until `resume`. */
  constructor(options: AgentWatchOptions, isAllowed: boolean) {
    this.options = options;
    this.isAllowed = isAllowed;
    const { clock, log, output, screen } = options;
    this.screen = new AgentScreen({ screen, clock, onDidLook: (look) => this.onLook(look) });
    this.screen.feed(output).catch((error: unknown) => log.error('A terminal’s output could not be read', error));
  }

  get state(): WatchState {
    return this.shown;
  }

  /** The last lines of the last quiet screen, top first, without typed text. */
  get settledLines(): readonly string[] {
    return this.kept;
  }

  readWhole(): readonly string[] {
    return this.screen.readWhole();
  }

  resume(): void {
    if (this.isAllowed) return;
    this.isAllowed = true;
    this.screen.schedule(0);
  }

  /** Drops what was read. The emulator still processes the output, so `resume` finds the current screen. */
  pause(): void {
    this.isAllowed = false;
    this.kept = [];
    this.before = undefined;
    this.dismissedHash = undefined;
    // The old policy may count this screen as read, so its question would not be shown after `resume`.
    this.policy = new ScreenReadPolicy();
    this.showNothing();
  }

  /** Checks the screen again before an answer is sent. `enter`: whether Enter would follow the answer. */
  check({ hash, origin, card }: AgentQuestion, enter: boolean): AnswerCheck {
    const look = this.screen.look();
    const isShown =
      origin === 'model' ? look.hash === hash : isSameCard(card, this.readQuestion(readScreen(look.lines)));
    if (!isShown) {
      this.screen.schedule(0);
      return 'gone';
    }
    return enter && look.typed !== '' ? 'typing' : 'ok';
  }

  /**
   * Moves the menu's cursor to an option. Enter may follow only after `selected`, and only while `isSelected` is true.
   */
  select(question: AgentQuestion, index: number, press: MenuOnScreen['press']): Promise<Selection> {
    const { menu } = readScreen(this.screen.look().lines);
    const cursor = (): number | undefined => this.cursorIn(question);
    const keys = menu?.kind === 'color' ? (['left', 'right'] as const) : (['up', 'down'] as const);
    const waitForChange = (ms: number): Promise<void> => this.screen.waitForChange(ms);
    return selectOption({ keys, cursor, press, waitForChange, now: () => this.options.clock.now() }, index);
  }

  /** Types an answer after `check`. Enter may follow only directly after `typed`. */
  type(text: string, type: QuestionOnScreen['type']): Promise<Typing> {
    const { lines } = this.screen.look();
    const read = (): ReturnType<QuestionOnScreen['read']> => this.screen.findAnswer(lines, text);
    const waitForChange = (ms: number): Promise<void> => this.screen.waitForChange(ms);
    return typeAnswer({ type, read, waitForChange, now: () => this.options.clock.now() });
  }

  /** Whether the screen shows the question now, with the cursor at this option. */
  isSelected(question: AgentQuestion, index: number): boolean {
    return this.cursorIn(question) === index;
  }

  /** Call directly before an answer is sent. Hides the question. */
  answered({ identity }: AgentQuestion): void {
    this.answeredLast = { identity, at: this.options.clock.now() };
    this.show(NOTHING);
  }

  /**
   * Hides the question or the problem. The question stays hidden, even if reworded, until the agent continues. The
   * problem stays hidden for this screen, but models still try to read the screen.
   */
  dismiss(): void {
    const { question, problem } = this.shown;
    if (question) this.options.memory.dismiss(question.identity);
    if (problem) this.dismissedHash = this.screen.look().hash;
    this.show(NOTHING);
  }

  /** Lets a model read again at once. The problem stays until the screen has been read. */
  retry(): void {
    if (!this.shown.problem) return;
    this.stopCall();
    this.policy.forgetFailures();
    this.screen.schedule(0);
  }

  dispose(): void {
    this.call?.abort.abort();
    this.call = undefined;
    this.screen.dispose();
  }

  private cursorIn({ card }: AgentQuestion): number | undefined {
    const reading = readScreen(this.screen.look().lines);
    return isSameCard(card, this.readQuestion(reading)) ? this.readCursor(reading) : undefined;
  }

  private readQuestion(reading: TerminalReading): CardQuestion | undefined {
    return toRulesQuestion(reading, this.readCursor(reading));
  }

  private readCursor(reading: TerminalReading): number | undefined {
    return cursorOf(reading, () => this.screen.readStyled());
  }

  private onLook(look: ScreenLook): void {
    this.options.onDidWrite();
    if (!this.isAllowed) return;
    if (look.isQuiet) this.kept = this.screen.readShown(KEPT_LINES);
    if (this.call && this.call.hash !== look.hash) this.stopCall();
    const reading = readScreen(look.lines);
    if (look.isBusy || reading.state === 'processing') {
      this.options.memory.clear();
      this.answeredLast = undefined;
      this.before = undefined;
      return this.showNothing();
    }
    // While the agent writes, the screen may be incomplete.
    if (!look.isQuiet) return;
    if (reading.state === 'unknown') {
      const { question } = this.shown;
      if (question && question.hash !== look.hash) {
        this.before = question;
        this.show(NOTHING);
      }
      return this.askModel(look);
    }
    const card = this.readQuestion(reading);
    if (!card) return this.showNothing();
    this.stopCall();
    const options = card.choices.map(({ label, send }) => label || send);
    const identity = { fingerprint: null, text: card.text, options };
    this.offer({ card, identity, urgency: 'decision', origin: 'rules', wording: null, hash: look.hash });
  }

  private askModel(look: ScreenLook): void {
    if (this.call) return;
    const { clock, log } = this.options;
    const decision = this.policy.decide(look, clock.now());
    if (decision.kind === 'wait') this.screen.schedule(decision.ms);
    if (decision.kind !== 'read') return;
    const call = { hash: look.hash, abort: new AbortController() };
    this.call = call;
    this.callModel(call)
      .catch((error: unknown) => log.error('A terminal’s screen could not be read', error))
      .finally(() => {
        if (this.call === call) this.call = undefined;
      });
  }

  private async callModel(call: ModelCall): Promise<void> {
    const { memory, readWithModel } = this.options;
    const { hash } = call;
    let lines: readonly string[] = [];
    const readLines = (count: number): readonly string[] => (lines = this.screen.readLines(count));
    const reading = await readWithModel(readLines, call.abort.signal);
    if (this.call !== call || reading.kind === 'aborted') return;
    this.call = undefined;
    if (reading.kind === 'failed') return this.fail(hash, reading);
    this.policy.noteRead(hash);
    // If the screen has changed meanwhile, the next look decides.
    const look = this.screen.look();
    if (look.hash !== hash) return this.screen.schedule(0);
    if (reading.kind === 'processing') memory.clear();
    if (reading.kind !== 'question') return this.show(NOTHING);
    const { question, urgency, wording } = reading;
    // A question in a tool's output is not shown: that output may have told the model to return it.
    if ([question.text, ...question.options].some((text) => this.screen.isFromToolOutput(text)))
      return this.show(NOTHING);
    const { fingerprint, text, options } = question;
    const identity = { fingerprint, text, options };
    // The model may not notice that the agent hides a part of the question.
    const isComplete = question.isComplete && !hasHiddenLines(withoutToolOutput(look.lines).slice(-LAST_LINES));
    this.offer({
      card: toCardQuestion({ ...question, isComplete }, lines),
      identity,
      urgency,
      origin: 'model',
      wording,
      hash,
    });
  }

  private fail(hash: string, { message, next }: ReadingFailure): void {
    const now = this.options.clock.now();
    this.policy.noteFailure(hash, now);
    const { id, since } = this.shown.problem ?? { id: randomUUID(), since: now };
    const problem = hash === this.dismissedHash ? null : { id, message, since, ...(next && { next }) };
    this.show({ question: null, problem });
    // The next look asks the policy when a model may try again.
    this.screen.schedule(0);
  }

  private offer(found: Omit<AgentQuestion, 'id' | 'since' | 'revision'>): void {
    const pause = this.pauseOf(found.identity);
    if (pause > 0) return this.screen.schedule(pause);
    const question = this.shown.question ?? this.before;
    this.before = undefined;
    if (question && isSameQuestion(question.identity, found.identity)) {
      const { card, hash, origin, wording } = found;
      const revision = question.revision + (isSameCard(question.card, card) ? 0 : 1);
      // A model's urgency can be wrong, so a `decision` stays a `decision` even if a later reading returns `waiting`.
      const urgency = question.urgency === 'decision' ? 'decision' : found.urgency;
      return this.show({ question: { ...question, card, hash, origin, wording, revision, urgency }, problem: null });
    }
    if (this.options.memory.isDismissed(found.identity)) return this.show(NOTHING);
    const since = this.options.clock.now();
    this.show({ question: { ...found, id: randomUUID(), since, revision: 0 }, problem: null });
  }

  /** Milliseconds until this question may be shown again; can be negative. */
  private pauseOf(identity: QuestionIdentity): number {
    const { answeredLast } = this;
    if (!answeredLast || !isSameQuestion(answeredLast.identity, identity)) return 0;
    return answeredLast.at + ANSWER_PAUSE - this.options.clock.now();
  }

  private showNothing(): void {
    this.stopCall();
    this.show(NOTHING);
  }

  private show(state: WatchState): void {
    if (JSON.stringify(state) === JSON.stringify(this.shown)) return;
    this.shown = state;
    this.options.onDidChange();
  }

  private stopCall(): void {
    this.call?.abort.abort();
    this.call = undefined;
  }
}

interface ModelCall {
  readonly hash: string;
  readonly abort: AbortController;
}
