import { useEffect, useState } from 'react';
import { usePanel } from './panel.ts';
import { whileShown } from './whileShown.ts';

/** Milliseconds since the epoch, updated every `period` milliseconds while the panel is shown. */
export function useNow(period: number): number {
  const { shown } = usePanel();
  const [now, setNow] = useState(() => Date.now());

  useEffect(
    () =>
      whileShown(shown, () => {
        const tick = (): void => setNow(Date.now());
        // Updates at once when the panel is shown again.
        const first = setTimeout(tick, 0);
        const timer = setInterval(tick, period);
        return () => {
          clearTimeout(first);
          clearInterval(timer);
        };
      }),
    [shown, period],
  );

  return now;
}
