import type { InternalPromptId, Usage } from '../model/chatModel.ts';
import { addUsage } from '../model/usage.ts';

/** The usage of one background request, as recorded with the answer that the request follows. */
export interface BackgroundUse {
  readonly promptId: InternalPromptId;
  /** Null if the provider reported no usage. */
  readonly usage: Usage | null;
  /** US dollars, estimated if `usage` is null. Null if the price is unknown. */
  readonly cost: number | null;
}

/** The sum of the background requests of one kind. */
export interface BackgroundCost extends Usage {
  readonly requests: number;
  /** Requests without reported usage. The token sums do not include their tokens. */
  readonly unmetered: number;
  /** US dollars of the requests with a known price. */
  readonly dollars: number;
  /** Requests with an unknown price. */
  readonly unpriced: number;
  readonly unpricedTokens: number;
}

/** A kind that was never used is missing. Failed and aborted requests count too. */
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

export function countRequest(sums: BackgroundUsage, use: BackgroundUse): BackgroundUsage {
  return { ...sums, [use.promptId]: addRequest(sums[use.promptId] ?? NO_BACKGROUND_COST, use) };
}

export function addRequest(sum: BackgroundCost, { usage, cost }: BackgroundUse): BackgroundCost {
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
