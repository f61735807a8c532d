import * as z from 'zod';
import type { BackgroundCostView } from '../../shared/suggesting.ts';
import type { Memento } from '../ports/memento.ts';

/** Accepted suggestions, across all chats, before prepared edits are offered. */
export const OFFERED_AFTER = 3;

/** Requests of a typical speculation: it reads, edits, answers, and requests the next suggestion. */
const REQUESTS_AHEAD = 4;

const stateSchema = z.object({ taken: z.int(), made: z.boolean() });

export interface PreparedEditsOfferOptions {
  readonly kept: Memento;
  /** True if prepared edits are off, and the user could turn them on. */
  readonly isPossible: () => boolean;
  /** Shows the offer. False if another notice is shown; the next accepted suggestion tries again. */
  readonly make: () => boolean;
}

/** Offers prepared edits once, ever, to a user who accepts suggestions. */
export class PreparedEditsOffer {
  private readonly options: PreparedEditsOfferOptions;

  constructor(options: PreparedEditsOfferOptions) {
    this.options = options;
  }

  noteTaken(): void {
    const { kept, isPossible, make } = this.options;
    const parsed = stateSchema.safeParse(kept.get());
    const before = parsed.success ? parsed.data : { taken: 0, made: false };
    if (before.made) return;
    const taken = before.taken + 1;
    const made = taken >= OFFERED_AFTER && isPossible() && make();
    kept.set({ taken, made });
  }
}

/**
 * Estimates the cost of preparing one suggestion in US dollars, from this chat's own background requests; null if
 * unknown. Prefers speculations, if there were any, because future requests will be like theirs.
 */
export function estimatePreparing(
  suggestions: BackgroundCostView | null,
  speculations: BackgroundCostView | null,
): number | null {
  const known = speculations ?? suggestions;
  if (!known || known.cost === null) return null;
  // The provider reported no tokens, so the cost is unknown.
  if (known.input + known.output + known.cacheRead + known.cacheWrite === 0) return null;
  return (known.cost / known.requests) * REQUESTS_AHEAD;
}
