import type { FinishedPrompt } from '../chat/answerRunner.ts';
import type { ChatService } from '../chat/chatService.ts';
import type { AdoptedAnswer } from './adoptedAnswer.ts';
import type { OfferedSpeculation } from './offeredSpeculation.ts';
import type { Offer, OfferedSuggestion } from './offeredSuggestion.ts';
import { STOP_EFFECTS, type MoveStopReason } from './stopReasons.ts';
import type { SuggestionSource } from './suggestionSource.ts';

export interface MoveLoopOptions {
  readonly chats: ChatService;
  readonly source: SuggestionSource;
  readonly suggestion: OfferedSuggestion;
  readonly speculation: OfferedSpeculation;
}

/** Stops the current move (a suggestion with its speculation), and offers the next move. */
export class MoveLoop {
  private readonly options: MoveLoopOptions;

  /** The speculation that is the current answer. */
  adopted: AdoptedAnswer | undefined;

  constructor(options: MoveLoopOptions) {
    this.options = options;
  }

  /**
   * Applies the `STOP_EFFECTS` at once, except that `discard-all` may discard kept previews later. Does not wait until
   * tabs are closed. Never rejects: a failed cleanup must not block the user's action.
   */
  async stop(reason: MoveStopReason): Promise<void> {
    const { source, suggestion, speculation } = this.options;
    const effects = STOP_EFFECTS[reason];
    if (effects.request === 'cancel') source.cancel(reason);
    suggestion.stop(effects);
    // If an adopted speculation ends without a reason, the model answers its prompt live.
    if (effects.speculation === 'abort' || effects.speculation === 'discard-all') this.adopted?.setEndReason(reason);
    await speculation.stop(effects.speculation, reason);
  }

  /**
   * Shows the suggestion that was prepared with the applied move, if the guards allow it. If `prepared` is null,
   * requests a suggestion.
   */
  offerNext(prepared: string | null, finished: FinishedPrompt): void {
    if (prepared === null) this.suggestNext(finished);
    else if (this.options.source.checkGuards(prepared, finished)) this.show(prepared, finished, true);
  }

  suggestNext(finished: FinishedPrompt): void {
    void this.stop('new-answer');
    if (finished.unsuggested) return;
    this.options.source.ask(finished, (text) => this.show(text, finished));
  }

  show(text: string, { leaf, model }: Pick<Offer, 'leaf' | 'model'>, immediate = false): void {
    const { chats, suggestion } = this.options;
    suggestion.show(text, { conversationId: chats.session.id, leaf, model }, immediate);
  }
}
