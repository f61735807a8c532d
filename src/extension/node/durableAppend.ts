import { open, stat, truncate } from 'node:fs/promises';
import { codeOf } from './durableWrite.ts';

/**
 * Appends to a file, and creates it if needed. Resolves when the content is on disk. A failed append is undone, so that
 * a later attempt does not continue half a line. Tests pass a `write` that fails.
 */
export async function durableAppend(
  path: string,
  content: string | Uint8Array,
  mode: number,
  write = writeThrough,
): Promise<void> {
  const size = await sizeOf(path);
  try {
    await write(path, content, mode);
  } catch (error) {
    await cutBack(path, size, error);
    throw error;
  }
}

async function writeThrough(path: string, content: string | Uint8Array, mode: number): Promise<void> {
  const handle = await open(path, 'a', mode);
  try {
    await handle.writeFile(content);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** Truncates by path, because Windows cannot truncate a file that was opened for appending. */
async function cutBack(path: string, size: number, cause: unknown): Promise<void> {
  try {
    if ((await sizeOf(path)) > size) await truncate(path, size);
  } catch (error) {
    throw new AggregateError([cause, error], `A partial append may remain in ${path}`, { cause: error });
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return 0;
  }
}
