import { seenAfter } from '../tools/seenFiles.ts';
import type { SeenFile, SeenFiles } from '../tools/tool.ts';

/**
 * What a speculation's model has seen: what the conversation's had, and its own. Nothing reaches the conversation
 * before `merge`, because a file that only an aborted speculation read has not been seen there.
 */
export interface SeenFork extends SeenFiles {
  /** Tells the conversation, once its history holds the speculation. */
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
