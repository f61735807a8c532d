import { useEffect, useState } from 'react';

/** Milliseconds in which a new card takes no key and no click: what was on its way was meant for something else. */
const GUARD_MS = 500;

/** False until the card that calls it has been there for half a second. */
export function useArmed(): boolean {
  const [armed, setArmed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setArmed(true), GUARD_MS);
    return () => clearTimeout(timer);
  }, []);
  return armed;
}
