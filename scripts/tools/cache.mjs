import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** @returns {string} the folder outside the checkout that holds what is installed once per version */
export function cacheDir() {
  const { PREMOVE_CACHE, XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (PREMOVE_CACHE) return PREMOVE_CACHE;
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'premove');
  if (process.platform === 'win32' && LOCALAPPDATA) return join(LOCALAPPDATA, 'premove', 'Cache');
  return join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'premove');
}

/**
 * The folder of one version of one thing, filled on first use. It appears whole or not at all: the
 * installer writes to a sibling that is renamed at the end, and when two processes install at once
 * the first one to finish wins.
 *
 * @param {string} name
 * @param {string} version
 * @param {(dir: string) => Promise<void>} install
 * @returns {Promise<string>}
 */
export async function installOnce(name, version, install) {
  const target = join(cacheDir(), `${name}-${version}`);
  if (existsSync(target)) return target;
  await mkdir(cacheDir(), { recursive: true });
  const partial = await mkdtemp(`${target}.partial-`);
  try {
    await install(partial);
    await rename(partial, target).catch((error) => {
      if (!existsSync(target)) throw error;
    });
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  return target;
}
