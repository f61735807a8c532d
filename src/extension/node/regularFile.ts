import { constants } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';

/**
 * Opens a regular file for reading. Undefined for anything else, because opening a pipe can hang, and a device can
 * return bytes without end. Checks the type again after opening, because the file may have been replaced. Rejects if
 * the path does not exist. `flags`: further flags for `open`.
 */
export async function openRegularFile(path: string, flags = 0): Promise<FileHandle | undefined> {
  if (!(await stat(path)).isFile()) return undefined;
  const { O_RDONLY, O_NONBLOCK = 0 } = constants;
  const handle = await open(path, O_RDONLY | O_NONBLOCK | flags);
  try {
    if ((await handle.stat()).isFile()) return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
  await handle.close();
  return undefined;
}

/**
 * The bytes of a regular file. Undefined for a file of more than `maxBytes` and for anything but a regular file.
 * Rejects if the path does not exist.
 */
export async function readRegularFile(
  path: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  const handle = await openRegularFile(path);
  if (!handle) return undefined;
  try {
    return (await handle.stat()).size > maxBytes ? undefined : await handle.readFile({ signal });
  } finally {
    await handle.close();
  }
}
