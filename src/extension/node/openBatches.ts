import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { OPEN_FOLDER } from '../changes/changeNames.ts';
import { codeOf } from './durableWrite.ts';

/** Whether a batch of the change store in this folder runs or was interrupted. Reads one folder. */
export async function hasOpenBatches(storage: string): Promise<boolean> {
  try {
    return (await readdir(join(storage, OPEN_FOLDER))).length > 0;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}
