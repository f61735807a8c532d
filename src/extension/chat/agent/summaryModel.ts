import { within, type Timers } from '../../base/timers.ts';
import type { SelectedModel } from '../../model/chatModel.ts';
import type { Log } from '../../ports/log.ts';

/**
 * Returns the model that `find` resolves to. Undefined if there is none, after `MODEL_TIMEOUT`, and as soon as the
 * signal aborts.
 *
 * @param find never rejects
 */
export async function findSummaryModel(
  find: () => Promise<SelectedModel | undefined>,
  { clock, log }: { readonly clock: Timers; readonly log: Log },
  signal: AbortSignal,
): Promise<SelectedModel | undefined> {
  const stopped = new AbortController();
  const aborted = new Promise<'aborted'>((resolve) => {
    const options = { once: true, signal: stopped.signal };
    if (signal.aborted) resolve('aborted');
    else signal.addEventListener('abort', () => resolve('aborted'), options);
  });
  const found = find().then((model) => ({ model }));
  const outcome = await within(MODEL_TIMEOUT, Promise.race([found, aborted]), clock).finally(() => stopped.abort());
  if (outcome === 'aborted') return undefined;
  if (!outcome) log.warn("The chat's own model writes the summary, because the summary model was not ready in time");
  return outcome?.model;
}

/** Milliseconds. The system's key store may never answer. */
const MODEL_TIMEOUT = 10_000;
