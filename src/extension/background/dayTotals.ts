import type { Amount } from '../../shared/chatState.ts';
import type { Usage } from '../model/chatModel.ts';
import { DailyCost, type DailyCostOptions } from './dailyCost.ts';
import { tokensOf } from './usage.ts';

/** What everything has cost today, answers and background work, in all windows; tokens if the price is not known. */
export class DayTotals {
  private readonly dollars: DailyCost;
  private readonly tokens: DailyCost;

  constructor(options: Omit<DailyCostOptions, 'kind'>) {
    this.dollars = new DailyCost({ ...options, kind: 'all-dollars' });
    this.tokens = new DailyCost({ ...options, kind: 'all-unpriced-tokens' });
  }

  /** `cost` in US dollars; null if the price is not known. Never rejects. */
  async add({ cost, usage }: { readonly cost: number | null; readonly usage: Usage | null }): Promise<void> {
    if (cost === null) await this.tokens.add(tokensOf(usage));
    else await this.dollars.add(cost);
  }

  /** Rejects if it cannot be read. */
  async spent(): Promise<Amount> {
    return { dollars: await this.dollars.spent(), tokens: await this.tokens.spent() };
  }
}
