import type { Clock } from '../ports/clock.ts';
import type { Disposable } from '../base/disposable.ts';

/** Milliseconds. */
const REPORT_EVERY = 100;

/** Reports the first change at once, and later changes at most every `REPORT_EVERY` ms. */
export class LiveReport implements Disposable {
  private readonly report: () => void;
  private readonly clock: Clock;
  private timer: Disposable | undefined;
  private hasPendingChange = false;

  constructor(report: () => void, clock: Clock) {
    this.report = report;
    this.clock = clock;
  }

  noteChange(): void {
    if (this.timer) {
      this.hasPendingChange = true;
      return;
    }
    this.report();
    this.timer = this.clock.setTimeout(() => {
      this.timer = undefined;
      if (!this.hasPendingChange) return;
      this.hasPendingChange = false;
      this.noteChange();
    }, REPORT_EVERY);
  }

  dispose(): void {
    this.timer?.dispose();
  }
}
