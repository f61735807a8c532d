import { randomBytes } from 'node:crypto';
import { open, rename, unlink, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Fails if the open file may not be written to: it is not the one at the path, say. */
export type VerifyOpened = (file: FileHandle, path: string) => Promise<void>;

/**
 * Replaces a file so that a reader, and a crash, finds the old content or the new and nothing between: written beside
 * the target, flushed, then renamed over it. The folder must exist. `mode` is POSIX permission bits. `verify` is called
 * with the new file while it is empty, and with its path; where it fails nothing is written.
 */
export async function durableWrite(
  path: string,
  content: Uint8Array | string,
  mode?: number,
  verify?: VerifyOpened,
): Promise<void> {
  const folder = dirname(path);
  // Short, because the target's own name may already be as long as a name can be.
  const temporary = join(folder, `.premove-${randomBytes(6).toString('hex')}.tmp`);
  try {
    const handle = await open(temporary, 'wx', mode);
    try {
      await verify?.(handle, temporary);
      // The mode given to `open` is masked by the umask.
      if (mode !== undefined) await handle.chmod(mode);
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await renameOver(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(ignoreMissing);
    throw error;
  }
  await syncFolder(folder);
}

const RENAME_ATTEMPTS = 6;

/** Windows refuses to replace a file that a virus scanner or an indexer has open, for some milliseconds. */
async function renameOver(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      const busy = ['EPERM', 'EACCES', 'EBUSY'].includes(codeOf(error));
      if (process.platform !== 'win32' || !busy || attempt === RENAME_ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, 10 * 2 ** attempt));
    }
  }
}

/** Makes the rename itself survive a power cut, where the platform lets a folder be flushed. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    if (!['EINVAL', 'ENOTSUP', 'EPERM'].includes(codeOf(error))) throw error;
  } finally {
    await handle.close();
  }
}

function ignoreMissing(error: unknown): void {
  if (codeOf(error) !== 'ENOENT') throw error;
}

/** The `code` of a Node error, or an empty string. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}
