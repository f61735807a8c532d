import type { Message } from '../message.ts';
import { pairCalls } from './pairedCalls.ts';
import type { TourFiles } from './tourSteps.ts';

/**
 * A tour chat that is opened again gets the project as the chat left it, so this function repeats the edits of the
 * chat's calls. An edit that does not fit, because the user has changed the file in an editor, is left out. This is
 * harmless, because the tour reads a file before it edits the file.
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
