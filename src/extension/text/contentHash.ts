import { createHash } from 'node:crypto';

/** SHA-256 of a file's bytes, as lower-case hex: what `SeenFiles` and overlays compare. */
export function contentHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
