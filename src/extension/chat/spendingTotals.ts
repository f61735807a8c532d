import type { DayTotals } from '../background/dayTotals.ts';
import type { Log } from '../ports/log.ts';
import type { ChatStore } from './view/chatStore.ts';
import type { RequestSpending } from './answerRunner.ts';

export interface SpendingTotalsOptions {
  readonly day: Pick<DayTotals, 'add' | 'spent'>;
  readonly store: Pick<ChatStore, 'dispatch'>;
  readonly log: Log;
}

/** Keeps what the panel says of today's cost in step with what was spent. */
export class SpendingTotals {
  private readonly options: SpendingTotalsOptions;
  private adding: Promise<unknown> = Promise.resolve();

  constructor(options: SpendingTotalsOptions) {
    this.options = options;
  }

  add(spending: RequestSpending): void {
    const added = this.options.day.add(spending).then(() => this.refresh());
    this.adding = Promise.all([this.adding, added]);
  }

  /** The window goes away: resolves when everything that was added is written. */
  async close(): Promise<void> {
    await this.adding;
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
