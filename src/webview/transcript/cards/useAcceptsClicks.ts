import { useEffect, useState } from 'react';
import { useChat } from '../../state/panel.ts';
import { countApprovals } from '../answer/answerParts.ts';

/** Milliseconds for which a new card's buttons are disabled: a click or key may have been meant for something else. */
const GUARD_MS = 500;

/**
 * Whether a card's buttons accept clicks. False for a moment after the card appears, and after a change in the number
 * of calls that wait for approval. The buttons move at these times, possibly under a pointer that is about to click.
 */
export function useAcceptsClicks(): boolean {
  return useAcceptsClicksFor(useChat((chat) => countApprovals(chat.items)));
}

/** False for a moment after the first use and after each change of `cards`. `cards` identifies what is on screen. */
export function useAcceptsClicksFor(cards: string | number): boolean {
  const [acceptedFor, setAcceptedFor] = useState<string | number | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setAcceptedFor(cards), GUARD_MS);
    return () => clearTimeout(timer);
  }, [cards]);
  return acceptedFor === cards;
}
