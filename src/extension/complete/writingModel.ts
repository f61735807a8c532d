import { completionTexts } from '../base/texts/completionTexts.ts';
import type { QueryOutcome } from '../background/askOnce.ts';
import type { BackgroundRequest } from '../background/spending.ts';
import type { Chat } from '../chat/createChat.ts';
import type { SelectedModel } from '../model/chatModel.ts';
import { estimateInput, estimateTokens, type RequestInput } from '../model/tokens.ts';
import { modelInTime } from '../model/modelInTime.ts';
import type { ResolvedModel } from '../model/resolveModel.ts';
import type { Clock } from '../ports/clock.ts';
import type { Allowance } from '../suggest/allowance.ts';
import { failed, type WritingFailure } from './writingFailure.ts';

export interface WritingLimits {
  /** The setting `premove.suggestions.maxCostPerDay`, in US dollars; null if unlimited. */
  maxCostPerDay(): number | null;
  allowance(model: SelectedModel): Promise<Allowance>;
  /** Must be called once for each request. */
  count(request: BackgroundRequest): void;
}

export interface WritingOptions {
  readonly chat: Pick<Chat, 'fastModel'>;
  /** The chat's model. */
  readonly selected: () => Promise<ResolvedModel>;
  readonly limits: WritingLimits;
  readonly clock: Clock;
}

export type WritingModel =
  { readonly kind: 'model'; readonly model: SelectedModel } | WritingFailure | { readonly kind: 'aborted' };

/**
 * The usage that the provider reported, or an estimate. Without a report, a request that failed before the first word
 * costs nothing. A request that was cancelled, or failed after the first word, costs its input and the streamed text.
 */
export function usageOf(
  outcome: QueryOutcome,
  request: RequestInput,
): Pick<BackgroundRequest, 'usage' | 'request' | 'estimate'> {
  const { kind, text, usage } = outcome;
  const none = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 };
  if (usage || kind === 'answer') return { usage, request };
  if (kind === 'failed' && text === '') return { usage: none, request };
  return { usage, request, estimate: { ...none, input: estimateInput(request), output: estimateTokens(text) } };
}

/**
 * The fast model, or the chat's model if no fast model is set. Fails if that model cannot be used, or if the daily
 * limit does not allow another request.
 */
export async function chooseWritingModel(options: WritingOptions, signal: AbortSignal): Promise<WritingModel> {
  const chosen = await chooseModel(options, signal);
  if (chosen.kind !== 'model') return chosen;
  const { model } = chosen;
  switch (await options.limits.allowance(model)) {
    case 'within':
      return chosen;
    case 'spent':
      return failed(completionTexts.spent(`$${options.limits.maxCostPerDay() ?? 0}`));
    case 'unknown-price':
      return failed(completionTexts.unknownPrice(model.label));
  }
}

async function chooseModel({ chat, selected, clock }: WritingOptions, signal: AbortSignal): Promise<WritingModel> {
  const resolved = await modelInTime(Promise.all([selected(), chat.fastModel()]), clock, signal);
  if (resolved === 'aborted') return { kind: 'aborted' };
  if (resolved === 'too-slow') return failed(completionTexts.modelTooSlow());
  const [main, fast] = resolved;
  switch (fast.kind) {
    case 'model':
      return fast;
    case 'unusable':
      return failed(completionTexts.fastModel(fast.name, fast.message), fast.needsKey);
    case 'unset':
      return main.kind === 'model' ? main : failed(main.message, main.kind === 'missing-key');
  }
}
