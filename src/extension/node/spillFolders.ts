import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../ports/log.ts';

/**
 * The path of a folder for one speculation's spill. The folder's name contains this process's id, so that a later start
 * can remove the folder after a crash.
 */
export function newSpillFolder(root: string): string {
  return join(root, `${process.pid}-${randomUUID()}`);
}

/** Removes the folders under `root` whose process is no longer alive. A failure is logged. */
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

/** EPERM means that the process is alive but belongs to another user. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
