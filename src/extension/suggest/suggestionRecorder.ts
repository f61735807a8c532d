import type { SuggestionReport } from '../../shared/protocol.ts';
import type { Clock } from '../ports/clock.ts';
import { editSimilarity } from './editSimilarity.ts';
import { SUGGESTION_EVENT_PROMPT_ID, type AcceptMethod, type PromptSuggestionEvent } from './suggestionEvent.ts';

export interface SuggestionRecorderOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly record: (event: PromptSuggestionEvent) => void;
  /** One that the user has seen was taken, or ignored. One that was superseded was neither. */
  readonly onDidEnd: (taken: boolean) => void;
}

interface Offered {
  readonly id: string;
  readonly text: string;
  /** Undefined until it has been on screen. */
  shown?: { readonly focused: boolean; readonly at: number };
  firstKeystroke?: number;
  /** Milliseconds from its appearance until Esc or ×. */
  dismissedAfter?: number;
}

/**
 * Follows each suggestion to its one end. The event waits for the chat's next prompt, which tells how much of the
 * suggestion was in it; it is recorded without that where another suggestion, another chat or the window's end is first.
 */
export class SuggestionRecorder {
  private readonly options: SuggestionRecorderOptions;
  private offered: Offered | undefined;
  private waiting: { readonly event: PromptSuggestionEvent; readonly text: string } | undefined;

  constructor(options: SuggestionRecorderOptions) {
    this.options = options;
  }

  /** None is shown. `length` where a model has made one that the filter kept out. */
  suppressed(reason: string, length?: number): void {
    this.options.record({
      outcome: 'suppressed',
      prompt_id: SUGGESTION_EVENT_PROMPT_ID,
      reason,
      ...(length !== undefined && { suggestion_length: length }),
    });
  }

  offer(suggestion: { readonly id: string; readonly text: string }): void {
    this.superseded();
    this.flush();
    this.offered = { id: suggestion.id, text: suggestion.text };
  }

  reported(suggestionId: string, report: SuggestionReport): void {
    const { offered } = this;
    if (offered?.id !== suggestionId) return;
    switch (report.event) {
      case 'shown':
        // A panel that was hidden shows it again when it comes back.
        offered.shown ??= { focused: report.focused, at: this.options.clock.now() };
        return;
      case 'first-keystroke':
        offered.firstKeystroke ??= report.afterMs;
        return;
      case 'accepted':
        return this.end('accepted', { accept_method: report.method, time_to_accept_ms: report.afterMs });
      case 'dismissed':
        // Its prepared edits may still be applied, so this is not its end.
        offered.dismissedAfter ??= report.afterMs;
        return;
      case 'superseded':
        return this.end('superseded', { time_to_ignore_ms: report.afterMs });
      case 'hidden':
        return;
    }
  }

  /** A prompt goes out that is the suggestion, whether a key has filled it in or not. */
  sentAsSuggested(): void {
    this.end('accepted', { accept_method: 'typed' satisfies AcceptMethod, time_to_accept_ms: this.sinceShown() });
  }

  /** What was prepared for it was applied, which is another way to take it. */
  applied(): void {
    this.end('accepted', { accept_method: 'click' satisfies AcceptMethod, time_to_accept_ms: this.sinceShown() });
  }

  /** The user has done something else: sent another prompt, discarded what was prepared, left the chat. */
  ignored(): void {
    this.end('ignored', { time_to_ignore_ms: this.offered?.dismissedAfter ?? this.sinceShown() });
  }

  /** Something other than the user's choice ended it, such as a setting. One that was dismissed before is `ignored`. */
  superseded(): void {
    if (this.offered?.dismissedAfter !== undefined) return this.ignored();
    this.end('superseded', { time_to_ignore_ms: this.sinceShown() });
  }

  /** A prompt of the user's goes out. */
  sent(text: string): void {
    const { waiting } = this;
    this.waiting = undefined;
    if (waiting) this.options.record({ ...waiting.event, edit_similarity: editSimilarity(waiting.text, text) });
  }

  /** Another chat is shown, whose prompts have nothing to do with what was suggested. */
  leftChat(): void {
    this.ignored();
    this.flush();
  }

  /** The window closes. A suggestion on screen is shown again in the next window, so it has not ended. */
  close(): void {
    if (this.offered?.dismissedAfter !== undefined) this.ignored();
    this.offered = undefined;
    this.flush();
  }

  /** Records what waits for a prompt that may not come. */
  private flush(): void {
    const { waiting } = this;
    this.waiting = undefined;
    if (waiting) this.options.record(waiting.event);
  }

  /** Milliseconds, for the ends of which the webview does not tell. */
  private sinceShown(): number {
    const now = this.options.clock.now();
    return Math.max(0, now - (this.offered?.shown?.at ?? now));
  }

  private end(outcome: 'accepted' | 'ignored' | 'superseded', more: Partial<PromptSuggestionEvent>): void {
    const { offered } = this;
    this.offered = undefined;
    if (!offered?.shown) return;
    const event: PromptSuggestionEvent = {
      outcome,
      prompt_id: SUGGESTION_EVENT_PROMPT_ID,
      ...more,
      ...(offered.firstKeystroke !== undefined && { time_to_first_keystroke_ms: offered.firstKeystroke }),
      suggestion_length: offered.text.length,
      similarity: outcome === 'accepted' ? 1 : 0,
      was_focused_when_shown: offered.shown.focused,
    };
    this.waiting = { event, text: offered.text };
    if (outcome !== 'superseded') this.options.onDidEnd(outcome === 'accepted');
  }
}
