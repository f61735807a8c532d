import type { Clock } from '../ports/clock.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout(callback, ms) {
    if (ms <= 0) {
      // Node's `setTimeout` waits at least a millisecond.
      const handle = setImmediate(callback);
      return { dispose: () => clearImmediate(handle) };
    }
    const handle = setTimeout(callback, ms);
    return { dispose: () => clearTimeout(handle) };
  },
};
