import type { InternalPromptId, Usage } from '../model/chatModel.ts';
import { addUsage } from '../model/usage.ts';

/** What one background request took, as it is kept with the answer that it belongs to. */
export interface BackgroundUse {
  readonly promptId: InternalPromptId;
  /** Null if the provider gave none. */
  readonly usage: Usage | null;
  /** US dollars; null if the price is not known. */
  readonly cost: number | null;
}

/** What background traffic of one kind has cost. */
export interface BackgroundCost extends Usage {
  readonly requests: number;
  /** Requests for which the provider gave no usage, so that the tokens are too few by theirs. */
  readonly unmetered: number;
  /** US dollars of those requests whose price is known. */
  readonly dollars: number;
  /** Requests whose price is not known: never free for that, so the dollars are too few by theirs. */
  readonly unpriced: number;
  /** Tokens of those requests. */
  readonly unpricedTokens: number;
}

/**
 * By internal prompt id; a kind that was never used is not there. Seed 000: always counted, shown nowhere
 * else.
 */
export type BackgroundUsage = Readonly<Partial<Record<InternalPromptId, BackgroundCost>>>;

export const NO_BACKGROUND_USAGE: BackgroundUsage = Object.freeze({});

export const NO_BACKGROUND_COST: BackgroundCost = Object.freeze({
  requests: 0,
  unmetered: 0,
  dollars: 0,
  unpriced: 0,
  unpricedTokens: 0,
  input: 0,
  cacheRead: 0,
  cacheWrite: 0,
  output: 0,
});

/** The sums with one more request. */
export function countRequest(sums: BackgroundUsage, use: BackgroundUse): BackgroundUsage {
  return { ...sums, [use.promptId]: addUse(sums[use.promptId] ?? NO_BACKGROUND_COST, use) };
}

export function addUse(sum: BackgroundCost, { usage, cost }: BackgroundUse): BackgroundCost {
  return {
    ...sum,
    ...(usage && addUsage(sum, usage)),
    requests: sum.requests + 1,
    unmetered: sum.unmetered + (usage ? 0 : 1),
    dollars: sum.dollars + (cost ?? 0),
    unpriced: sum.unpriced + (cost === null ? 1 : 0),
    unpricedTokens: sum.unpricedTokens + (cost === null ? tokensOf(usage) : 0),
  };
}

export function tokensOf(usage: Usage | null): number {
  return usage ? usage.input + usage.cacheRead + usage.cacheWrite + usage.output : 0;
}
