import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { OPEN_FOLDER } from '../changes/openFolder.ts';

/** Whether the change store in this folder has a batch that is running or was interrupted. */
export async function hasOpenBatches(storage: string): Promise<boolean> {
  // Without the folder, a batch has never begun. From an unreadable folder, nothing can be recovered.
  const names = await readdir(join(storage, OPEN_FOLDER)).catch(() => []);
  return names.length > 0;
}
