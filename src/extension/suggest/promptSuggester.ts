import type { ApprovalMode } from '../../shared/chatState.ts';
import type { CacheSafeParamsStore } from '../background/cacheSafeParams.ts';
import type { ChatService } from '../chat/chatService.ts';
import type { ChatStore } from '../chat/chatStore.ts';
import type { FinishedPrompt } from '../chat/session.ts';
import type { Usage } from '../model/chatModel.ts';
import type { SelectedModel } from '../model/selectedModel.ts';
import { countModelMessages, getSuppressionReason, type SuppressionReason } from './guards.ts';
import { suggestNextPrompt, type SuggestionResult } from './suggester.ts';

export interface PromptSuggesterOptions {
  readonly store: ChatStore;
  readonly chats: ChatService;
  readonly cacheSafeParams: CacheSafeParamsStore;
  readonly settings: () => {
    readonly enableFollowupSuggestions: boolean;
    readonly enableCacheSharing: boolean;
    readonly approvalMode: ApprovalMode;
  };
  readonly isPanelVisible: () => boolean;
  /** The model of `premove.fastModel`, where one is set and can be asked. */
  readonly fastModel: () => Promise<SelectedModel | undefined>;
  readonly onUsage: (usage: Usage | null) => void;
}

/** `suppressed` by a guard: no model was asked. */
export type PromptSuggestion =
  SuggestionResult | { readonly kind: 'suppressed'; readonly reason: SuppressionReason; readonly usage: null };

export type SuggestPrompt = (finished: FinishedPrompt, signal: AbortSignal) => Promise<PromptSuggestion>;

/** Brings together what a suggestion is made of: the guards, the model, the conversation, the one question. */
export function createPromptSuggester(options: PromptSuggesterOptions): SuggestPrompt {
  const { store, chats, cacheSafeParams, settings, isPanelVisible, fastModel, onUsage } = options;
  return async (finished, signal) => {
    const { enableFollowupSuggestions, enableCacheSharing, approvalMode } = settings();
    const { items, status, draft } = store.state;
    const last = items.at(-1);
    const curatedHistory = chats.session.curatedHistory();
    const reason = getSuppressionReason({
      enabled: enableFollowupSuggestions,
      panelVisible: isPanelVisible(),
      statusBefore: 'responding',
      status,
      answer: last?.kind === 'answer' ? last : null,
      confirmationOpen: status === 'waiting-for-confirmation',
      approvalMode,
      modelMessages: countModelMessages(curatedHistory),
      composerText: draft,
      hasModel: true,
    });
    if (reason) return { kind: 'suppressed', reason, usage: null };
    const fast = await fastModel();
    const params = cacheSafeParams.current;
    const result = await suggestNextPrompt(
      {
        params: params?.leaf === finished.leaf ? params : undefined,
        curatedHistory,
        enableCacheSharing,
        model: finished.model,
        ...(fast && { fastModel: fast }),
      },
      signal,
    );
    onUsage(result.usage);
    return result;
  };
}
