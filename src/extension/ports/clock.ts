import type { Disposable } from './disposable.ts';

/** Time as the product sees it, so that tests can turn it by hand. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls back once after `ms` milliseconds unless disposed before; with 0, once the code that runs now has ended. */
  setTimeout(callback: () => void, ms: number): Disposable;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout(callback, ms) {
    if (ms <= 0) {
      // Node makes a whole millisecond of none.
      const handle = setImmediate(callback);
      return { dispose: () => clearImmediate(handle) };
    }
    const handle = setTimeout(callback, ms);
    return { dispose: () => clearTimeout(handle) };
  },
};

/** Resolves after `ms` milliseconds; rejects with the signal's reason as soon as it aborts. */
export function sleep(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason as Error);
      return;
    }
    const onAbort = (): void => {
      timer.dispose();
      reject(signal.reason as Error);
    };
    const timer = clock.setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

/** What `promise` brings, or undefined where it takes longer than `ms` milliseconds; then nobody hears of it. */
export function within<T>(ms: number, promise: Promise<T>, clock: Clock): Promise<T | undefined> {
  let timer: Disposable | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = clock.setTimeout(() => resolve(undefined), ms);
  });
  return Promise.race([promise, late]).finally(() => timer?.dispose());
}
