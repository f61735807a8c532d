import type { SeenFiles } from './tool.ts';

/** An empty memory of files; every conversation and every speculation has its own. */
export function createSeenFiles(): SeenFiles {
  const hashes = new Map<string, string>();
  return {
    get: (path) => hashes.get(path),
    set: (path, hash) => void hashes.set(path, hash),
    delete: (path) => void hashes.delete(path),
  };
}
