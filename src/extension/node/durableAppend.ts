import { open, stat, truncate } from 'node:fs/promises';
import { codeOf } from './durableWrite.ts';

/**
 * Appends to a file, which is made where there is none; resolves when it is on disk. All or nothing: where a disk fills
 * up in the middle, or does not say that it has everything, the file is cut back, so that a later attempt neither
 * continues half a line nor writes one twice. `write` is what a test lets fail.
 */
export async function durableAppend(path: string, text: string, mode: number, write = writeThrough): Promise<void> {
  const size = await sizeOf(path);
  try {
    await write(path, text, mode);
  } catch (error) {
    await cutBack(path, size, error);
    throw error;
  }
}

async function writeThrough(path: string, text: string, mode: number): Promise<void> {
  const handle = await open(path, 'a', mode);
  try {
    await handle.writeFile(text);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** By its path: Windows does not let a file be cut that was opened for appending. */
async function cutBack(path: string, size: number, cause: unknown): Promise<void> {
  try {
    if ((await sizeOf(path)) > size) await truncate(path, size);
  } catch (error) {
    throw new AggregateError([cause, error], `Half an append may have stayed in ${path}`, { cause: error });
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
