import * as z from 'zod';
import type { Memento } from '../ports/memento.ts';
import type { SpeculationEnd } from '../speculate/speculationEvent.ts';
import { countsAsUnused } from './stopReasons.ts';

/** After this many unused speculations in a row, no other speculation starts. */
export const MAX_UNUSED = 5;
/** If this many unused speculations in a row stopped in their first step, no other speculation starts. */
export const MAX_FIRST_STEPS = 3;

export type StreakLimit = 'unused' | 'first-step';

/**
 * Counts the workspace's unused speculations in a row (see `countsAsUnused`), also across a reload. After a limit is
 * reached, no speculation starts until the user accepts a suggestion, applies prepared edits or presses Resume.
 */
export class UnusedStreak {
  private readonly memento: Memento;
  private isAccepted = false;

  constructor(memento: Memento) {
    this.memento = memento;
  }

  get limit(): StreakLimit | null {
    const { unused, firstSteps } = this.counts;
    if (firstSteps >= MAX_FIRST_STEPS) return 'first-step';
    return unused >= MAX_UNUSED ? 'unused' : null;
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
    const { unused, firstSteps } = this.counts;
    this.memento.set({ unused: unused + 1, firstSteps: stoppedInFirstStep ? firstSteps + 1 : 0 } satisfies Counts);
  }

  reset(): void {
    if (this.counts.unused > 0) this.memento.set(NONE);
  }

  private get counts(): Counts {
    const parsed = countsSchema.safeParse(this.memento.get());
    return parsed.success ? parsed.data : NONE;
  }
}

const countsSchema = z.object({ unused: z.number(), firstSteps: z.number() });
type Counts = z.infer<typeof countsSchema>;
const NONE: Counts = { unused: 0, firstSteps: 0 };
