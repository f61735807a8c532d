import type { ApprovalMode, ChatState } from '../../shared/chatState.ts';
import type { SuggestionNotice } from '../../shared/suggesting.ts';
import type { CacheSafeParamsStore } from '../background/cacheSafeParams.ts';
import type { BackgroundRequest } from '../background/spending.ts';
import type { ChatService } from '../chat/chatService.ts';
import type { ChatStore } from '../chat/view/chatStore.ts';
import type { FinishedPrompt } from '../chat/session.ts';
import { toBackgroundModel, type FastModel } from '../model/fastModel.ts';
import type { SelectedModel } from '../model/chatModel.ts';
import type { Allowance } from './allowance.ts';
import { toUnavailableNotice, whyUnusable } from './fastModelFailure.ts';
import { getFilterReason } from './filter.ts';
import {
  countModelMessages,
  getSuppressionReason,
  type OpenQuestion,
  type SuggestionContext,
  type SuppressionReason,
} from './guards.ts';
import type { HabitKeeper } from './habit.ts';
import type { DialogKind } from './openDialogs.ts';
import type { PanelSight } from './panelSight.ts';
import type { QuietChats } from './quietChats.ts';
import { suggestNextPrompt, type SuggestionResult } from './suggester.ts';

export interface PromptSuggesterOptions {
  readonly store: ChatStore;
  readonly chats: ChatService;
  readonly cacheSafeParams: CacheSafeParamsStore;
  readonly settings: () => SuggestionSettings;
  readonly panel: Pick<PanelSight, 'isOpen' | 'wasSeen'>;
  readonly quietChats: Pick<QuietChats, 'has'>;
  readonly openDialogs: () => readonly DialogKind[];
  /** Prompts of the user's that wait for their turn. */
  readonly queuedMessages: () => number;
  readonly fastModel: () => Promise<FastModel>;
  readonly allowance: (model: SelectedModel) => Promise<Allowance>;
  readonly habit: Pick<HabitKeeper, 'noteAnswer'>;
  /** What the user should know of why there are none; the same may come after every answer. */
  readonly onNotice: (notice: SuggestionNotice) => void;
  readonly onRequest: (request: BackgroundRequest) => void;
}

export interface SuggestionSettings {
  readonly enableFollowupSuggestions: boolean;
  readonly enableCacheSharing: boolean;
  readonly approvalMode: ApprovalMode;
  /** US dollars; null where there is no limit. */
  readonly maxSuggestionCostPerDay: number | null;
}

/** `suppressed` by a guard, `length` where a model had made one by then, in UTF-16 units. */
export type PromptSuggestion =
  SuggestionResult | { readonly kind: 'suppressed'; readonly reason: SuppressionReason; readonly length?: number };

export interface PromptSuggester {
  suggest(finished: FinishedPrompt, signal: AbortSignal): Promise<PromptSuggestion>;
  /** Why a suggestion that is there already is not to be shown after this answer; null where it is. */
  whyNot(finished: FinishedPrompt): SuppressionReason | null;
  /** Whether one that was made before the window was reloaded may be shown in this chat again. */
  mayRestore(conversationId: string, text: string): boolean;
}

/** Brings together what a suggestion is made of: the guards, the model, the conversation, the one question. */
export function createPromptSuggester(options: PromptSuggesterOptions): PromptSuggester {
  return {
    suggest: (finished, signal) => suggest(options, finished, signal),
    whyNot: (finished) => getSuppressionReason(lookAround(options, finished)),
    mayRestore: (conversationId, text) =>
      options.settings().enableFollowupSuggestions &&
      !options.quietChats.has(conversationId) &&
      getFilterReason(text) === null,
  };
}

async function suggest(
  options: PromptSuggesterOptions,
  finished: FinishedPrompt,
  signal: AbortSignal,
): Promise<PromptSuggestion> {
  const { chats, cacheSafeParams, settings, fastModel, allowance, habit, onNotice, onRequest } = options;
  const curatedHistory = chats.session.curatedHistory();
  // Looked at anew after each wait: the user may have gone on to something else meanwhile.
  const look = (limits: Partial<Limits> = {}) =>
    getSuppressionReason({ ...lookAround(options, finished, curatedHistory), ...limits });
  const reason = look();
  if (reason) return { kind: 'suppressed', reason };
  const fast = await fastModel();
  const model = toBackgroundModel(fast, finished.model);
  // Only now, because this reads a file, and the answers that are left out are counted.
  const hindrance = look(model ? { allowance: await allowance(model) } : { fastModelUsable: false });
  if (hindrance) {
    const notice = toNotice(hindrance, settings().maxSuggestionCostPerDay, model, fast);
    if (notice) onNotice(notice);
    return { kind: 'suppressed', reason: hindrance };
  }
  if (signal.aborted || !model) return { kind: 'aborted', usage: null };
  const backedOff = !habit.noteAnswer();
  const unwanted = look({ backedOff });
  if (unwanted) return { kind: 'suppressed', reason: unwanted };
  const params = cacheSafeParams.current;
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
  onRequest({
    promptId: 'prompt_suggestion',
    model,
    usage: result.usage,
    messages: curatedHistory,
    leaf: finished.leaf,
  });
  const unusable = result.kind === 'failed' && fast.kind === 'model' && whyUnusable(fast.model, result.error);
  if (unusable) {
    onNotice(toUnavailableNotice(unusable));
    return { kind: 'suppressed', reason: 'fast_model_unavailable' };
  }
  if (result.kind !== 'suggestion') return result;
  const late = look();
  return late ? { kind: 'suppressed', reason: late, length: result.text.length } : result;
}

/** What is known only once it has been read, or counted. */
type Limits = Pick<SuggestionContext, 'fastModelUsable' | 'allowance' | 'backedOff'>;

function lookAround(
  { store, chats, settings, panel, quietChats, openDialogs, queuedMessages }: PromptSuggesterOptions,
  { continued }: FinishedPrompt,
  curatedHistory = chats.session.curatedHistory(),
): SuggestionContext {
  const { enableFollowupSuggestions, approvalMode } = settings();
  const { items, status, draft, editing, attachments } = store.state;
  const last = items.at(-1);
  return {
    enabled: enableFollowupSuggestions,
    offInChat: quietChats.has(chats.session.id),
    interactive: panel.isOpen,
    panelSeen: panel.wasSeen,
    status,
    answer: last?.kind === 'answer' ? last : null,
    continued: continued ?? false,
    openQuestions: [...cardsIn(store.state), ...openDialogs()],
    queuedMessages: queuedMessages(),
    approvalMode,
    modelMessages: countModelMessages(curatedHistory),
    composerEmpty: draft === '' && editing === null && attachments.length === 0,
    fastModelUsable: true,
    allowance: 'within',
    backedOff: false,
  };
}

/** Cards that wait for the user. */
function cardsIn({ items }: ChatState): OpenQuestion[] {
  const last = items.at(-1);
  const blocks = last?.kind === 'answer' ? last.blocks : [];
  return blocks.flatMap((block): OpenQuestion[] => {
    if (block.kind !== 'tool') return [];
    if (block.status === 'awaiting-approval') return ['confirmation'];
    return block.status === 'awaiting-answer' ? ['question'] : [];
  });
}

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
