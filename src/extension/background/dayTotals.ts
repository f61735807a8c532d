import type { Amount } from '../../shared/transcriptItem.ts';
import type { Usage } from '../model/chatModel.ts';
import { DailyCost, type DailyCostOptions } from './dailyCost.ts';
import { tokensOf } from './usage.ts';

/**
 * The cost of all answers and background requests of today, over all windows. Requests whose price is unknown count in
 * tokens.
 */
export class DayTotals {
  private readonly dollars: DailyCost;
  private readonly tokens: DailyCost;

  constructor(options: Omit<DailyCostOptions, 'kind'>) {
    this.dollars = new DailyCost({ ...options, kind: 'all-dollars' });
    this.tokens = new DailyCost({ ...options, kind: 'all-unpriced-tokens' });
  }

  /** `cost` is in US dollars; null if the price is unknown. Never rejects. */
  async add({ cost, usage }: { readonly cost: number | null; readonly usage: Usage | null }): Promise<void> {
    if (cost === null) await this.tokens.add(tokensOf(usage));
    else await this.dollars.add(cost);
  }

  /** Rejects if a file cannot be read. */
  async spent(): Promise<Amount> {
    return { dollars: await this.dollars.spent(), tokens: await this.tokens.spent() };
  }
}
