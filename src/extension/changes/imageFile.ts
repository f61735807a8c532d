import type { FileStore } from '../ports/fileStore.ts';
import { contentHash } from '../text/contentHash.ts';
import type { StoredImage } from './changeLog.ts';

/** A before-image or after-image to be stored: what a file contains before or after a change. */
export interface ImageSource {
  /** POSIX permission bits, if known. */
  readonly mode?: number | undefined;
  readonly read: (signal: AbortSignal) => Promise<Uint8Array>;
}

/** Bytes that are collected before an append. Limits the number of appends and the memory. */
const CHUNK = 16 * 1024 * 1024;

/** Resolves when the images are on disk. Calls for one file must not overlap. */
export async function appendImages(
  files: FileStore,
  name: string,
  sources: readonly ImageSource[],
  signal: AbortSignal,
): Promise<StoredImage[]> {
  const images: StoredImage[] = [];
  let start = (await files.stat(name))?.size ?? 0;
  let chunk: Uint8Array[] = [];
  let pending = 0;
  for (const source of sources) {
    const bytes = await source.read(signal);
    images.push({ start, size: bytes.length, hash: contentHash(bytes), mode: source.mode });
    start += bytes.length;
    chunk.push(bytes);
    pending += bytes.length;
    if (pending < CHUNK) continue;
    await files.append(name, Buffer.concat(chunk));
    [chunk, pending] = [[], 0];
  }
  if (pending > 0) await files.append(name, Buffer.concat(chunk));
  return images;
}

/** Undefined if the file no longer has the image, or if the image is damaged. */
export async function readImage(
  files: FileStore,
  name: string,
  { start, size, hash }: StoredImage,
): Promise<Uint8Array | undefined> {
  const bytes = size === 0 ? new Uint8Array() : await files.readBytes(name, { start, size });
  // These bytes go into the user's files, so damaged bytes must be refused.
  return bytes && contentHash(bytes) === hash ? bytes : undefined;
}
