import type { Message } from '../message.ts';
import { pairCalls } from './pairedCalls.ts';
import type { TourFiles } from './tourSteps.ts';

/**
 * The sample's files after the edits of a conversation. A tour chat that is opened again, after a reload or from the
 * list, gets the project as the chat left it. Changes that the user made in an editor are not in the calls. An edit that no
 * longer fits is therefore left out. That is safe, because the tour reads a file before it edits the file.
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
