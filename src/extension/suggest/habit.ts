import * as z from 'zod';
import type { Memento } from '../ports/memento.ts';

/** Suggestions in a row that nobody took before there are fewer of them, and the answers from one to the next then. */
export const MAX_IGNORED = 20;
export const BACKED_OFF_EVERY = 5;

/** Whether the user takes suggestions, over all chats and reloads. */
export interface SuggestionHabit {
  /** Since the last one that was taken. */
  readonly ignored: number;
  /** Answers since the last suggestion; null where each answer gets one. */
  readonly skipped: number | null;
}

const habitSchema = z.object({ ignored: z.int(), skipped: z.nullable(z.int()) });

export const NEW_HABIT: SuggestionHabit = Object.freeze({ ignored: 0, skipped: null });

/** After a suggestion was seen, and taken or not. */
export function afterSuggestion(habit: SuggestionHabit, taken: boolean): SuggestionHabit {
  if (taken) return NEW_HABIT;
  const ignored = habit.ignored + 1;
  const skipped = habit.skipped ?? (ignored >= MAX_IGNORED ? 0 : null);
  return { ignored, skipped };
}

/** An answer that could get a suggestion; `asks` says whether it does. */
export function afterAnswer(habit: SuggestionHabit): { readonly habit: SuggestionHabit; readonly asks: boolean } {
  if (habit.skipped === null) return { habit, asks: true };
  const skipped = habit.skipped + 1;
  const asks = skipped >= BACKED_OFF_EVERY;
  return { habit: { ...habit, skipped: asks ? 0 : skipped }, asks };
}

/** The habit as it is kept. */
export class HabitKeeper {
  private readonly kept: Memento;
  private readonly onDidChange: (backsOff: boolean) => void;

  /** `onDidChange` is called once each time that there are to be fewer suggestions from now on, or as many as before. */
  constructor(kept: Memento, onDidChange: (backsOff: boolean) => void) {
    this.kept = kept;
    this.onDidChange = onDidChange;
  }

  noteSuggestion(taken: boolean): void {
    const before = this.habit;
    const after = afterSuggestion(before, taken);
    this.kept.set(after);
    const backsOff = after.skipped !== null;
    if (backsOff !== (before.skipped !== null)) this.onDidChange(backsOff);
  }

  /** Whether the answer that has just come gets a suggestion. */
  noteAnswer(): boolean {
    const { habit, asks } = afterAnswer(this.habit);
    if (habit !== this.habit) this.kept.set(habit);
    return asks;
  }

  /** The user wants one after every answer again. */
  reset(): void {
    this.kept.set(NEW_HABIT);
  }

  private get habit(): SuggestionHabit {
    const parsed = habitSchema.safeParse(this.kept.get());
    return parsed.success ? parsed.data : NEW_HABIT;
  }
}
