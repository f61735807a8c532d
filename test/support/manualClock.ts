import type { Clock } from '../../src/extension/ports/clock.ts';

/** A clock that only a test advances. */
export interface ManualClock extends Clock {
  /**
   * Advances the time by `ms`. Fires the timers that are due, in order, including timers set meanwhile, and lets
   * promises settle after each timer.
   */
  advance(ms: number): Promise<void>;
  /** Number of timers that are still set. */
  readonly pending: number;
  /** The machine sleeps for `ms`: the time advances and no timer fires, so timers that are due fire late. */
  sleep(ms: number): Promise<void>;
  /** The user sets the clock back: `now` changes, the timers do not. */
  setBack(ms: number): void;
}

/** Starts at `start`, in milliseconds since the epoch. */
export function createManualClock(start = 1_000_000): ManualClock {
  let now = start;
  let counter = 0;
  const timers = new Map<number, { at: number; callback: () => void }>();

  const nextDue = (until: number): [number, { at: number; callback: () => void }] | undefined =>
    [...timers].filter(([, timer]) => timer.at <= until).sort(([a, x], [b, y]) => x.at - y.at || a - b)[0];

  return {
    now: () => now,
    setTimeout(callback, ms) {
      const id = (counter += 1);
      timers.set(id, { at: now + Math.max(0, ms), callback });
      return { dispose: () => void timers.delete(id) };
    },
    async advance(ms) {
      const until = now + ms;
      await settle();
      for (let due = nextDue(until); due; due = nextDue(until)) {
        const [id, timer] = due;
        timers.delete(id);
        now = Math.max(now, timer.at);
        timer.callback();
        await settle();
      }
      now = until;
      await settle();
    },
    async sleep(ms) {
      await settle();
      now += ms;
    },
    setBack(ms) {
      now -= ms;
      for (const timer of timers.values()) timer.at -= ms;
    },
    get pending() {
      return timers.size;
    },
  };
}

/** Lets all callbacks of resolved promises run. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
