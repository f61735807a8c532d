import type { Timers } from '../../base/timers.ts';
import type { SelectedModel } from '../../model/chatModel.ts';
import { modelInTime } from '../../model/modelInTime.ts';
import type { Log } from '../../ports/log.ts';

/**
 * Returns the model that `find` resolves to. Undefined if `find` resolves to undefined, if `find` takes longer than
 * `MODEL_TIMEOUT`, or as soon as the signal aborts.
 *
 * @param find never rejects
 */
export async function findSummaryModel(
  find: () => Promise<SelectedModel | undefined>,
  { clock, log }: { readonly clock: Timers; readonly log: Log },
  signal: AbortSignal,
): Promise<SelectedModel | undefined> {
  const found = await modelInTime(find(), clock, signal);
  if (found === 'aborted') return undefined;
  if (found !== 'too-slow') return found;
  log.warn("The conversation's own model writes the summary, because the summary model was not ready in time");
  return undefined;
}
