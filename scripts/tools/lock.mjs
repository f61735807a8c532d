import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cacheDir } from './cache.mjs';

const POLL_MS = 250;

/**
 * Runs `action` while no other process holds the lock with the same name and root. If the owner of a lock is gone, the
 * lock is taken over.
 *
 * @template T
 * @param {{ name: string, root: string, waiting: string }} lock `waiting` is printed once if another process holds it
 * @param {() => Promise<T>} action
 * @returns {Promise<T>}
 */
export async function withLock({ name, root, waiting }, action) {
  const file = join(cacheDir(), `${name}-${createHash('sha256').update(root).digest('hex').slice(0, 16)}.lock`);
  mkdirSync(cacheDir(), { recursive: true });
  for (let polls = 0; !tryLock(file); polls++) {
    if (polls === 1) console.error(waiting);
    await delay(POLL_MS);
  }
  try {
    return await action();
  } finally {
    rmSync(file, { force: true });
  }
}

/** Removes the lock of a dead process, but does not take it over at once, because another process may remove it too. */
function tryLock(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
  }
  try {
    // Before the owner has written its process id, the file is empty and reads as 0, which counts as alive.
    if (!isAlive(Number(readFileSync(file, 'utf8')))) rmSync(file);
  } catch {
    // The lock was released a moment ago.
  }
  return false;
}

/** @param {number} pid */
export function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
