import type { SuggestionNotice } from '../../shared/suggesting.ts';
import type { BackgroundRequest } from '../background/spending.ts';
import type { Chat } from '../chat/createChat.ts';
import type { FinishedPrompt } from '../chat/answerRunner.ts';
import { toErrorView } from '../chat/view/errorText.ts';
import type { ModelError, ModelErrorKind, SelectedModel } from '../model/chatModel.ts';
import { toBackgroundModel, toUnusable, type FastModel, type UnusableModel } from '../model/fastModel.ts';
import type { Allowance } from './allowance.ts';
import { getFilterReason } from './filter.ts';
import { getSuppressionReason, type SuggestionContext, type SuppressionReason } from './guards.ts';
import type { HabitStore } from './habit.ts';
import type { Situation } from './situation.ts';
import { suggestNextPrompt, toSuggestionRequest, type SuggestionResult } from './suggester.ts';

export interface PromptSuggesterOptions {
  readonly chat: Pick<Chat, 'service' | 'cacheSafeParams' | 'fastModel'>;
  readonly situation: Situation;
  readonly settings: () => {
    readonly enableCacheSharing: boolean;
    /** US dollars; null if there is no limit. */
    readonly maxSuggestionCostPerDay: number | null;
  };
  readonly limits: SuggestionLimits;
  readonly commandNames: () => readonly string[];
}

export interface SuggestionLimits {
  allowance(model: SelectedModel): Promise<Allowance>;
  readonly habit: Pick<HabitStore, 'noteAnswer'>;
  /** May be called with the same notice after every answer. */
  notify(notice: SuggestionNotice): void;
  count(request: BackgroundRequest): void;
}

/** A `SuppressionReason` is from a guard. `length`: UTF-16 units of the suggestion, if a model had already made it. */
export type PromptSuggestion =
  SuggestionResult | { readonly kind: 'suppressed'; readonly reason: SuppressionReason; readonly length?: number };

export interface PromptSuggester {
  suggest(finished: FinishedPrompt, signal: AbortSignal): Promise<PromptSuggestion>;
  /** Null if an existing suggestion may be shown after this answer. */
  suppressionReason(finished: FinishedPrompt): SuppressionReason | null;
  /** Whether a suggestion from before a reload may be shown again. */
  mayRestore(conversationId: string, text: string): boolean;
}

export function createPromptSuggester(options: PromptSuggesterOptions): PromptSuggester {
  const { chat, situation } = options;
  return {
    suggest: (finished, signal) => suggest(options, finished, signal),
    suppressionReason: (finished) =>
      getSuppressionReason(situation.after(finished, chat.service.session.curatedHistory())),
    mayRestore: (conversationId, text) => situation.isWantedIn(conversationId) && getFilterReason(text) === null,
  };
}

async function suggest(
  { chat, situation, settings, limits, commandNames }: PromptSuggesterOptions,
  finished: FinishedPrompt,
  signal: AbortSignal,
): Promise<PromptSuggestion> {
  const curatedHistory = chat.service.session.curatedHistory();
  // Called again after waits, because the user may have begun something else.
  const checkGuards = (known: Partial<KnownLate> = {}) =>
    getSuppressionReason({ ...situation.after(finished, curatedHistory), ...known });
  const reason = checkGuards();
  if (reason) return { kind: 'suppressed', reason };
  const fast = await chat.fastModel();
  const model = toBackgroundModel(fast, finished.model);
  // The first check leaves the allowance out, because `limits.allowance` needs the resolved model and reads a file.
  const limitReason = checkGuards(model ? { allowance: await limits.allowance(model) } : { fastModelUsable: false });
  if (limitReason) {
    const notice = toNotice(limitReason, settings().maxSuggestionCostPerDay, model, fast);
    if (notice) limits.notify(notice);
    return { kind: 'suppressed', reason: limitReason };
  }
  if (signal.aborted || !model) return { kind: 'aborted', usage: null };
  // `noteAnswer` counts the answer, so it is called only if no other guard has prevented the suggestion.
  const backedOff = !limits.habit.noteAnswer();
  const habitReason = checkGuards({ backedOff });
  if (habitReason) return { kind: 'suppressed', reason: habitReason };
  const params = chat.cacheSafeParams.current;
  const input = {
    params: params?.leaf === finished.leaf ? params : undefined,
    curatedHistory,
    enableCacheSharing: settings().enableCacheSharing,
    model: finished.model,
    commandNames: commandNames(),
    ...(fast.kind === 'model' && { fastModel: fast.model }),
  };
  const request = toSuggestionRequest(input);
  const result = await suggestNextPrompt(input, signal);
  const { usage } = result;
  limits.count({ promptId: 'prompt_suggestion', model, usage, request, leaf: finished.leaf });
  const unusable = result.kind === 'failed' && fast.kind === 'model' && whyUnusable(fast.model, result.error);
  if (unusable) {
    limits.notify(toUnavailableNotice(unusable));
    return { kind: 'suppressed', reason: 'fast_model_unavailable' };
  }
  if (result.kind !== 'suggestion') return result;
  const reasonAfter = checkGuards();
  return reasonAfter ? { kind: 'suppressed', reason: reasonAfter, length: result.text.length } : result;
}

/** Facts that the first check of the guards leaves out: they need the resolved model, the day's cost or the habit. */
type KnownLate = Pick<SuggestionContext, 'fastModelUsable' | 'allowance' | 'backedOff'>;

function toNotice(
  reason: SuppressionReason,
  limit: number | null,
  model: SelectedModel | undefined,
  fast: FastModel,
): SuggestionNotice | null {
  if (reason === 'fast_model_unavailable' && fast.kind === 'unusable') return toUnavailableNotice(fast);
  if (limit === null || !model) return null;
  if (reason === 'budget_spent') return { kind: 'budget-spent', limit };
  return reason === 'price_unknown' ? { kind: 'price-unknown', limit, model: model.label } : null;
}

/** Errors that only another key or model fixes. */
const LASTING: readonly ModelErrorKind[] = ['unauthorized', 'forbidden', 'not-found'];

/** Undefined if the error may be temporary. */
function whyUnusable(model: SelectedModel, error: ModelError): UnusableModel | undefined {
  if (!LASTING.includes(error.kind)) return undefined;
  const { message, action } = toErrorView(error, model.id);
  return toUnusable(model.id, message, action === 'set-api-key');
}

function toUnavailableNotice({ name, message, needsKey }: UnusableModel): SuggestionNotice {
  return { kind: 'fast-model-unavailable', model: name, message, needsKey };
}
