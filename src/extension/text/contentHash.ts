import { createHash } from 'node:crypto';

/** Returns the SHA-256 as lower-case hex. */
export function contentHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
