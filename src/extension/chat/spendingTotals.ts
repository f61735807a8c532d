import type { DayTotals } from '../background/dayTotals.ts';
import type { Log } from '../ports/log.ts';
import type { ChatStore } from './view/chatStore.ts';
import type { RequestSpending } from './answerRunner.ts';

export interface SpendingTotalsOptions {
  readonly day: Pick<DayTotals, 'add' | 'spent'>;
  readonly store: Pick<ChatStore, 'dispatch'>;
  readonly log: Log;
}

/** Adds the cost of requests to today's total, and shows the total in the panel. */
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

  /** Call when the window closes. Resolves when all added costs have been written. */
  async close(): Promise<void> {
    await this.adding;
  }

  /** Reads the total again, because other windows add to the total, and it is reset each day. */
  refresh(): void {
    const { day, store, log } = this.options;
    day.spent().then(
      (today) => store.dispatch({ type: 'spending-changed', patch: { today } }),
      (error: unknown) => log.error('Today’s cost could not be read', error),
    );
  }
}
