import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../ports/log.ts';

/** A folder for one speculation's spill. It names the process that owns it, so that a later start knows what is left. */
export function newSpillFolder(root: string): string {
  return join(root, `${process.pid}-${randomUUID()}`);
}

/** Removes what crashed processes have left under `root`; what a living one owns stays. */
export async function sweepSpillFolders(root: string, log: Log): Promise<void> {
  for (const name of await listOrNone(root)) {
    const owner = Number(/^(\d+)-/.exec(name)?.[1]);
    if (!owner || isAlive(owner)) continue;
    await rm(join(root, name), { recursive: true, force: true }).catch((error: unknown) =>
      log.error('What a crash left of prepared changes could not be removed', error),
    );
  }
}

async function listOrNone(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch {
    return []; // Nothing was ever spilled here.
  }
}

/** A process of another user counts as alive: it answers that it may not be signalled. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
