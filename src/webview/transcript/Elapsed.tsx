import { useEffect, useState } from 'react';
import { formatDuration } from '../quantities.ts';

/** What is over sooner needs no clock. */
const FIRST_SHOWN = 2000;

/** How long something has been running; `since` in milliseconds since the epoch. */
export function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(() => Date.now());

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);

  return now - since < FIRST_SHOWN ? null : formatDuration(now - since);
}
