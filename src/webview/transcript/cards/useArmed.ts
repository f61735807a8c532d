import { useEffect, useState } from 'react';
import { useChat } from '../../state/panel.ts';
import { countApprovals } from '../answer/answerParts.ts';

/** Milliseconds in which a card takes no key and no click: what was on its way was meant for something else. */
const GUARD_MS = 500;

/**
 * False for a moment after the card that calls it has come, and after any card about a call has come or gone: buttons
 * move then, under a pointer that was on its way.
 */
export function useArmed(): boolean {
  const cards = useChat((chat) => countApprovals(chat.items));
  const [armedFor, setArmedFor] = useState<number | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setArmedFor(cards), GUARD_MS);
    return () => clearTimeout(timer);
  }, [cards]);
  return armedFor === cards;
}
