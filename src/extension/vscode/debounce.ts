import type { Clock } from '../ports/clock.ts';
import type { Disposable } from '../base/disposable.ts';

export interface DebounceOptions {
  /** Milliseconds without a trigger after which `run` is called. */
  readonly delay: number;
  /** `run` is called at most this many milliseconds after the first trigger, even if triggers continue. */
  readonly maxWait: number;
}

/** Calls `run` when triggers pause, and at intervals while they continue. */
export class Debounce implements Disposable {
  private readonly clock: Clock;
  private readonly options: DebounceOptions;
  private readonly run: () => void;
  private timer: Disposable | undefined;
  /** The time of the first trigger since the last run. */
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
