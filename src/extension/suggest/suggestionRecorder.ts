import type { SuggestionReport } from '../../shared/protocol.ts';
import type { Clock } from '../ports/clock.ts';
import { editSimilarity } from '../text/editSimilarity.ts';
import { SUGGESTION_EVENT_PROMPT_ID, type AcceptMethod, type PromptSuggestionEvent } from './suggestionEvent.ts';

export interface SuggestionRecorderOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly record: (event: PromptSuggestionEvent) => void;
  /** Called when a suggestion that was on screen ends as accepted or ignored, not as superseded. */
  readonly onDidEnd: (accepted: boolean) => void;
}

interface Offered {
  readonly id: string;
  readonly text: string;
  /** Undefined until the suggestion has been on screen. */
  shown?: { readonly focused: boolean; readonly at: number };
  firstKeystroke?: number;
  /** Milliseconds from the suggestion's appearance until Esc or ×. */
  dismissedAfter?: number;
}

/**
 * Records at most one outcome for each suggestion that was on screen.
 *
 *   offered ─ accepted, ignored, superseded ─▶ waiting ─ next prompt of the chat ─▶ recorded, with `edit_similarity`
 *                                              waiting ─ other suggestion, other chat, close ─▶ recorded without it
 *
 * The event waits, because the next prompt's text is compared with the suggestion.
 */
export class SuggestionRecorder {
  private readonly options: SuggestionRecorderOptions;
  private offered: Offered | undefined;
  private waiting: { readonly event: PromptSuggestionEvent; readonly text: string } | undefined;

  constructor(options: SuggestionRecorderOptions) {
    this.options = options;
  }

  /** `length`: given if a model had already made the suggestion. */
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
        // A hidden panel reports the suggestion again when it becomes visible.
        offered.shown ??= { focused: report.focused, at: this.options.clock.now() };
        return;
      case 'first-keystroke':
        offered.firstKeystroke ??= report.afterMs;
        return;
      case 'accepted':
        return this.end('accepted', { accept_method: report.method, time_to_accept_ms: report.afterMs });
      case 'dismissed':
        // A dismissed suggestion has not ended, because its prepared edits may still be applied.
        offered.dismissedAfter ??= report.afterMs;
        return;
      case 'superseded':
        return this.end('superseded', { time_to_ignore_ms: report.afterMs });
      case 'hidden':
        return;
    }
  }

  /** Call when the user submits exactly the suggestion's text. No effect after the webview has reported `accepted`. */
  sentAsSuggested(): void {
    this.end('accepted', { accept_method: 'typed' satisfies AcceptMethod, time_to_accept_ms: this.sinceShown() });
  }

  /** Call when the suggestion's prepared edits are or will be applied. */
  applied(): void {
    this.end('accepted', { accept_method: 'click' satisfies AcceptMethod, time_to_accept_ms: this.sinceShown() });
  }

  /** Call when the user sent another prompt, discarded the prepared edits, or left the chat. */
  ignored(): void {
    this.end('ignored', { time_to_ignore_ms: this.offered?.dismissedAfter ?? this.sinceShown() });
  }

  /** Call when the suggestion ended without the user's decision. If dismissed before, it counts as `ignored`. */
  superseded(): void {
    if (this.offered?.dismissedAfter !== undefined) return this.ignored();
    this.end('superseded', { time_to_ignore_ms: this.sinceShown() });
  }

  sent(text: string): void {
    const { waiting } = this;
    this.waiting = undefined;
    if (waiting) this.options.record({ ...waiting.event, edit_similarity: editSimilarity(waiting.text, text) });
  }

  /** Prompts of another chat are not compared with the suggestion. */
  leftChat(): void {
    this.ignored();
    this.flush();
  }

  /**
   * Call when the window closes. A suggestion that was not dismissed is not recorded, because the next window shows it
   * again.
   */
  close(): void {
    if (this.offered?.dismissedAfter !== undefined) this.ignored();
    this.offered = undefined;
    this.flush();
  }

  private flush(): void {
    const { waiting } = this;
    this.waiting = undefined;
    if (waiting) this.options.record(waiting.event);
  }

  /** Milliseconds since the suggestion appeared. */
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
