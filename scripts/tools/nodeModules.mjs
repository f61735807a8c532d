import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
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
  // Two `npm ci` in one checkout would destroy each other's node_modules.
  const waiting = 'Another process is installing node_modules; waiting for it…';
  await withLock({ name: 'install', root, waiting }, async () => {
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
