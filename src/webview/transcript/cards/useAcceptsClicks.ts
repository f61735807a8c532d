import { useEffect, useState } from 'react';
import { useChat } from '../../state/panel.ts';
import { waitingCallsKey } from '../answer/answerParts.ts';

/** Milliseconds. A click or key just after a card appears may be meant for something else. */
const GUARD_MS = 500;

export interface ClickGuard {
  /** Identifies what is on screen. */
  readonly cards: string;
  /** Whether `cards` has not changed for the guard time. */
  readonly accepts: boolean;
}

/**
 * Whether a card's buttons accept clicks. False for a moment after a card appears or the waiting calls change. The
 * buttons then move, possibly under a pointer that is about to click.
 */
export function useAcceptsClicks(): boolean {
  return useAcceptsClicksFor(useChat((chat) => waitingCallsKey(chat.items)));
}

/** False for `GUARD_MS` after the first render and each change of `cards`. */
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

/** Each change, also back to earlier cards, restarts the guard time. */
export function guardAfter(last: ClickGuard, cards: string): ClickGuard {
  return last.cards === cards ? last : { cards, accepts: false };
}

export function guardAfterWait(last: ClickGuard, cards: string): ClickGuard {
  return last.cards === cards ? { cards, accepts: true } : last;
}
