import type { InternalPromptId, Usage } from '../model/chatModel.ts';
import { addUsage } from '../model/usage.ts';

/** What background traffic of one kind has cost. */
export interface BackgroundCost extends Usage {
  readonly requests: number;
  /** Requests for which the provider gave no usage, so that the tokens are too few by theirs. */
  readonly unmetered: number;
}

/**
 * By internal prompt id; a kind that was never used is not there. Seed 000: always counted, shown nowhere
 * else.
 */
export type BackgroundUsage = Readonly<Partial<Record<InternalPromptId, BackgroundCost>>>;

export const NO_BACKGROUND_USAGE: BackgroundUsage = Object.freeze({});

const NO_COST: BackgroundCost = { requests: 0, unmetered: 0, input: 0, cacheRead: 0, cacheWrite: 0, output: 0 };

/** The sums with one more request, `usage` null where the provider gave none. */
export function countRequest(sums: BackgroundUsage, id: InternalPromptId, usage: Usage | null): BackgroundUsage {
  const before = sums[id] ?? NO_COST;
  const after = { ...before, ...(usage && addUsage(before, usage)) };
  return { ...sums, [id]: { ...after, requests: before.requests + 1, unmetered: before.unmetered + (usage ? 0 : 1) } };
}

/** All kinds together. */
export function totalCost(sums: BackgroundUsage): BackgroundCost {
  return Object.values(sums).reduce(
    (total, cost) => ({
      ...addUsage(total, cost),
      requests: total.requests + cost.requests,
      unmetered: total.unmetered + cost.unmetered,
    }),
    NO_COST,
  );
}
