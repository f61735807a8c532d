import type { ValueStore } from './valueStore.ts';

/** See `Panel.shown`. */
type Shown = Pick<ValueStore<boolean>, 'get' | 'subscribe'>;

/**
 * Calls `start` now if the view is shown, and each time the view is shown again. When the view is hidden, calls the
 * function that `start` returned. Create repeating timers, observers and frames in `start`, so that a hidden view
 * causes no work. Returns a function that ends the work for good.
 */
export function whileShown(shown: Shown, start: () => () => void): () => void {
  let stop = shown.get() ? start() : undefined;
  const unsubscribe = shown.subscribe(() => {
    stop?.();
    stop = shown.get() ? start() : undefined;
  });
  return () => {
    unsubscribe();
    stop?.();
    stop = undefined;
  };
}

/** Calls `action` in the next frame in which the view is shown. Returns a function that cancels the call. */
export function nextFrame(shown: Shown, action: () => void): () => void {
  const cancel = whileShown(shown, () => {
    const frame = requestAnimationFrame(() => {
      cancel();
      action();
    });
    return () => cancelAnimationFrame(frame);
  });
  return cancel;
}
