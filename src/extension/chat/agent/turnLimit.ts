/**
 * Limits the number of requests before the user acts again (`premove.maxSessionTurns`). The count restarts at each
 * prompt and each *Continue*, because the limit is for an answer that the user does not watch.
 */
export class TurnLimit {
  private readonly max: () => number | null;
  private turns = 0;

  /** `max` returns null for unlimited turns. */
  constructor(max: () => number | null) {
    this.max = max;
  }

  /** Turns since the user last acted. */
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
