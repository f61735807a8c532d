import type { DayTotals } from '../background/dayTotals.ts';
import type { Log } from '../ports/log.ts';
import type { ChatStore } from './chatStore.ts';
import type { RequestSpending } from './session.ts';

export interface SpendingTotalsOptions {
  readonly day: Pick<DayTotals, 'add' | 'spent'>;
  readonly store: Pick<ChatStore, 'dispatch'>;
  readonly log: Log;
}

/** Keeps what the panel says of today's cost in step with what was spent. */
export class SpendingTotals {
  private readonly options: SpendingTotalsOptions;

  constructor(options: SpendingTotalsOptions) {
    this.options = options;
  }

  add(spending: RequestSpending): void {
    void this.options.day.add(spending).then(() => this.refresh());
  }

  /** Other windows spend too, and a day ends. */
  refresh(): void {
    const { day, store, log } = this.options;
    day.spent().then(
      (today) => store.dispatch({ type: 'spending-changed', patch: { today } }),
      (error: unknown) => log.error('What was spent today could not be read', error),
    );
  }
}
