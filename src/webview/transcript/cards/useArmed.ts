import { useEffect, useState } from 'react';
import { useChat } from '../../state/panel.ts';
import { countApprovals } from '../answer/answerParts.ts';

/** Milliseconds for which a new card ignores keys and clicks, because they may have been meant for something else. */
const GUARD_MS = 500;

/**
 * False for a moment after the calling card appears, and after any approval card appears or disappears. Buttons move
 * then, possibly under a pointer that is about to click.
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
