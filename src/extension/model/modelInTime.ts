import { within, type Timers } from '../base/timers.ts';
import { orAborted } from '../base/unlessAborted.ts';

/** Milliseconds. Another extension's model or the system's key store may never answer. */
export const MODEL_TIMEOUT = 10_000;

/**
 * Resolves or rejects as `found` does. Resolves to `too-slow` after `MODEL_TIMEOUT`, and to `aborted` as soon as the
 * signal aborts.
 */
export async function modelInTime<T>(
  found: Promise<T>,
  clock: Timers,
  signal: AbortSignal,
): Promise<T | 'too-slow' | 'aborted'> {
  const outcome = await within(
    MODEL_TIMEOUT,
    orAborted(
      found.then((model) => ({ model })),
      signal,
    ),
    clock,
  );
  if (outcome === 'aborted') return outcome;
  return outcome ? outcome.model : 'too-slow';
}
