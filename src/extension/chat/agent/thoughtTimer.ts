import type { Clock } from '../../ports/clock.ts';

/** How long a message's thoughts take, each from its first word to what comes after it. */
export class ThoughtTimer {
  private readonly clock: Pick<Clock, 'now'>;
  private since: number | undefined;
  private ended: readonly number[] = [];

  constructor(clock: Pick<Clock, 'now'>) {
    this.clock = clock;
  }

  /** Milliseconds of those that have ended, in order. */
  get durations(): readonly number[] {
    return this.ended;
  }

  begin(): void {
    this.since ??= this.clock.now();
  }

  /** The milliseconds of the thought that ends here; undefined where there is none. */
  end(): number | undefined {
    if (this.since === undefined) return undefined;
    const duration = this.clock.now() - this.since;
    this.since = undefined;
    this.ended = [...this.ended, duration];
    return duration;
  }

  /** What was thought so far is void. */
  restart(): void {
    this.since = undefined;
    this.ended = [];
  }
}
