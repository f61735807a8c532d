import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { OPEN_FOLDER } from '../changes/openFolder.ts';

/** Whether the change store in this folder has a batch that is running or was interrupted. Lists only one folder. */
export async function hasOpenBatches(storage: string): Promise<boolean> {
  // If the folder does not exist, a batch has never begun. If the folder cannot be read, nothing can be recovered
  // either.
  const names = await readdir(join(storage, OPEN_FOLDER)).catch(() => []);
  return names.length > 0;
}
