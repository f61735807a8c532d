import { formatDuration } from '../../strings/quantities.ts';
import { useNow } from '../../state/useNow.ts';

/** Milliseconds; a shorter run shows no time. */
const FIRST_SHOWN = 2000;

/** `since`: milliseconds since the epoch. */
export function Elapsed({ since }: { since: number }) {
  const now = useNow(1000);

  return now - since < FIRST_SHOWN ? null : formatDuration(now - since);
}
