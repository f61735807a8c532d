import * as z from 'zod';
import type { Memento } from '../ports/memento.ts';

/** If the user ignores this many suggestions in a row, fewer answers get a suggestion. */
export const MAX_IGNORED = 20;
/** While there are fewer suggestions, only one answer in this many gets a suggestion. */
export const BACKED_OFF_EVERY = 5;

/**
 * How often answers get a suggestion, across all chats and reloads:
 *
 *   every answer ─ MAX_IGNORED ignored in a row ─▶ every BACKED_OFF_EVERY-th answer
 *   every BACKED_OFF_EVERY-th answer ─ accepted, reset() ─▶ every answer
 */
export interface SuggestionHabit {
  /** Ignored suggestions since the last accepted one, or since `reset`. */
  readonly ignored: number;
  /** Answers since a suggestion was last requested; null if every answer gets a suggestion. */
  readonly skipped: number | null;
}

const habitSchema = z.object({ ignored: z.int(), skipped: z.nullable(z.int()) });

export const NEW_HABIT: SuggestionHabit = Object.freeze({ ignored: 0, skipped: null });

/** Returns the habit after the user accepted or ignored a suggestion. */
export function afterSuggestion(habit: SuggestionHabit, accepted: boolean): SuggestionHabit {
  if (accepted) return NEW_HABIT;
  const ignored = habit.ignored + 1;
  const skipped = habit.skipped ?? (ignored >= MAX_IGNORED ? 0 : null);
  return { ignored, skipped };
}

/** Returns the habit after an answer that could get a suggestion; `asks` is true if a suggestion must be requested. */
export function afterAnswer(habit: SuggestionHabit): { readonly habit: SuggestionHabit; readonly asks: boolean } {
  if (habit.skipped === null) return { habit, asks: true };
  const skipped = habit.skipped + 1;
  const asks = skipped >= BACKED_OFF_EVERY;
  return { habit: { ...habit, skipped: asks ? 0 : skipped }, asks };
}

/** Stores the habit in a `Memento`, which keeps it across reloads. */
export class HabitStore {
  private readonly memento: Memento;
  private readonly onDidChange: (backsOff: boolean) => void;

  /** Calls `onDidChange` when an accepted or ignored suggestion changes how often there are suggestions. */
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

  /** Must be called for each answer that could get a suggestion. Returns true if a suggestion must be requested. */
  noteAnswer(): boolean {
    const { habit, asks } = afterAnswer(this.habit);
    if (habit !== this.habit) this.memento.set(habit);
    return asks;
  }

  /** Gives every answer a suggestion again, because the user has asked for that. Does not call `onDidChange`. */
  reset(): void {
    this.memento.set(NEW_HABIT);
  }

  private get habit(): SuggestionHabit {
    const parsed = habitSchema.safeParse(this.memento.get());
    return parsed.success ? parsed.data : NEW_HABIT;
  }
}
