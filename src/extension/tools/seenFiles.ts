import { contentHash } from './contentHash.ts';
import { decodeText } from './textFile.ts';
import type { SeenFile, SeenFiles } from './tool.ts';

/** Characters of text in all: enough for the files of a long chat, and little beside what the window itself holds. */
const MAX_TEXT = 4_000_000;

/** Texts with mixed line ends that are kept of one file. */
const MAX_MIXED = 8;

/**
 * An empty memory of files, in memory only; every conversation and every speculation has its own. Where the texts grow
 * too many, those that were seen longest ago go first; that a file was seen is never forgotten.
 */
export function createSeenFiles(maxText = MAX_TEXT): SeenFiles {
  const files = new Map<string, SeenFile>();
  let length = 0;
  const drop = (path: string): void => {
    length -= sizeOf(files.get(path));
    files.delete(path);
  };
  return {
    get: (path) => files.get(path),
    set(path, now) {
      const seen = seenAfter(files.get(path), now);
      drop(path);
      files.set(path, seen);
      length += sizeOf(seen);
      for (const [oldest, { hash, ...texts }] of files) {
        if (length <= maxText) break;
        length -= sizeOf(texts);
        files.set(oldest, { hash, text: undefined });
      }
    },
    delete: drop,
    paths: () => [...files.keys()],
  };
}

/** What is remembered of a file that has been seen again. */
export function seenAfter(before: SeenFile | undefined, now: SeenFile): SeenFile {
  const mixed = now.mixed ?? before?.mixed;
  return mixed ? { ...now, mixed: mixed.slice(-MAX_MIXED) } : now;
}

function sizeOf(seen: Omit<SeenFile, 'hash'> | undefined): number {
  const texts = [seen?.text ?? '', ...(seen?.mixed ?? [])];
  return texts.reduce((sum, text) => sum + text.length, 0);
}

export function toSeenFile(bytes: Uint8Array): SeenFile {
  const decoded = decodeText(bytes);
  return { hash: contentHash(bytes), text: decoded.kind === 'text' ? decoded.text : undefined };
}
