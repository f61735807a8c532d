import type { ValueStore } from './valueStore.ts';

/** Whether the view is shown; see `Panel.shown`. */
type Shown = Pick<ValueStore<boolean>, 'get' | 'subscribe'>;

/**
 * Calls `start` when the view is shown: now, if it is shown already, and each time it is shown again. When the view is
 * hidden, calls the function that `start` returned. Create repeating timers, observers and frames in `start`, so that a
 * hidden view causes no work. Returns a function that ends the work for good: `start` is not called again.
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
