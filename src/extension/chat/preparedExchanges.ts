import { randomUUID } from 'node:crypto';
import type { SelectedModel } from '../model/chatModel.ts';
import { textOf, toolCallsOf } from '../model/message.ts';
import type { ModelPricing } from '../model/pricing.ts';
import type { Clock } from '../ports/clock.ts';
import type { AnswerRunner, Run } from './answerRunner.ts';
import type { Branching } from './branching.ts';
import type { ExchangeRecovery } from './conversation/chatLibrary.ts';
import { messageOf, pendingCallsOf } from './conversation/conversationNode.ts';
import type { OpenConversation } from './conversation/openConversation.ts';
import {
  parentOf,
  recoverExchange,
  toPreparedExchange,
  type PreparedTurn,
  type PreparedExchange,
  type ExchangeRecorder,
} from './conversation/preparedAnswer.ts';
import type { ConversationView } from './view/conversationView.ts';

export interface PreparedExchangesOptions {
  readonly opened: OpenConversation;
  readonly view: ConversationView;
  readonly answers: Pick<AnswerRunner, 'isIdle' | 'occupy'>;
  readonly branching: Pick<Branching, 'showLeaf'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Never rejects. */
  readonly loadPricing: (modelId: string) => Promise<ModelPricing>;
  readonly run: (run: Run, model: SelectedModel) => void;
}

/**
 * How an adopted speculation ended. The user has accepted the speculation while it ran.
 * - `continue-live`: applied up to calls that must now run live
 * - `stopped`: nothing was written
 * - `interrupted`: nothing was written, because the window closed or another window took the chat over
 * - `answer-live`: not applied, so the model must answer the prompt
 */
export type AdoptedEnd = 'applied' | 'continue-live' | 'stopped' | 'interrupted' | 'answer-live';

/** Waits for an adopted speculation and applies it. A stop aborts the signal. Never rejects. */
export type CarryOutAdopted = (
  report: {
    /** Call with all turns so far when a turn is added. */
    readonly show: (turns: readonly PreparedTurn[]) => void;
    /** True when the edits begin to wait for the user's Apply, false when they stop waiting. */
    readonly onDidWait: (waits: boolean) => void;
  },
  signal: AbortSignal,
) => Promise<AdoptedEnd>;

/**
 * Records the exchanges of applied speculations in one open chat, and continues their answers. The class needs all of
 * its options, because an exchange is recorded, shown and continued in one step.
 */
export class PreparedExchanges {
  private readonly options: PreparedExchangesOptions;

  constructor(options: PreparedExchangesOptions) {
    this.options = options;
  }

  /** The recorder's exchange follows the leaf that is current at this call. Create one recorder per speculation. */
  createExchangeRecorder(): ExchangeRecorder {
    const { opened, clock, loadPricing } = this.options;
    const prompt = randomUUID();
    const { id, leaf: parent } = opened.conversation;
    return {
      key: { chat: id, prompt },
      toExchange: async (answer) => {
        const pricing = await loadPricing(answer.modelId);
        return toPreparedExchange(answer, { id: prompt, parent, at: clock.now() }, pricing);
      },
      record: (exchange) => this.addExchange(exchange),
    };
  }

  /** See the function `recoverExchange`. Returns `owned` if an answer runs. */
  async recoverExchange(exchange: PreparedExchange): Promise<ExchangeRecovery> {
    const { opened, answers, branching, view } = this.options;
    const { conversation, writer } = opened;
    const shown = conversation.path();
    if (!answers.isIdle) return 'owned';
    if (!recoverExchange(conversation, exchange)) return (await writer.flush()) ? 'known' : 'unsaved';
    // The shown prompt that has the same parent as the exchange: the exchange's own prompt, or one of another branch.
    const prompt = shown.find((node) => node.kind === 'prompt' && node.parent === parentOf(exchange));
    if (exchange[0]?.type === 'files-restored') branching.showLeaf();
    else if (prompt) view.showBranch(prompt.id);
    else view.showSince(shown.length);
    view.showSpending();
    return (await writer.flush()) ? 'done' : 'unsaved';
  }

  /**
   * Continues an applied speculation: runs its calls that have no result, then asks the model. The chat must be idle.
   */
  resume(model: SelectedModel): void {
    const run = this.toResumed();
    if (run) this.options.run(run, model);
  }

  /**
   * Records the prompt of an adopted speculation and shows the speculation's turns as the answer. `carryOut` applies
   * the speculation and records the answer with `recorder`. The chat must be idle before the call, and stays busy at
   * least until `carryOut` resolves.
   */
  startAdopted(text: string, recorder: ExchangeRecorder, carryOut: CarryOutAdopted, model: SelectedModel): void {
    const { opened, answers, view } = this.options;
    opened.conversation.addPrompt([{ type: 'text', text }], { id: recorder.key.prompt });
    view.showPrompt(undefined);
    answers.occupy(async (onDidWait, signal) => {
      let shown: readonly PreparedTurn[] = [];
      const show = (turns: readonly PreparedTurn[]): void => {
        shown = turns;
        view.showUnrecorded(turns, model.id);
      };
      const end = await carryOut({ show, onDidWait }, signal).finally(() => view.dropUnrecorded());
      if (end === 'answer-live') return { request: { kind: 'continuation' } };
      if (end === 'continue-live') return this.toResumed() ?? null;
      if (end === 'stopped' || end === 'interrupted') this.recordUnapplied(shown, model.id, end);
      return null;
    }, model);
  }

  /** Adds the exchange as if it had been answered live. True if the exchange is on disk. */
  private addExchange(exchange: PreparedExchange): Promise<boolean> {
    const { opened, view } = this.options;
    const { conversation, writer } = opened;
    view.dropUnrecorded();
    const before = conversation.path().length;
    conversation.addExchange(exchange);
    view.showSince(before);
    view.showSpending();
    const last = view.currentAnswer.at(-1);
    // If the speculation stopped early, the calls without a result run as soon as the exchange is on disk.
    if (last && toolCallsOf(messageOf(last)).length > 0) view.showRunning(pendingCallsOf(last));
    return writer.flush();
  }

  private toResumed(): Run | undefined {
    const { view } = this.options;
    const last = view.currentAnswer.at(-1);
    if (!last) return undefined;
    const calls = pendingCallsOf(last);
    const continues = view.showRunning(calls);
    return { request: { kind: 'prepared', answerId: last.id, calls }, promptId: last.promptId, continues };
  }

  /** Records only texts, because the calls changed nothing but copies of the files. */
  private recordUnapplied(turns: readonly PreparedTurn[], modelId: string, end: 'stopped' | 'interrupted'): void {
    const { opened, view } = this.options;
    const { conversation } = opened;
    const before = conversation.path().length;
    const texts = turns.map(({ message }) => textOf(message).trim()).filter((text) => text !== '');
    const note = texts.length > 0 && {
      filesNote: '[None of the edits that this answer mentions was written to disk.]',
    };
    const { id } = conversation.openAnswer({ modelId, promptId: randomUUID(), ...note });
    const parts = texts.length > 0 ? [{ type: 'text' as const, text: texts.join('\n\n') }] : [];
    const close = { message: { role: 'assistant', parts }, usage: null } as const;
    const ending = end === 'interrupted' ? { outcome: end } : ({ outcome: 'stopped', stopReason: 'aborted' } as const);
    conversation.closeAnswer(id, { ...close, ...ending });
    view.showSince(before);
  }
}
