import type { SpeculationEnd } from '../speculate/speculationEvent.ts';
import { countsAsUnused } from './stopReasons.ts';

/** Speculations in a row that were not accepted, after which no more is started. */
export const MAX_UNUSED = 5;
/** The same for speculations that stopped in their first step. */
export const MAX_FIRST_STEPS = 3;

/** Which limit the streak has reached. */
export type StreakLimit = 'unused' | 'first-step';

/**
 * Counts this window's unused speculations in a row. Once a limit is reached, none starts until the user accepts a
 * suggestion or presses Resume. A speculation does not count if the user accepted its suggestion before the speculation
 * was ready, or if it ended for a reason that is not the user's decision, such as a setting.
 */
export class UnusedStreak {
  private unused = 0;
  private firstSteps = 0;
  private isAccepted = false;

  get limit(): StreakLimit | null {
    if (this.firstSteps >= MAX_FIRST_STEPS) return 'first-step';
    return this.unused >= MAX_UNUSED ? 'unused' : null;
  }

  speculationBegan(): void {
    this.isAccepted = false;
  }

  suggestionAccepted(): void {
    this.isAccepted = true;
    this.reset();
  }

  speculationEnded({ outcome, reason, stoppedInFirstStep }: SpeculationEnd): void {
    if (outcome === 'accepted') return this.reset();
    if (this.isAccepted || !countsAsUnused(reason)) return;
    this.unused += 1;
    this.firstSteps = stoppedInFirstStep ? this.firstSteps + 1 : 0;
  }

  reset(): void {
    this.unused = 0;
    this.firstSteps = 0;
  }
}
