import type { InternalPromptId, Usage } from '../model/chatModel.ts';
import { addUsage } from '../model/usage.ts';

/** What background traffic of one kind has cost. */
export interface BackgroundCost extends Usage {
  readonly requests: number;
  /** Requests for which the provider gave no usage, so that the tokens are too few by theirs. */
  readonly unmetered: number;
  /** US dollars of those requests whose price is known. */
  readonly dollars: number;
  /** Requests whose price is not known: never free for that, so the dollars are too few by theirs. */
  readonly unpriced: number;
}

/**
 * By internal prompt id; a kind that was never used is not there. Seed 000: always counted, shown nowhere
 * else.
 */
export type BackgroundUsage = Readonly<Partial<Record<InternalPromptId, BackgroundCost>>>;

export const NO_BACKGROUND_USAGE: BackgroundUsage = Object.freeze({});

const NO_COST: BackgroundCost = {
  requests: 0,
  unmetered: 0,
  dollars: 0,
  unpriced: 0,
  input: 0,
  cacheRead: 0,
  cacheWrite: 0,
  output: 0,
};

/** The sums with one more request; `usage` null where the provider gave none, `dollars` where no price is known. */
export function countRequest(
  sums: BackgroundUsage,
  id: InternalPromptId,
  usage: Usage | null,
  dollars: number | null,
): BackgroundUsage {
  const before = sums[id] ?? NO_COST;
  const after: BackgroundCost = {
    ...before,
    ...(usage && addUsage(before, usage)),
    requests: before.requests + 1,
    unmetered: before.unmetered + (usage ? 0 : 1),
    dollars: before.dollars + (dollars ?? 0),
    unpriced: before.unpriced + (dollars === null ? 1 : 0),
  };
  return { ...sums, [id]: after };
}
