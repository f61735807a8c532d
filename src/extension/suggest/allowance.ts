import type { DailyCost } from '../background/dailyCost.ts';
import type { ModelPricing } from '../model/pricing.ts';

/**
 * Whether one more suggestion is within what the user allows a day. `unknown-price`: there is a limit, and nobody can
 * say what the model costs; to go on all the same would be to take it for free.
 */
export type Allowance = 'within' | 'spent' | 'unknown-price';

export interface AllowanceQuestion {
  /** The setting `premove.suggestions.maxCostPerDay`, in US dollars; null where there is no limit. */
  readonly limit: number | null;
  readonly pricing: ModelPricing;
  readonly cost: Pick<DailyCost, 'spent'>;
}

/** Rejects where it cannot be told what was spent. What is free stays allowed. */
export async function checkAllowance({ limit, pricing, cost }: AllowanceQuestion): Promise<Allowance> {
  if (limit === null) return 'within';
  const price = pricing.priceOf(SMALLEST);
  if (price === undefined) return 'unknown-price';
  if (price === 0) return 'within';
  return (await cost.spent()) < limit ? 'within' : 'spent';
}

const SMALLEST = { input: 1_000, cacheRead: 0, cacheWrite: 0, output: 1_000 };
