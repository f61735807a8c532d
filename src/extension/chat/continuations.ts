import { continueTexts } from '../base/texts/continueTexts.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import { writesText } from '../model/capabilities.ts';
import type { SelectedModel } from '../model/chatModel.ts';
import type { Message } from '../model/message.ts';
import type { ModelPricing } from '../model/pricing.ts';
import { estimateMessages } from '../model/tokens.ts';
import { attachmentsOf, toPromptContent } from './composer/attachment.ts';
import type { Run } from './answerRunner.ts';
import type { Conversation } from './conversation/conversation.ts';
import { continuedPrompt, joinPrompt } from './conversation/continuedPrompt.ts';
import type { AnswerNode, PromptNode } from './conversation/conversationNode.ts';
import {
  largerOutput,
  planContinuation,
  toContinuedPrompt,
  type ContinuationPlan,
  type ContinuedMessage,
} from './conversation/continuationPlan.ts';
import { toCuratedHistory } from './conversation/curatedHistory.ts';
import { endsAt } from './conversation/visiblePath.ts';
import { answerStatus } from './view/transcript.ts';
import type { ConversationView } from './view/conversationView.ts';

export interface ContinuationsOptions {
  readonly conversation: Conversation;
  readonly view: ConversationView;
  /** Never rejects. */
  readonly loadPricing: (modelId: string) => Promise<ModelPricing>;
  readonly run: (run: Run, model: SelectedModel) => void;
}

/** Continues messages of the transcript. The caller must make sure that the session is idle. */
export class Continuations {
  private readonly options: ContinuationsOptions;

  constructor(options: ContinuationsOptions) {
    this.options = options;
  }

  /**
   * The message, and everything after it, stays in the conversation. Returns why the message cannot be continued, for
   * the user; null if it is being continued, or is not in the transcript.
   *
   * @param window the model's context window in tokens, if it is known
   */
  continueMessage(itemId: string, model: SelectedModel, window?: number): string | null {
    const prompt = this.options.view.shownPrompt(itemId);
    if (prompt) return this.continuePrompt(prompt, model, window);
    const answer = this.options.view.answerFrom(itemId);
    const last = answer.at(-1);
    return last ? this.continueAnswer(itemId, planContinuation(last, answer.length > 1), last, model, window) : null;
  }

  /**
   * Repeats the continuation of a prompt, or a failed or interrupted continuation of an answer. False if `last` is
   * neither, or cannot be continued.
   */
  retry(itemId: string, last: AnswerNode, model: SelectedModel): boolean {
    const { conversation } = this.options;
    if (!last.continues) return false;
    const prompt = conversation.node(last.continues.id);
    if (prompt?.kind === 'prompt') return this.continuePrompt(prompt, model) === null;
    const status = answerStatus(last);
    if (status !== 'failed' && status !== 'interrupted') return false;
    return this.continueMessage(itemId, model) === null;
  }

  /**
   * Sends a prompt again, as a sibling, with the text that a model has added. False if the answer does not continue a
   * prompt.
   */
  useAsMessage(itemId: string, model: SelectedModel): boolean {
    const { conversation, view, run } = this.options;
    const last = view.answerFrom(itemId).at(-1);
    const prompt = last && continuedPrompt(last, conversation);
    if (!prompt) return false;
    const { parent, folds, ownModel, tools } = prompt;
    const content = toPromptContent(joinPrompt(prompt, last), attachmentsOf(prompt));
    const context = prompt.context.filter(({ kind }) => kind === 'mentions' || kind === 'tools');
    const place = { parent, context, folds, ...(ownModel && { ownModel }), ...(tools && { tools }) };
    run({ request: { kind: 'prompt', ...content, ...place }, promptReplaces: prompt.id }, model);
    return true;
  }

  /** The user can still continue the answer. */
  stopLoop(itemId: string): void {
    const { conversation, view } = this.options;
    const last = view.answerFrom(itemId).at(-1);
    if (last?.pause?.kind !== 'loop') return;
    conversation.markPaused(last.id, { ...last.pause, stopped: true });
    view.showBranch(itemId);
  }

  ignoreLoops(): void {
    const { conversation } = this.options;
    if (!conversation.ignoresLoops) conversation.ignoreLoops();
  }

  /** In tokens; undefined if unknown. Never rejects. */
  async windowOf({ id, contextWindow }: SelectedModel): Promise<number | undefined> {
    return contextWindow ?? (await this.options.loadPricing(id)).contextWindow;
  }

  private continueAnswer(
    itemId: string,
    plan: ContinuationPlan,
    last: AnswerNode,
    model: SelectedModel,
    window: number | undefined,
  ): string | null {
    const { conversation, view, run } = this.options;
    switch (plan.kind) {
      case 'impossible':
        return plan.reason === 'refused' ? continueTexts.refused() : continueTexts.noText();
      case 'go-on': {
        const { after, isPaused } = plan;
        // A paused answer continues as part of the same prompt, unless another prompt has followed it.
        const isLast = endsAt(conversation.path(), last.id);
        const promptId = isPaused && isLast ? last.promptId : undefined;
        if (!endsAt(conversation.path(), after)) conversation.switchTo(after);
        const continues = view.showResumed(itemId);
        const place = { continues, isUnpaused: isPaused, ...(promptId !== undefined && { promptId }) };
        run({ request: { kind: 'continuation' }, ...place }, model);
        return null;
      }
      case 'larger-budget': {
        const maxOutputTokens = largerOutput(plan.usedOutput, model.outputLimit);
        if (maxOutputTokens === undefined) return continueTexts.atLimit(plan.usedOutput.tokens);
        conversation.switchTo(plan.after);
        const continues = view.showResumed(itemId);
        run({ request: { kind: 'continuation', maxOutputTokens }, continues }, model);
        return null;
      }
      case 'join': {
        const { message } = plan;
        const refusal = refusalOf(message, this.historyTo(last.id), model, window);
        if (refusal !== null) return refusal;
        const { usedOutput } = message;
        const maxOutputTokens = usedOutput ? largerOutput(usedOutput, model.outputLimit) : undefined;
        if (usedOutput && maxOutputTokens === undefined) return continueTexts.atLimit(usedOutput.tokens);
        const budget = maxOutputTokens === undefined ? {} : { maxOutputTokens };
        this.join({ kind: 'continue', message, ...budget }, last.parent, itemId, model);
        return null;
      }
    }
  }

  private continuePrompt(prompt: PromptNode, model: SelectedModel, window?: number): string | null {
    const message = toContinuedPrompt(prompt);
    if (message.end.isEmpty) return continueTexts.emptyPrompt();
    const refusal = refusalOf(message, this.historyTo(prompt.id), model, window);
    if (refusal !== null) return refusal;
    const { conversation } = this.options;
    const path = conversation.path();
    const next = path[path.findIndex(({ id }) => id === prompt.id) + 1];
    // In the transcript, the continuation replaces the messages after the prompt.
    this.join({ kind: 'continue', message }, prompt.id, next?.id, model);
    return null;
  }

  private join(request: Run['request'], parent: string | null, itemId: string | undefined, model: SelectedModel): void {
    const { conversation, run } = this.options;
    const { leaf } = conversation;
    conversation.switchTo(parent);
    run(
      { request, ...(itemId !== undefined && { answerReplaces: itemId }), ...(leaf !== null && { original: leaf }) },
      model,
    );
  }

  private historyTo(leaf: string): readonly Message[] {
    return toCuratedHistory(this.options.conversation.path(leaf));
  }
}

/** Why the model cannot continue a text, for the user; null if it can, as far as that is known. */
function refusalOf(
  { prefix }: ContinuedMessage,
  history: readonly Message[],
  model: SelectedModel,
  window: number | undefined,
): string | null {
  if (!writesText(model.name)) return continueTexts.noTextOutput(toDisplayText(model.label));
  // The history ends with the message, so it includes the prefix.
  const tokens = window === undefined ? 0 : estimateMessages(history);
  return window !== undefined && tokens > window && prefix !== '' ? continueTexts.tooLong(tokens, window) : null;
}
