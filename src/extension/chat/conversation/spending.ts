import type { Usage } from '../../model/chatModel.ts';
import type { ModelPricing } from '../../model/pricing.ts';
import type { Spending } from './conversationEntry.ts';

/** The cost and the context size of a request. `usage` covers all attempts, `lastUsage` only the last attempt. */
export function toSpending(
  { usage, lastUsage = usage }: { readonly usage: Usage | null; readonly lastUsage?: Usage | null },
  pricing: ModelPricing,
): Spending {
  return {
    cost: usage && toCost(usage, lastUsage, pricing),
    context:
      lastUsage && includesInput(lastUsage) ? { used: sum(lastUsage), window: pricing.contextWindow ?? null } : null,
  };
}

/** False for a request that was stopped early, because its usage is only an estimate of the output. */
function includesInput(usage: Usage): boolean {
  return sum(usage) > usage.output;
}

/** Prices the failed attempts separately, because the price per token depends on a request's size. */
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
