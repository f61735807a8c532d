import type { SuggestionReport } from '../../shared/protocol.ts';

/**
 * The outcome of a suggestion. Contains neither the suggestion nor the sent text. Times are in milliseconds.
 */
export interface PromptSuggestionEvent {
  readonly outcome: 'accepted' | 'ignored' | 'superseded' | 'suppressed';
  readonly prompt_id: string;
  readonly accept_method?: AcceptMethod;
  readonly time_to_accept_ms?: number;
  readonly time_to_ignore_ms?: number;
  /** Missing if no key was pressed while the suggestion was visible. */
  readonly time_to_first_keystroke_ms?: number;
  /** UTF-16 units; missing if no model has answered. */
  readonly suggestion_length?: number;
  /** 1 for accepted, 0 for other outcomes of a shown suggestion. */
  readonly similarity?: 0 | 1;
  /**
   * Of the suggestion and the chat's next prompt. Missing if no prompt followed, or if another suggestion was made
   * before the prompt.
   */
  readonly edit_similarity?: number;
  readonly was_focused_when_shown?: boolean;
  /** For `suppressed`: a `SuppressionReason` or a reason of `SuggestionResult`. */
  readonly reason?: string;
}

export type AcceptMethod = Extract<SuggestionReport, { event: 'accepted' }>['method'];

/** The `prompt_id` of every event, because every suggestion predicts the user's intent. */
export const SUGGESTION_EVENT_PROMPT_ID = 'user_intent';
