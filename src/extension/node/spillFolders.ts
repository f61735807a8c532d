import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Log } from '../ports/log.ts';
import type { ProcessOwner } from '../ports/processOwner.ts';
import { durableWrite } from './durableWrite.ts';

/*
 * A spill is a folder with overlay contents that do not fit into memory. A file beside the folder records the owner, a
 * process. The record is written before the folder is created, and removed after the folder, so that a crash never
 * leaves a folder without an owner.
 */

const OWNER = '.owner';

/** The path of a new spill's folder. Does not create the folder. */
export function newSpillFolder(root: string): string {
  return join(root, randomUUID());
}

/** Records the owner, and then creates a folder that only the user may enter. */
export async function makeSpillFolder(folder: string, owner: ProcessOwner): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  await durableWrite(folder + OWNER, await owner.id(), { mode: 0o600 });
  await mkdir(folder, { mode: 0o700 });
  // `mkdir` applies the umask to its mode.
  await chmod(folder, 0o700);
}

export async function removeSpillFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await rm(folder + OWNER, { force: true });
}

/** Removes the folders under `root` whose owner has certainly ended. */
export async function sweepSpillFolders(root: string, owner: ProcessOwner, log: Log): Promise<void> {
  for (const name of await listOrNone(root)) {
    if (!name.endsWith(OWNER)) continue;
    if (!(await hasEnded(join(root, name), owner, log))) continue;
    await removeSpillFolder(join(root, name.slice(0, -OWNER.length))).catch((error: unknown) =>
      log.error('Prepared edits of a crashed process could not be removed', error),
    );
  }
}

async function hasEnded(record: string, owner: ProcessOwner, log: Log): Promise<boolean> {
  try {
    return await owner.isDead(await readFile(record, 'utf8'));
  } catch (error) {
    log.error('The owner of prepared edits could not be read', error);
    return false;
  }
}

async function listOrNone(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch {
    // Usually the folder does not exist, because no content was ever spilled.
    return [];
  }
}
