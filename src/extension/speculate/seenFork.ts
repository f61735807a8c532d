import { seenAfter } from '../tools/seenFiles.ts';
import type { SeenFile, SeenFiles } from '../tools/tool.ts';

/**
 * The files that a speculation's model has seen, in the conversation or in the speculation itself. Only `merge` adds
 * the speculation's files to the conversation, because the conversation's model has not seen what an aborted
 * speculation read.
 */
export interface SeenFork extends SeenFiles {
  /** Call when the speculation is applied. */
  merge(): void;
}

export function createSeenFork(conversation: SeenFiles): SeenFork {
  const own = new Map<string, SeenFile | undefined>();
  const get = (path: string): SeenFile | undefined => (own.has(path) ? own.get(path) : conversation.get(path));
  return {
    get,
    set: (path, seen) => void own.set(path, seenAfter(get(path), seen)),
    delete: (path) => void own.set(path, undefined),
    paths: () =>
      [...new Set([...conversation.paths(), ...own.keys()])].filter(
        (path) => !own.has(path) || own.get(path) !== undefined,
      ),
    merge() {
      for (const [path, seen] of own) {
        if (seen === undefined) conversation.delete(path);
        else conversation.set(path, seen);
      }
    },
  };
}
