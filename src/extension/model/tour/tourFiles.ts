import type { Message } from '../message.ts';
import { pairCalls } from './pairedCalls.ts';
import type { TourFiles } from './tourSteps.ts';

/**
 * The sample's files after the edits of a conversation. A tour chat that is opened again, after a reload or from the
 * list, gets the project as the chat left it. To compute the files, this function repeats the edits of the chat's
 * calls. The calls do not contain changes that the user made in an editor. If an edit does not fit without such a
 * change, the edit is left out. A missing edit is harmless, because the tour reads a file before it edits the file.
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
