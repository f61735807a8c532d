import { contentHash } from '../text/contentHash.ts';
import { decodeText } from '../text/textFile.ts';
import type { LineRange, SeenFile, SeenFiles } from './tool.ts';

/** Characters of all texts: enough for a long chat, and little compared to the window's memory. */
const MAX_TEXT = 4_000_000;

/** Earlier texts with mixed line ends, per file. */
const MAX_MIXED = 8;

/**
 * Creates an empty record of seen files, in memory only. Each chat and each run of a sub-agent has its own record; a
 * speculation has a `SeenFork`. If the texts exceed the limit, the least recently seen texts are dropped, but their
 * files still count as seen.
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
      for (const [oldest, { hash, unshown, ...texts }] of files) {
        if (length <= maxText) break;
        length -= sizeOf(texts);
        files.set(oldest, { hash, text: undefined, ...(unshown && { unshown }) });
      }
    },
    delete: drop,
    paths: () => [...files.keys()],
  };
}

/** Merges two records of a file. Partial reads of the same content add up. */
export function seenAfter(before: SeenFile | undefined, now: SeenFile): SeenFile {
  const mixed = now.mixed ?? before?.mixed;
  const { unshown, ...rest } = now;
  const stillUnshown = before?.hash === now.hash ? inBoth(before.unshown ?? [], unshown ?? []) : (unshown ?? []);
  return {
    ...rest,
    ...(mixed && { mixed: mixed.slice(-MAX_MIXED) }),
    ...(stillUnshown.length > 0 && { unshown: stillUnshown }),
  };
}

export const NO_LINE_SHOWN: readonly LineRange[] = [{ first: 1, last: Infinity }];

/** Returns the lines outside a range of a file with `total` lines. */
export function linesOutside({ first, last }: LineRange, total: number): readonly LineRange[] {
  return [
    { first: 1, last: first - 1 },
    { first: last + 1, last: total },
  ].filter((range) => range.first <= range.last);
}

function inBoth(one: readonly LineRange[], other: readonly LineRange[]): LineRange[] {
  return one.flatMap((a) =>
    other
      .map((b) => ({ first: Math.max(a.first, b.first), last: Math.min(a.last, b.last) }))
      .filter((range) => range.first <= range.last),
  );
}

function sizeOf(seen: Pick<SeenFile, 'text' | 'mixed'> | undefined): number {
  const texts = [seen?.text ?? '', ...(seen?.mixed ?? [])];
  return texts.reduce((sum, text) => sum + text.length, 0);
}

export function toSeenFile(bytes: Uint8Array): SeenFile {
  const decoded = decodeText(bytes);
  return { hash: contentHash(bytes), text: decoded.kind === 'text' ? decoded.text : undefined };
}
