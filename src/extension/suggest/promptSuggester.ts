import type { SuggestionNotice } from '../../shared/suggesting.ts';
import type { BackgroundRequest } from '../background/spending.ts';
import type { Chat } from '../chat/createChat.ts';
import type { FinishedPrompt } from '../chat/answerRunner.ts';
import type { SelectedModel } from '../model/chatModel.ts';
import { toBackgroundModel, type FastModel } from '../model/fastModel.ts';
import type { Allowance } from './allowance.ts';
import { toUnavailableNotice, whyUnusable } from './fastModelFailure.ts';
import { getFilterReason } from './filter.ts';
import { getSuppressionReason, type SuggestionContext, type SuppressionReason } from './guards.ts';
import type { HabitKeeper } from './habit.ts';
import type { Situation } from './situation.ts';
import { suggestNextPrompt, type SuggestionResult } from './suggester.ts';

export interface PromptSuggesterOptions {
  readonly chat: Pick<Chat, 'service' | 'cacheSafeParams' | 'fastModel'>;
  readonly situation: Situation;
  readonly settings: () => {
    readonly enableCacheSharing: boolean;
    /** US dollars; null if there is no limit. */
    readonly maxSuggestionCostPerDay: number | null;
  };
  readonly limits: SuggestionLimits;
}

/** What suggestions may cost, and how many there are. */
export interface SuggestionLimits {
  allowance(model: SelectedModel): Promise<Allowance>;
  readonly habit: Pick<HabitKeeper, 'noteAnswer'>;
  /** Why there is no suggestion, for the user; the same notice may come after every answer. */
  notify(notice: SuggestionNotice): void;
  count(request: BackgroundRequest): void;
}

/** `suppressed` by a guard, `length` in UTF-16 units if a model had made one by then. */
export type PromptSuggestion =
  SuggestionResult | { readonly kind: 'suppressed'; readonly reason: SuppressionReason; readonly length?: number };

export interface PromptSuggester {
  suggest(finished: FinishedPrompt, signal: AbortSignal): Promise<PromptSuggestion>;
  /** Why a suggestion that exists already must not be shown after this answer; null if it may be. */
  whyNot(finished: FinishedPrompt): SuppressionReason | null;
  /** Whether a suggestion that was made before the window was reloaded may be shown in this chat again. */
  mayRestore(conversationId: string, text: string): boolean;
}

/** Brings together what a suggestion is made of: the guards, the model, the conversation, the one question. */
export function createPromptSuggester(options: PromptSuggesterOptions): PromptSuggester {
  const { chat, situation } = options;
  return {
    suggest: (finished, signal) => suggest(options, finished, signal),
    whyNot: (finished) => getSuppressionReason(situation.after(finished, chat.service.session.curatedHistory())),
    mayRestore: (conversationId, text) => situation.isWantedIn(conversationId) && getFilterReason(text) === null,
  };
}

async function suggest(
  { chat, situation, settings, limits }: PromptSuggesterOptions,
  finished: FinishedPrompt,
  signal: AbortSignal,
): Promise<PromptSuggestion> {
  const curatedHistory = chat.service.session.curatedHistory();
  // Looked at anew after each wait: the user may have gone on to something else meanwhile.
  const look = (known: Partial<KnownLate> = {}) =>
    getSuppressionReason({ ...situation.after(finished, curatedHistory), ...known });
  const reason = look();
  if (reason) return { kind: 'suppressed', reason };
  const fast = await chat.fastModel();
  const model = toBackgroundModel(fast, finished.model);
  // Only now, because this reads a file, and the answers that are left out are counted.
  const hindrance = look(model ? { allowance: await limits.allowance(model) } : { fastModelUsable: false });
  if (hindrance) {
    const notice = toNotice(hindrance, settings().maxSuggestionCostPerDay, model, fast);
    if (notice) limits.notify(notice);
    return { kind: 'suppressed', reason: hindrance };
  }
  if (signal.aborted || !model) return { kind: 'aborted', usage: null };
  const backedOff = !limits.habit.noteAnswer();
  const unwanted = look({ backedOff });
  if (unwanted) return { kind: 'suppressed', reason: unwanted };
  const params = chat.cacheSafeParams.current;
  const result = await suggestNextPrompt(
    {
      params: params?.leaf === finished.leaf ? params : undefined,
      curatedHistory,
      enableCacheSharing: settings().enableCacheSharing,
      model: finished.model,
      ...(fast.kind === 'model' && { fastModel: fast.model }),
    },
    signal,
  );
  const { usage } = result;
  limits.count({ promptId: 'prompt_suggestion', model, usage, messages: curatedHistory, leaf: finished.leaf });
  const unusable = result.kind === 'failed' && fast.kind === 'model' && whyUnusable(fast.model, result.error);
  if (unusable) {
    limits.notify(toUnavailableNotice(unusable));
    return { kind: 'suppressed', reason: 'fast_model_unavailable' };
  }
  if (result.kind !== 'suggestion') return result;
  const late = look();
  return late ? { kind: 'suppressed', reason: late, length: result.text.length } : result;
}

/** What is known only once it has been read, or counted. */
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
