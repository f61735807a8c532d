import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cacheDir } from './cache.mjs';
import { npm } from './npm.mjs';

/**
 * Runs `npm ci` unless node_modules already holds what package-lock.json asks for. Install scripts
 * stay off: none of our dependencies needs one (esbuild's binary is a package of its own).
 *
 * @param {string} root
 * @returns {Promise<void>}
 */
export async function ensureNodeModules(root) {
  if (isInstalled(root)) return;
  await withInstallLock(root, async () => {
    if (isInstalled(root)) return;
    console.error('Installing node_modules…');
    await npm(['ci', '--ignore-scripts'], { cwd: root, purpose: 'install node_modules' });
  });
}

/**
 * npm writes a lock of its own into node_modules when an install has succeeded; the two must agree.
 *
 * @param {string} root
 */
function isInstalled(root) {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const present = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (!wanted) throw new Error(`There is no package-lock.json in ${root}: is this a complete checkout?`);
  if (!present) return false;
  return Object.entries(wanted).every(
    ([path, entry]) => path === '' || entry.optional || present[path]?.version === entry.version,
  );
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean }> | undefined}
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    // Missing or half-written both mean "not installed", and the caller says so.
    return undefined;
  }
}

/**
 * Two `npm ci` in one checkout destroy each other's node_modules, so they take turns. A lock whose
 * owner is gone is taken over.
 *
 * @param {string} root
 * @param {() => Promise<void>} action
 */
async function withInstallLock(root, action) {
  const lock = join(cacheDir(), `install-${createHash('sha256').update(root).digest('hex').slice(0, 16)}.lock`);
  mkdirSync(cacheDir(), { recursive: true });
  while (!tryLock(lock)) await delay(500);
  try {
    await action();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** @param {string} lock */
function tryLock(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (!isAlive(readOwner(lock))) rmSync(lock, { force: true });
    return false;
  }
}

/** @param {string} lock */
function readOwner(lock) {
  try {
    return Number(readFileSync(lock, 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param {number | undefined} pid */
function isAlive(pid) {
  if (!pid) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
