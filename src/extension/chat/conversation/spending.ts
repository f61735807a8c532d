import type { Usage } from '../../model/chatModel.ts';
import { loadPricing, UNKNOWN_PRICING, type ModelPricing } from '../../model/pricing.ts';
import type { Log } from '../../ports/log.ts';
import type { Spending } from './conversationEntry.ts';

/** Never rejects: if the table of prices cannot be loaded, the price is not known. */
export async function pricingOf(modelId: string, log: Log): Promise<ModelPricing> {
  try {
    return await loadPricing(modelId);
  } catch (error) {
    log.error('The table of prices could not be loaded', error);
    return UNKNOWN_PRICING;
  }
}

/** What a request took of money and of the context window. */
export function toSpending(
  { usage, lastUsage = usage }: { readonly usage: Usage | null; readonly lastUsage?: Usage | null },
  pricing: ModelPricing,
): Spending {
  return {
    cost: usage && toCost(usage, lastUsage, pricing),
    context:
      lastUsage && knowsInput(lastUsage) ? { used: sum(lastUsage), window: pricing.contextWindow ?? null } : null,
  };
}

/** A request that was stopped before the provider counted has nothing but an estimate of its output. */
function knowsInput(usage: Usage): boolean {
  return sum(usage) > usage.output;
}

/** Prices step with a request's size: what failed attempts took is priced beside the last one, not with it. */
function toCost(usage: Usage, last: Usage | null, pricing: ModelPricing): number | null {
  const failed = last && last !== usage ? subtract(usage, last) : null;
  const prices = [last ?? usage, ...(failed ? [failed] : [])].map((each) => pricing.priceOf(each));
  const known = prices.filter((price) => price !== undefined);
  return known.length === prices.length ? known.reduce((total, price) => total + price, 0) : null;
}

function sum({ input, cacheRead, cacheWrite, output }: Usage): number {
  return input + cacheRead + cacheWrite + output;
}

function subtract(whole: Usage, part: Usage): Usage {
  return {
    input: whole.input - part.input,
    cacheRead: whole.cacheRead - part.cacheRead,
    cacheWrite: whole.cacheWrite - part.cacheWrite,
    output: whole.output - part.output,
  };
}
