import type { SuggestionReport } from '../../shared/protocol.ts';

/**
 * What became of a suggestion (seed 000, PromptSuggestionEvent), in numbers only: neither the suggestion nor what was
 * sent is in it. Times in milliseconds. Of ours are the methods `click` and `typed`, the outcome `superseded` and
 * `edit_similarity`.
 */
export interface PromptSuggestionEvent {
  readonly outcome: 'accepted' | 'ignored' | 'superseded' | 'suppressed';
  readonly prompt_id: string;
  readonly accept_method?: AcceptMethod;
  readonly time_to_accept_ms?: number;
  readonly time_to_ignore_ms?: number;
  /** Missing where no key was pressed while it was visible. */
  readonly time_to_first_keystroke_ms?: number;
  /** UTF-16 units; missing where no model was asked. */
  readonly suggestion_length?: number;
  /** 1 for accepted, 0 for the other ends of one that was shown. */
  readonly similarity?: 0 | 1;
  /** How alike the suggestion and the next prompt are; missing where none was sent. */
  readonly edit_similarity?: number;
  readonly was_focused_when_shown?: boolean;
  /** For `suppressed`: the guard or the rule of the filter. */
  readonly reason?: string;
}

export type AcceptMethod = Extract<SuggestionReport, { event: 'accepted' }>['method'];

/** The seed's default: what the suggestion is about is what the user intends. */
export const SUGGESTION_EVENT_PROMPT_ID = 'user_intent';
