import * as z from 'zod';
import type { BackgroundCostView } from '../../shared/suggesting.ts';
import type { Memento } from '../ports/memento.ts';

/** Accepted suggestions, across all chats, after which prepared edits are offered. */
export const OFFERED_AFTER = 3;

/** To read, to edit, to answer, and to predict the next suggestion. */
const REQUESTS_PER_SPECULATION = 4;

const stateSchema = z.object({ taken: z.int(), made: z.boolean() });

export interface PreparedEditsOfferOptions {
  readonly memento: Memento;
  /** Prepared edits are off, and the user could turn them on. */
  readonly isPossible: () => boolean;
  /**
   * Shows the offer. False if another notice is already shown; `make` is then called again after the next accepted
   * suggestion.
   */
  readonly make: () => boolean;
}

/** Offers prepared edits, at most once, to a user who accepts suggestions. */
export class PreparedEditsOffer {
  private readonly options: PreparedEditsOfferOptions;

  constructor(options: PreparedEditsOfferOptions) {
    this.options = options;
  }

  noteAccepted(): void {
    const { memento, isPossible, make } = this.options;
    const parsed = stateSchema.safeParse(memento.get());
    const before = parsed.success ? parsed.data : { taken: 0, made: false };
    if (before.made) return;
    const taken = before.taken + 1;
    const made = taken >= OFFERED_AFTER && isPossible() && make();
    memento.set({ taken, made });
  }
}

/**
 * Estimates the US dollars of preparing one suggestion; null if unknown. Uses the cost of earlier speculations, because
 * later ones resemble them most. Without earlier speculations, uses the cost of suggestions.
 */
export function estimatePreparing(
  suggestions: BackgroundCostView | null,
  speculations: BackgroundCostView | null,
): number | null {
  const known = speculations ?? suggestions;
  if (!known || known.cost === null) return null;
  // The providers reported no tokens, so the cost is unknown.
  if (known.input + known.output + known.cacheRead + known.cacheWrite === 0) return null;
  return (known.cost / known.requests) * REQUESTS_PER_SPECULATION;
}
