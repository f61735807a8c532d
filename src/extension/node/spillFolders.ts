import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../ports/log.ts';

/**
 * A folder for one speculation's spill. Its name contains the owner's process id, so that a later start can remove it.
 */
export function newSpillFolder(root: string): string {
  return join(root, `${process.pid}-${randomUUID()}`);
}

/** Removes the folders of crashed processes under `root`. Folders of processes that are alive stay. */
export async function sweepSpillFolders(root: string, log: Log): Promise<void> {
  for (const name of await listOrNone(root)) {
    const owner = Number(/^(\d+)-/.exec(name)?.[1]);
    if (!owner || isAlive(owner)) continue;
    await rm(join(root, name), { recursive: true, force: true }).catch((error: unknown) =>
      log.error('Prepared changes of a crashed process could not be removed', error),
    );
  }
}

async function listOrNone(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch {
    return []; // The folder does not exist: nothing was ever spilled.
  }
}

/** A process of another user counts as alive: signalling it fails with EPERM. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
