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
  const approvals = useChat((chat) => countApprovals(chat.items));
  const [armedFor, setArmedFor] = useState<number | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setArmedFor(approvals), GUARD_MS);
    return () => clearTimeout(timer);
  }, [approvals]);
  return armedFor === approvals;
}
