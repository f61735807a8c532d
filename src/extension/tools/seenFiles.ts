import { contentHash } from './contentHash.ts';
import { decodeText } from './textFile.ts';
import type { SeenFile, SeenFiles } from './tool.ts';

/** Characters of text in all: enough for the files of a long chat, and little beside what the window itself holds. */
const MAX_TEXT = 4_000_000;

/**
 * An empty memory of files, in memory only; every conversation and every speculation has its own. Where the texts grow
 * too many, those that were seen longest ago go first; that a file was seen is never forgotten.
 */
export function createSeenFiles(maxText = MAX_TEXT): SeenFiles {
  const files = new Map<string, SeenFile>();
  let length = 0;
  const drop = (path: string): void => {
    length -= files.get(path)?.text?.length ?? 0;
    files.delete(path);
  };
  return {
    get: (path) => files.get(path),
    set(path, seen) {
      drop(path);
      files.set(path, seen);
      length += seen.text?.length ?? 0;
      for (const [oldest, { hash, text }] of files) {
        if (length <= maxText) break;
        if (text === undefined) continue;
        length -= text.length;
        files.set(oldest, { hash, text: undefined });
      }
    },
    delete: drop,
    paths: () => [...files.keys()],
  };
}

export function toSeenFile(bytes: Uint8Array): SeenFile {
  const decoded = decodeText(bytes);
  return { hash: contentHash(bytes), text: decoded.kind === 'text' ? decoded.text : undefined };
}
