import type { Disposable } from './disposable.ts';

export interface Timers {
  /** Disposing the result cancels the call. Never calls `callback` synchronously, even if `ms` is 0. */
  setTimeout(callback: () => void, ms: number): Disposable;
}

/** Rejects with the signal's reason as soon as the signal aborts. */
export function sleep(timers: Timers, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason as Error);
      return;
    }
    const onAbort = (): void => {
      timer.dispose();
      reject(signal.reason as Error);
    };
    const timer = timers.setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

/**
 * Resolves or rejects as the promise does, or resolves to undefined after `ms` milliseconds. Later outcomes are
 * ignored.
 */
export function within<T>(ms: number, promise: Promise<T>, timers: Timers): Promise<T | undefined> {
  let timer: Disposable | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = timers.setTimeout(() => resolve(undefined), ms);
  });
  return Promise.race([promise, timeout]).finally(() => timer?.dispose());
}
