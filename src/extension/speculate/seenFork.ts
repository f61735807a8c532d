import type { SeenFiles } from '../tools/tool.ts';

/**
 * What a speculation's model has seen: what the conversation's had, and its own. Nothing reaches the conversation
 * before `merge`, because a file that only an aborted speculation read has not been seen there.
 */
export interface SeenFork extends SeenFiles {
  /** Tells the conversation, once its history holds the speculation. */
  merge(): void;
}

export function createSeenFork(conversation: SeenFiles): SeenFork {
  const own = new Map<string, string | undefined>();
  return {
    get: (path) => (own.has(path) ? own.get(path) : conversation.get(path)),
    set: (path, hash) => void own.set(path, hash),
    delete: (path) => void own.set(path, undefined),
    merge() {
      for (const [path, hash] of own) {
        if (hash === undefined) conversation.delete(path);
        else conversation.set(path, hash);
      }
    },
  };
}
