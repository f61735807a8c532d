import * as z from 'zod';
import type { BackgroundCostView } from '../../shared/suggesting.ts';
import type { Memento } from '../ports/memento.ts';

/** Suggestions that were taken, over all chats, before prepared edits are offered. */
export const OFFERED_AFTER = 3;

/** Requests of a typical speculation: it reads, edits, answers, and asks for the next suggestion. */
const REQUESTS_AHEAD = 4;

const stateSchema = z.object({ taken: z.int(), made: z.boolean() });

export interface PreparedEditsOfferOptions {
  readonly kept: Memento;
  /** They are off, and the user could turn them on. */
  readonly isPossible: () => boolean;
  /** False if something else is said at that moment; the next suggestion that is taken tries again. */
  readonly make: () => boolean;
}

/** Offers once, ever, to prepare suggested edits ahead: to a user who takes suggestions. */
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
 * US dollars that preparing one suggestion probably takes, from what this chat's own background requests took; null if
 * that is not known. Its speculations count if it had any: their requests are like those to come.
 */
export function estimatePreparing(
  suggestions: BackgroundCostView | null,
  speculations: BackgroundCostView | null,
): number | null {
  const known = speculations ?? suggestions;
  if (!known || known.cost === null) return null;
  // A provider that counts no tokens has told nothing of the cost.
  if (known.input + known.output + known.cacheRead + known.cacheWrite === 0) return null;
  return (known.cost / known.requests) * REQUESTS_AHEAD;
}
