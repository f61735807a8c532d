import type { Message } from '../message.ts';
import { pairCalls } from './pairedCalls.ts';
import type { TourFiles } from './tourSteps.ts';

/**
 * The sample's files with the edits of a conversation made: a tour chat that is opened again, after a reload or from the
 * list, finds the project as it left it. What the user changed in a diff before it was applied is not in the calls, so
 * an edit that no longer fits is left out; the tour reads before it edits, and says what it finds.
 */
export function filesAfter(files: TourFiles, messages: readonly Message[]): TourFiles {
  const after: Record<string, string | undefined> = { ...files };
  for (const { call, result } of pairCalls(messages)) {
    const { file_path: path, old_string: before, new_string: replacement } = call.input;
    if (call.name !== 'edit' || result.isError) continue;
    if (typeof path !== 'string' || typeof before !== 'string' || typeof replacement !== 'string') continue;
    after[path] = after[path]?.replace(before, () => replacement);
  }
  return after;
}
