/**
 * How often the model may be asked without a word of the user's: the setting `premove.maxSessionTurns`. Seed 002 counts
 * over the whole session and refuses prompts at the limit. Here each prompt counts from 0, as going on does: the limit is
 * for what happens while nobody looks.
 */
export class TurnLimit {
  private readonly max: () => number | null;
  private turns = 0;

  /** `max` is null if there is no limit. */
  constructor(max: () => number | null) {
    this.max = max;
  }

  /** Turns since the last word of the user's. */
  get count(): number {
    return this.turns;
  }

  get isReached(): boolean {
    const max = this.max();
    return max !== null && this.turns >= max;
  }

  add(): void {
    this.turns += 1;
  }

  reset(): void {
    this.turns = 0;
  }
}
