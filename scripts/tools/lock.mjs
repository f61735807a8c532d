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
  for (let isWaiting = false; !tryLock(file); isWaiting = true) {
    if (!isWaiting && readOwner(file)) console.error(waiting);
    await delay(POLL_MS);
  }
  try {
    return await action();
  } finally {
    rmSync(file, { force: true });
  }
}

/** @param {string} file */
function tryLock(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    const owner = readOwner(file);
    if (owner && !isAlive(owner)) rmSync(file, { force: true });
    return false;
  }
}

/**
 * @param {string} file
 * @returns {number | undefined} undefined if the file is gone again or not yet written
 */
function readOwner(file) {
  try {
    return Number(readFileSync(file, 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
