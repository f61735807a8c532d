import { randomUUID } from 'node:crypto';
import type { ClientEvent } from './agent/clientEvent.ts';
import { Emitter } from '../base/emitter.ts';
import type { SelectedModel, Usage } from '../model/chatModel.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import {
  submitQuery,
  type ChatClient,
  type ClientRequest,
  type PreparedStart,
  type Steer,
} from './agent/chatClient.ts';
import { continueTexts } from '../base/texts/continueTexts.ts';
import type { JoinedEnd } from '../continue/continuationStream.ts';
import { automaticContinuation, planContinuation } from './conversation/continuationPlan.ts';
import { continuedPrompt } from './conversation/continuedPrompt.ts';
import { isFruitless } from './conversation/conversationNode.ts';
import { WindowClosing } from './agent/windowClosing.ts';
import type { ToolRunner } from './agent/toolRunner.ts';
import type { Conversation } from './conversation/conversation.ts';
import type { Fallback } from './fallback.ts';
import type { ConversationView } from './view/conversationView.ts';
import { answerStatus } from './view/transcript.ts';

/** A prompt whose answer has finished, stopped or failed. */
export interface FinishedPrompt {
  readonly model: SelectedModel;
  readonly leaf: string;
  /** True if the user continued a paused answer that no other prompt had followed. */
  readonly continued?: boolean;
  /**
   * True if no suggestion follows, because the run added no answer, continued an answer in the native form, or
   * continued a prompt.
   */
  readonly unsuggested?: boolean;
}

/** `cost` is in US dollars; null if the price is unknown. */
export interface RequestSpending {
  readonly cost: number | null;
  readonly usage: Usage | null;
}

export interface Run {
  readonly request: ClientRequest | PreparedStart;
  /** The id that the answer's requests share, if the answer has begun already. A new id by default. */
  readonly promptId?: string;
  /** The transcript item that shows the answer. A new item by default. */
  readonly continues?: string | undefined;
  /** The item that the prompt replaces, with all later items. */
  readonly promptReplaces?: string;
  /** The item that the answer replaces when it begins, with all later items. */
  readonly answerReplaces?: string;
  /** The node that the answer follows; null at the beginning of the conversation. The active leaf by default. */
  readonly parent?: string | null;
  /** True if the user continues a paused answer, so that its limits begin again. */
  readonly isUnpaused?: boolean;
  /** By default, the `model` of `AnswerRunner.run`; for an automatic continuation, the model of the run before it. */
  readonly model?: SelectedModel;
  /** The conversation returns to this leaf if a continuation adds nothing. */
  readonly original?: string;
}

export interface AnswerRunnerOptions {
  readonly conversation: Conversation;
  readonly client: ChatClient;
  readonly runner: ToolRunner;
  readonly steer: Steer;
  readonly view: ConversationView;
  readonly fallback: Pick<Fallback, 'mayFollow' | 'switchFrom'>;
  /** Whether an answer that was cut off at the output limit continues by itself. */
  readonly autoContinue: () => boolean;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Runs prompts, one at a time, and renders each answer while it streams. The class has many collaborators, because it
 * passes most of them on to `submitQuery` and to the view.
 */
export class AnswerRunner {
  private readonly options: AnswerRunnerOptions;
  private readonly finished = new Emitter<FinishedPrompt>();
  private readonly spent = new Emitter<RequestSpending>();
  /** Ids of the messages whose cost has been reported, or is counted as background work. */
  private readonly counted = new Set<string>();
  /** Ends the wait before the running request is retried. */
  private skipWait: (() => void) | undefined;
  private running: { abort: AbortController; done: Promise<void> } | undefined;
  /** True while the answer is being stopped because the user opens another chat. */
  private isLeaving = false;

  readonly onDidFinishPrompt = this.finished.event;
  /** Fires when a request of an answer has ended in any way. */
  readonly onDidSpend = this.spent.event;

  constructor(options: AnswerRunnerOptions) {
    this.options = options;
  }

  get isIdle(): boolean {
    return this.running === undefined;
  }

  /** Throws if a prompt is being answered already. */
  run(run: Run, model: SelectedModel): void {
    if (this.running) throw new Error('A prompt is being answered already');
    const { client, view, log } = this.options;
    const abort = new AbortController();
    view.endNotice();
    view.setStatus('responding');
    for (const { id } of view.currentAnswer) this.counted.add(id);
    const continued = run.request.kind === 'continuation' && run.promptId !== undefined;
    const isContinue = run.request.kind === 'continue' && run.request.automatic === undefined;
    if (continued || isContinue || run.isUnpaused) client.allowMoreTurns();
    let hasGrown = false;
    const done = this.answerAll(run, model, abort.signal)
      .then((grown) => void (hasGrown = grown))
      .finally(() => this.finish(model, continued, hasGrown));
    this.running = { abort, done };
    // A failure is a bug. It is logged here, because only `stop` and `close` await `done`.
    done.catch((error: unknown) => log.error('Answering a prompt failed', error));
  }

  /**
   * Runs `work` (a compression, or an apply of prepared edits) instead of a prompt. Then starts the run that `work`
   * returns, unless the signal has aborted. `onDidWait`: true when `work` begins to wait for the user, false when it
   * goes on. If `isPrompt` is false, no suggestion follows.
   */
  occupy(
    work: (onDidWait: (waits: boolean) => void, signal: AbortSignal) => Promise<Run | null>,
    model: SelectedModel,
    isPrompt = true,
  ): void {
    if (this.running) throw new Error('A prompt is being answered already');
    const { view, log } = this.options;
    const abort = new AbortController();
    const { signal } = abort;
    view.endNotice();
    view.setStatus('responding');
    const onDidWait = (waits: boolean): void => view.setStatus(waits ? 'waiting-for-confirmation' : 'responding');
    let next: Run | null = null;
    const done = work(onDidWait, signal)
      .then((run) => void (next = run))
      .finally(() => {
        // The requests of `work` are counted as background work.
        for (const { id } of view.currentAnswer) this.counted.add(id);
        if (!next || signal.aborted) return this.finish(model, false, isPrompt);
        this.running = undefined;
        this.run(next, model);
      });
    this.running = { abort, done };
    done.catch((error: unknown) => log.error('A compression or an apply of prepared edits failed', error));
  }

  /** Retries at once if a request of this answer waits for its retry. */
  retryNow(itemId: string): void {
    const { view, clock } = this.options;
    if (this.skipWait && view.showRetry(itemId, clock.now())) this.skipWait();
  }

  /** Resolves when everything about the answer has been recorded. */
  async stop(): Promise<void> {
    this.running?.abort.abort();
    await this.running?.done;
  }

  /** Like `stop`, but also records that the user opens another chat. */
  async leave(): Promise<void> {
    this.isLeaving = true;
    try {
      await this.stop();
    } finally {
      this.isLeaving = false;
    }
  }

  /**
   * Ends the answer as interrupted, because the window closes or another window has taken the chat over. Resolves like
   * `stop`.
   */
  async close(): Promise<void> {
    this.running?.abort.abort(new WindowClosing());
    await this.running?.done;
  }

  /** False if the run was a continuation that added nothing. */
  private async answerAll(run: Run, model: SelectedModel, signal: AbortSignal): Promise<boolean> {
    let hasGrown = false;
    let next: Run | undefined = run;
    let current = model;
    while (next) {
      current = next.model ?? current;
      if (!(await this.answer(next, current, signal))) return hasGrown;
      hasGrown = true;
      next = this.automaticRun(signal) ?? (await this.fallbackRun(signal));
    }
    return hasGrown;
  }

  /** The run that continues a cut-off answer; undefined if the answer must not continue automatically. */
  private automaticRun(signal: AbortSignal): Run | undefined {
    const { conversation, view, autoContinue } = this.options;
    const answer = view.currentAnswer;
    const [first] = answer;
    const last = answer.at(-1);
    if (!first || !last || signal.aborted || !autoContinue()) return undefined;
    const number = automaticContinuation(answer);
    const plan = planContinuation(last, false);
    if (number === null || plan.kind !== 'join' || continuedPrompt(last, conversation)) return undefined;
    const request = { kind: 'continue', message: plan.message, automatic: number } as const;
    return { request, parent: last.parent, answerReplaces: first.id, original: last.id };
  }

  private async fallbackRun(signal: AbortSignal): Promise<Run | undefined> {
    const { conversation, view, fallback } = this.options;
    const answer = view.currentAnswer;
    const [first] = answer;
    const failed = answer.at(-1);
    if (!first || !failed || !this.mayFallBack(signal)) return undefined;
    const model = await fallback.switchFrom(failed);
    if (!model || signal.aborted) {
      view.showLastAgain();
      return undefined;
    }
    // The fallback model's message becomes a sibling of the failed message.
    conversation.switchTo(failed.parent);
    return { request: { kind: 'continuation' }, continues: view.showResumed(first.id), model };
  }

  private mayFallBack(signal: AbortSignal): boolean {
    const { conversation, view, fallback } = this.options;
    return !signal.aborted && fallback.mayFollow(view.currentAnswer.at(-1), conversation.path());
  }

  /** False if the run was a continuation that added nothing. */
  private async answer(run: Run, model: SelectedModel, signal: AbortSignal): Promise<boolean> {
    const { request, promptId, continues, promptReplaces, answerReplaces, original, parent } = run;
    const { client, runner, conversation, steer, view, clock } = this.options;
    if (parent !== undefined) conversation.switchTo(parent);
    // The replaced items stay in the panel until the answer begins.
    let presenter = answerReplaces === undefined ? view.present(clock, continues) : undefined;
    let outcome: JoinedEnd['outcome'] = 'ok';
    let begun: string | undefined;
    const onDidWait = (waits: boolean): void => view.setStatus(waits ? 'waiting-for-confirmation' : 'responding');
    const emit = (event: ClientEvent): void => {
      if (event.type === 'turn-start') begun ??= event.answerId;
      if (event.type === 'turn-start' && answerReplaces !== undefined) {
        presenter ??= view.present(clock, view.showReplaced(answerReplaces, event.answerId));
      }
      if (event.type === 'prompt-recorded') view.showPrompt(promptReplaces);
      else presenter?.handle(event);
      if (event.type === 'joined') ({ outcome } = event);
      if (event.type === 'end') this.countSpent();
      if (event.type === 'retry') this.skipWait = event.retryNow;
    };
    const options = { client, runner, conversation, model, onDidWait, steer, emit };
    try {
      await submitQuery(request, options, promptId ?? randomUUID(), signal);
    } finally {
      presenter?.end(signal.aborted, this.automaticRun(signal) !== undefined || this.mayFallBack(signal));
    }
    return original === undefined || this.keepOrDropContinuation(begun, original, outcome);
  }

  /**
   * Shows the continued message again, and returns false, if a continuation has added nothing. Keeps a failed or
   * interrupted continuation, because its notice gives the reason. `begun`: the continuation's id, if it has begun.
   */
  private keepOrDropContinuation(begun: string | undefined, original: string, outcome: JoinedEnd['outcome']): boolean {
    const { conversation, view } = this.options;
    const node = begun === undefined ? undefined : conversation.node(begun);
    if (node?.kind === 'answer' && !isFruitless(node)) return true;
    conversation.switchTo(original);
    view.showLastAgain();
    if (outcome !== 'ok') view.showAttempt(outcome === 'empty' ? continueTexts.empty() : continueTexts.repeated());
    return false;
  }

  /** Reports the cost of each message once, when its request has ended. */
  private countSpent(): void {
    for (const { id, close } of this.options.view.currentAnswer) {
      if (!close || this.counted.has(id)) continue;
      this.counted.add(id);
      this.spent.fire({ cost: close.cost ?? null, usage: close.usage });
    }
  }

  private finish(model: SelectedModel, continued: boolean, hasGrown: boolean): void {
    const { client, conversation, view } = this.options;
    this.running = undefined;
    this.skipWait = undefined;
    this.countSpent();
    view.showSpending();
    const last = conversation.path().at(-1);
    if (this.isLeaving && hasGrown && last?.kind === 'answer' && answerStatus(last) === 'stopped') {
      conversation.markChatLeft(last.id);
      view.showChatLeft();
    }
    view.setStatus('idle');
    if (last?.kind !== 'answer') return;
    // If nothing was added, `last` is an earlier answer, and a suggestion follows only a new answer.
    const unsuggested =
      !hasGrown || last.continues?.form === 'native' || continuedPrompt(last, conversation) !== undefined;
    // `client.model` is the model that has answered. It differs from `model` after a fallback, or if a continued answer
    // has kept its earlier model.
    this.finished.fire({ model: client.model ?? model, leaf: last.id, continued, ...(unsuggested && { unsuggested }) });
  }
}
