import { randomUUID } from 'node:crypto';
import type { TerminalAction } from '../../shared/terminalCard.ts';
import { terminalTexts } from '../base/texts/terminalTexts.ts';
import type { Clock } from '../ports/clock.ts';
import type { AgentExecution, MenuKey, Terminals, WatchableTerminal } from '../ports/terminals.ts';
import type { AgentTitle } from './agentCommand.ts';
import type { AgentQuestion, AgentWatch, WatchProblem } from './agentWatch.ts';
import { isSendable, type AnswerChoice } from './cardQuestion.ts';

export interface WatchCard {
  readonly id: string;
  readonly agent: string;
  readonly terminal: WatchableTerminal;
  /** Milliseconds since the epoch. */
  readonly since: number;
  readonly content:
    | { readonly kind: 'question'; readonly question: AgentQuestion; readonly refusal: string | null }
    /** `reader`: a text about the model that would read the screen; empty until it is known. */
    | { readonly kind: 'offer'; readonly reader: string }
    /** `next`: set if a setting may be the reason. */
    | {
        readonly kind: 'problem';
        readonly message: string;
        readonly canRetry: boolean;
        readonly next?: 'open-limit' | 'open-integration';
      };
}

/** An agent's screen when its output last paused for a moment. Unsent typed text is left out. */
export interface SettledScreen {
  readonly agent: string;
  readonly terminal: string;
  readonly lines: readonly string[];
}

/** `next`: what a button does; null without a button. */
export interface WatchNotice {
  readonly text: string;
  readonly next: 'new-terminal' | 'open-setting' | 'manage-trust' | 'watch' | 'watch-again' | null;
}

export interface ActionResult {
  readonly isSent: boolean;
  readonly notice?: WatchNotice;
}

export type AnswerAction = Extract<TerminalAction, { kind: 'choose' | 'write' }>;

export interface WatchedAgentOptions {
  readonly execution: AgentExecution;
  readonly agent: AgentTitle;
  readonly watch: AgentWatch;
  readonly status: WatchedAgent['status'];
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly terminals: Terminals;
  readonly clock: Clock;
  readonly onDidChange: () => void;
  /** Called when a question has been answered, so that a late click on its card can be ignored. */
  readonly onDidAnswer: (questionId: string) => void;
}

interface Refusal {
  readonly id: string;
  readonly text: string;
  /** The question whose card shows the refusal; null if the refusal has a card of its own. */
  readonly questionId: string | null;
  /** Whether the refusal stays when its question disappears. */
  readonly isLasting: boolean;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Milliseconds. If a new question appears within this time after a lasting refusal, its card shows the refusal. */
const REFUSAL_MS = 10_000;

/** An agent that runs in a terminal, its card, and the answers of the user. */
export class WatchedAgent {
  readonly execution: AgentExecution;
  readonly watch: AgentWatch;
  /**
   * `offered`: the mode is `ask`, and the user has not decided yet. `stopped`: the user does not want the watch. In
   * both cases, the screen is not read, but the emulator processes the output, so that the watch can be switched on
   * later.
   */
  status: 'watched' | 'offered' | 'stopped';
  private readonly options: WatchedAgentOptions;
  /** True while an answer is typed or selected, until Enter is pressed. Meanwhile, other clicks send nothing. */
  private isAnswering = false;
  /** Why the last answer was not sent; null if there is nothing to show. */
  private refusal: Refusal | null = null;
  private answeredId: string | undefined;
  private hasEnded = false;

  constructor(options: WatchedAgentOptions) {
    this.options = options;
    this.execution = options.execution;
    this.watch = options.watch;
    this.status = options.status;
  }

  /** Undefined if there is nothing to show. */
  card(reader: string): WatchCard | undefined {
    const { refusal, status } = this;
    const { agent, execution, startedAt, watch } = this.options;
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

  /** Undefined if the agent has had no settled screen. */
  get settled(): SettledScreen | undefined {
    const { agent, execution, watch } = this.options;
    const lines = watch.settledLines;
    return lines.length > 0 ? { agent, terminal: execution.terminal.name, lines } : undefined;
  }

  /**
   * Call when the watch has changed. Only a lasting refusal stays after its question. The card of a new question shows
   * the refusal if the question appears within `REFUSAL_MS`.
   */
  followQuestion(): void {
    const { refusal } = this;
    const { question } = this.watch.state;
    if (!refusal || refusal.questionId === (question?.id ?? null)) return;
    const isKept = refusal.isLasting && (!question || this.options.clock.now() - refusal.at < REFUSAL_MS);
    this.refusal = isKept ? { ...refusal, questionId: question?.id ?? null } : null;
  }

  dismiss(): void {
    if (this.refusal) {
      this.refusal = null;
      this.options.onDidChange();
    }
    this.watch.dismiss();
  }

  /**
   * Sends exactly the answer, if the screen still shows the question. Otherwise, the card shows the reason or, if the
   * card is gone, the result has a message. No reason is shown if another answer is being sent, or if the card does not
   * offer the answer.
   */
  async answer(question: AgentQuestion, action: AnswerAction): Promise<ActionResult> {
    const { execution, terminals, watch } = this.options;
    const { changed, changedMeanwhile, changedTyped } = terminalTexts;
    const refuse = (why: string): ActionResult => {
      if (this.hasEnded) return notSent({ text: terminalTexts.closed(), next: null });
      if (this.status !== 'watched') return notSent({ text: why, next: null });
      this.refuse(why, [changed(), changedMeanwhile(), changedTyped()].includes(why));
      return notSent();
    };
    if (this.isAnswering) return notSent();
    if (action.revision !== question.revision) return refuse(changed());
    const answer = toAnswer(question, action);
    if (!answer) return notSent();
    const { send: text, enter } = answer;
    if (!isSendable(text)) return refuse(terminalTexts.notSendable());
    const check = watch.check(question, enter);
    if (check === 'gone') return refuse(changed());
    if (check === 'typing') return refuse(terminalTexts.typing());
    this.refusal = null;
    if (enter) {
      const isMenu = answer.how === 'select' && action.kind === 'choose';
      const why = await (isMenu ? this.select(question, action.index) : this.type(question, text));
      return why === undefined ? { isSent: true } : refuse(why);
    }
    // The question is removed before the text is sent, so that a second click does not answer it again.
    this.setAnswered(question);
    return (await terminals.type(execution.terminal.id, text)) === 'closed'
      ? refuse(terminalTexts.closed())
      : { isSent: true };
  }

  /** Call for an answer to a question whose card has disappeared. Sends nothing. */
  refuseLate(questionId: string): void {
    if (this.status === 'watched' && this.answeredId !== questionId) this.refuse(terminalTexts.changed(), true);
  }

  /** Call when the agent has ended, or when the watch of all terminals stops. */
  dispose(): void {
    this.hasEnded = true;
    this.execution.stopReading();
    this.watch.dispose();
  }

  private refuse(text: string, isLasting: boolean): void {
    const questionId = this.watch.state.question?.id ?? null;
    this.refusal = { id: randomUUID(), text, questionId, isLasting, at: this.options.clock.now() };
    this.options.onDidChange();
  }

  private setAnswered(question: AgentQuestion): void {
    this.answeredId = question.id;
    this.options.onDidAnswer(question.id);
    this.watch.answered(question);
  }

  /**
   * Types an answer and, if the screen then still shows the question, presses Enter. Returns why Enter was not pressed;
   * undefined if it was pressed.
   */
  private async type(question: AgentQuestion, text: string): Promise<string | undefined> {
    const { execution, terminals, watch } = this.options;
    this.isAnswering = true;
    try {
      const typing = await watch.type(text, () => terminals.type(execution.terminal.id, text));
      if (typing === 'closed') return terminalTexts.closed();
      if (this.status !== 'watched') return terminalTexts.stoppedTyped();
      if (typing === 'gone') return terminalTexts.changedTyped();
      if (typing === 'not-typed') return terminalTexts.notTyped();
      return await this.pressEnter(question);
    } finally {
      this.isAnswering = false;
    }
  }

  /** Selects an option of a menu and presses Enter. Returns why Enter was not pressed; undefined if it was pressed. */
  private async select(question: AgentQuestion, index: number): Promise<string | undefined> {
    const { execution, terminals, watch } = this.options;
    const press = (key: MenuKey): Promise<'sent' | 'closed'> => terminals.press(execution.terminal.id, key);
    this.isAnswering = true;
    try {
      const selection = await watch.select(question, index, press);
      if (selection === 'closed') return terminalTexts.closed();
      if (this.status !== 'watched') return terminalTexts.stoppedMeanwhile();
      if (selection === 'gone') return terminalTexts.changedMeanwhile();
      if (selection === 'elsewhere' || !watch.isSelected(question, index)) return terminalTexts.notSelected();
      return await this.pressEnter(question);
    } finally {
      this.isAnswering = false;
    }
  }

  /**
   * Presses Enter. Hides the question first, so that a second click does not answer it again. Returns why Enter was not
   * pressed; undefined if it was pressed.
   */
  private async pressEnter(question: AgentQuestion): Promise<string | undefined> {
    const { execution, terminals } = this.options;
    this.setAnswered(question);
    return (await terminals.press(execution.terminal.id, 'enter')) === 'closed' ? terminalTexts.closed() : undefined;
  }
}

export function notSent(notice?: WatchNotice): ActionResult {
  return { isSent: false, ...(notice && { notice }) };
}

/** Returns what to send for a click; undefined if the card does not offer this answer. */
function toAnswer({ card }: AgentQuestion, action: AnswerAction): Omit<AnswerChoice, 'label'> | undefined {
  if (action.kind === 'choose') return card.choices[action.index];
  return card.isOpen ? { how: 'type', send: action.text.trim(), enter: true } : undefined;
}

function toProblemCard(
  { id, message, since, next }: WatchProblem,
  agent: string,
  terminal: WatchableTerminal,
  canRetry: boolean,
): WatchCard {
  return { id, agent, terminal, since, content: { kind: 'problem', message, canRetry, ...(next && { next }) } };
}
