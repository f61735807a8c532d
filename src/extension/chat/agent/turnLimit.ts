import type { PauseView } from '../../../shared/transcriptItem.ts';

/** Requests per prompt (`premove.maxTurnsPerPrompt`) and per chat (`premove.maxSessionTurns`); null for no limit. */
export interface TurnLimits {
  readonly prompt: number | null;
  readonly chat: number | null;
}

export const NO_TURN_LIMITS: TurnLimits = { prompt: null, chat: null };

/**
 * Limits the number of requests before the user must act (seed 002). One count begins at each new prompt id, so also at
 * a fallback or an automatic continuation; the other begins when the chat is opened. Both begin again when the user
 * continues a paused answer or the text of a message.
 */
export class TurnLimit {
  private readonly max: () => TurnLimits;
  private ofPrompt = 0;
  private ofChat = 0;

  constructor(max: () => TurnLimits) {
    this.max = max;
  }

  /** The limit that is reached; null if another request may be made. */
  get reached(): PauseView | null {
    const { prompt, chat } = this.max();
    if (prompt !== null && this.ofPrompt >= prompt) return { kind: 'limit', limit: 'prompt', requests: this.ofPrompt };
    return chat !== null && this.ofChat >= chat ? { kind: 'limit', limit: 'chat', requests: this.ofChat } : null;
  }

  add(): void {
    this.ofPrompt += 1;
    this.ofChat += 1;
  }

  beginPrompt(): void {
    this.ofPrompt = 0;
  }

  reset(): void {
    this.ofPrompt = 0;
    this.ofChat = 0;
  }
}
