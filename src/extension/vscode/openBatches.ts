import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { OPEN_FOLDER } from '../changes/openFolder.ts';

/** Whether a batch of the change store in this folder runs or was interrupted. Reads one folder. */
export async function hasOpenBatches(storage: string): Promise<boolean> {
  // Without the folder, no batch was ever begun. If it cannot be read, nothing can be recovered either.
  const names = await readdir(join(storage, OPEN_FOLDER)).catch(() => []);
  return names.length > 0;
}
