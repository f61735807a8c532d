import { useEffect, useState } from 'react';
import { useChat } from '../../state/panel.ts';
import { countApprovals } from '../answer/answerParts.ts';

/** Milliseconds for which a new card's buttons are disabled: a click or key may have been meant for something else. */
const GUARD_MS = 500;

/**
 * False for a moment after the card that uses this hook appears, and after the number of calls that wait for approval
 * changes. Buttons move then, possibly under a pointer that is about to click.
 */
export function useArmed(): boolean {
  return useArmedFor(useChat((chat) => countApprovals(chat.items)));
}

/** False for a moment after the first use, and after each change of `cards`, which identifies what is on screen. */
export function useArmedFor(cards: string | number): boolean {
  const [armedFor, setArmedFor] = useState<string | number | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setArmedFor(cards), GUARD_MS);
    return () => clearTimeout(timer);
  }, [cards]);
  return armedFor === cards;
}
