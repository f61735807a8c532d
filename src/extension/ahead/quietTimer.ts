import type { Disposable } from '../base/disposable.ts';
import type { Timers } from '../base/timers.ts';

/** Milliseconds without a keystroke before a speculation starts, if its provider charges for aborted requests. */
export const QUIET_MS = 2_000;

export class QuietTimer {
  private readonly timers: Timers;
  private waiting: { readonly callback: () => void; readonly timer: Disposable } | undefined;

  constructor(timers: Timers) {
    this.timers = timers;
  }

  /** Replaces an earlier callback that still waits. */
  wait(callback: () => void): void {
    this.cancel();
    const timer = this.timers.setTimeout(() => {
      this.waiting = undefined;
      callback();
    }, QUIET_MS);
    this.waiting = { callback, timer };
  }

  typed(): void {
    if (this.waiting) this.wait(this.waiting.callback);
  }

  cancel(): void {
    this.waiting?.timer.dispose();
    this.waiting = undefined;
  }
}
