import type { Clock } from '../ports/clock.ts';
import type { Disposable } from '../base/disposable.ts';

export interface DebounceOptions {
  /** Milliseconds of quiet to wait for. */
  readonly delay: number;
  /** Milliseconds after which it runs even though there has been no quiet. */
  readonly maxWait: number;
}

/** Runs once things have settled, and now and then while they never do. */
export class Debounce implements Disposable {
  private readonly clock: Clock;
  private readonly options: DebounceOptions;
  private readonly run: () => void;
  private timer: Disposable | undefined;
  /** Of the first trigger that has not led to a run. */
  private since: number | undefined;

  constructor(clock: Clock, options: DebounceOptions, run: () => void) {
    this.clock = clock;
    this.options = options;
    this.run = run;
  }

  trigger(): void {
    const now = this.clock.now();
    this.since ??= now;
    const left = this.since + this.options.maxWait - now;
    this.timer?.dispose();
    this.timer = this.clock.setTimeout(() => this.fire(), Math.max(0, Math.min(this.options.delay, left)));
  }

  /** What waits does not run. */
  dispose(): void {
    this.timer?.dispose();
    this.timer = undefined;
    this.since = undefined;
  }

  private fire(): void {
    this.dispose();
    this.run();
  }
}
