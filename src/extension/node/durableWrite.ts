import { randomBytes } from 'node:crypto';
import { renameSync } from 'node:fs';
import { open, rename, unlink, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Rejects if the open file must not be written. */
export type VerifyOpened = (file: FileHandle, path: string) => Promise<void>;

/** Throws if the target must not be replaced. Called directly before the target changes. */
export type CheckTarget = () => void;

export interface DurableWriteOptions {
  /** POSIX permission bits. */
  readonly mode?: number | undefined;
  /** Gets the empty temporary file. If `verify` rejects, the content is not written. */
  readonly verify?: VerifyOpened | undefined;
  readonly check?: CheckTarget | undefined;
  /** True if the caller flushes the folder later with `flushFolder`. The content is flushed in any case. */
  readonly skipsFolder?: boolean | undefined;
}

/**
 * Replaces a file atomically: a reader, or a restart after a crash, finds either the old content or the new. The folder
 * must exist.
 */
export async function durableWrite(
  path: string,
  content: Uint8Array | string,
  { mode, verify, check, skipsFolder = false }: DurableWriteOptions = {},
): Promise<void> {
  const folder = dirname(path);
  // Not derived from the target's name, which may already have the maximum length.
  const temporary = join(folder, `.premove-${randomBytes(6).toString('hex')}.tmp`);
  try {
    const handle = await open(temporary, 'wx', mode);
    try {
      await verify?.(handle, temporary);
      // `open` applies the umask to its mode.
      if (mode !== undefined) await handle.chmod(mode);
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await renameOver(temporary, path, check);
  } catch (error) {
    await unlink(temporary).catch(ignoreMissing);
    throw error;
  }
  if (!skipsFolder) await flushFolder(folder);
}

const RENAME_ATTEMPTS = 6;

/** Retries on Windows, which refuses to replace a file while a virus scanner or an indexer has it open. */
async function renameOver(from: string, to: string, check: CheckTarget | undefined): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      check?.();
      // Synchronous, so that no code of this process runs between the check and the rename.
      if (check) renameSync(from, to);
      else await rename(from, to);
      return;
    } catch (error) {
      const busy = ['EPERM', 'EACCES', 'EBUSY'].includes(codeOf(error));
      if (process.platform !== 'win32' || !busy || attempt === RENAME_ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, 10 * 2 ** attempt));
    }
  }
}

/**
 * Flushes renames and deletes, so that a power cut does not undo them. Does nothing if the platform cannot flush
 * folders.
 */
export async function flushFolder(folder: string): Promise<void> {
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
