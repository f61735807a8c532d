import { useEffect, useState } from 'react';
import { useChat } from '../../state/panel.ts';
import { waitingCalls } from '../answer/answerParts.ts';

/** Milliseconds for which a new card's buttons are disabled, because a click or key may be meant for something else. */
const GUARD_MS = 500;

export interface ClickGuard {
  /** Identifies what is on screen. */
  readonly cards: string;
  /** Whether `cards` has not changed for the guard time. */
  readonly accepts: boolean;
}

/**
 * Whether a card's buttons accept clicks. False for a moment after the card appears, and after a change of the calls
 * that wait for the user. The buttons move at these times, possibly under a pointer that is about to click.
 */
export function useAcceptsClicks(): boolean {
  return useAcceptsClicksFor(useChat((chat) => waitingCalls(chat.items)));
}

/** False for `GUARD_MS` after the first render and after each change of `cards`, which identifies what is on screen. */
export function useAcceptsClicksFor(cards: string): boolean {
  const [last, setLast] = useState<ClickGuard>({ cards, accepts: false });
  const guard = guardAfter(last, cards);
  // Set during rendering, not in an effect, so that no change is missed.
  if (guard !== last) setLast(guard);
  useEffect(() => {
    const timer = setTimeout(() => setLast((now) => guardAfterWait(now, cards)), GUARD_MS);
    return () => clearTimeout(timer);
  }, [cards]);
  return guard.accepts;
}

/** Returns the guard when `cards` is rendered. Each change, also back to earlier cards, restarts the guard time. */
export function guardAfter(last: ClickGuard, cards: string): ClickGuard {
  return last.cards === cards ? last : { cards, accepts: false };
}

/** Returns the guard when `cards` has been on screen for the guard time. */
export function guardAfterWait(last: ClickGuard, cards: string): ClickGuard {
  return last.cards === cards ? { cards, accepts: true } : last;
}
