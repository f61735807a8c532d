import * as z from 'zod';
import type { Memento } from '../ports/memento.ts';

/** After this many ignored suggestions in a row, fewer answers get one. */
export const MAX_IGNORED = 20;
/** After `MAX_IGNORED` ignored suggestions, only one answer in this many gets a suggestion. */
export const BACKED_OFF_EVERY = 5;

/**
 * How often answers get a suggestion, across all chats and reloads:
 *
 *   every answer ─ MAX_IGNORED ignored in a row ─▶ every BACKED_OFF_EVERY-th answer
 *   every BACKED_OFF_EVERY-th answer ─ accepted, reset() ─▶ every answer
 */
export interface SuggestionHabit {
  /** Since the last accepted suggestion, or since `reset`. */
  readonly ignored: number;
  /** Answers since the last request; null if every answer gets a suggestion. */
  readonly skipped: number | null;
}

const habitSchema = z.object({ ignored: z.int(), skipped: z.nullable(z.int()) });

export const NEW_HABIT: SuggestionHabit = Object.freeze({ ignored: 0, skipped: null });

export function afterSuggestion(habit: SuggestionHabit, accepted: boolean): SuggestionHabit {
  if (accepted) return NEW_HABIT;
  const ignored = habit.ignored + 1;
  const skipped = habit.skipped ?? (ignored >= MAX_IGNORED ? 0 : null);
  return { ignored, skipped };
}

/** `asks`: a suggestion must be requested. */
export function afterAnswer(habit: SuggestionHabit): { readonly habit: SuggestionHabit; readonly asks: boolean } {
  if (habit.skipped === null) return { habit, asks: true };
  const skipped = habit.skipped + 1;
  const asks = skipped >= BACKED_OFF_EVERY;
  return { habit: { ...habit, skipped: asks ? 0 : skipped }, asks };
}

/** Stores the habit across reloads. */
export class HabitStore {
  private readonly memento: Memento;
  private readonly onDidChange: (backsOff: boolean) => void;

  /** `onDidChange` is called when the frequency of suggestions changes, except by `reset`. */
  constructor(memento: Memento, onDidChange: (backsOff: boolean) => void) {
    this.memento = memento;
    this.onDidChange = onDidChange;
  }

  noteSuggestion(accepted: boolean): void {
    const before = this.habit;
    const after = afterSuggestion(before, accepted);
    this.memento.set(after);
    const backsOff = after.skipped !== null;
    if (backsOff !== (before.skipped !== null)) this.onDidChange(backsOff);
  }

  /** Call for each answer that could get a suggestion. True if one must be requested. */
  noteAnswer(): boolean {
    const { habit, asks } = afterAnswer(this.habit);
    if (habit !== this.habit) this.memento.set(habit);
    return asks;
  }

  /** Gives every answer a suggestion again, at the user's request. */
  reset(): void {
    this.memento.set(NEW_HABIT);
  }

  private get habit(): SuggestionHabit {
    const parsed = habitSchema.safeParse(this.memento.get());
    return parsed.success ? parsed.data : NEW_HABIT;
  }
}
