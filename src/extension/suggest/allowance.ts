import type { DailyCost } from '../background/dailyCost.ts';
import { SAMPLE_USAGE, type ModelPricing } from '../model/pricing.ts';

/** `unknown-price`: there is a daily limit, and an unknown price must not count as free. */
export type Allowance = 'within' | 'spent' | 'unknown-price';

export interface AllowanceQuestion {
  /** US dollars per day; null if there is no limit. */
  readonly limit: number | null;
  readonly pricing: ModelPricing;
  readonly cost: Pick<DailyCost, 'spent'>;
}

/** A free model is always allowed. Rejects if the day's cost is needed but cannot be read. */
export async function checkAllowance({ limit, pricing, cost }: AllowanceQuestion): Promise<Allowance> {
  if (limit === null) return 'within';
  const price = pricing.priceOf(SAMPLE_USAGE);
  if (price === undefined) return 'unknown-price';
  if (price === 0) return 'within';
  return (await cost.spent()) < limit ? 'within' : 'spent';
}
