import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * @returns {string} the folder outside the checkout for locks, VS Code, profiles kept by `npm start -- --keep`, and the
 *   agents whose screens are recorded
 */
export function cacheDir() {
  const { PREMOVE_CACHE, XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (PREMOVE_CACHE) return PREMOVE_CACHE;
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'premove');
  if (process.platform === 'win32' && LOCALAPPDATA) return join(LOCALAPPDATA, 'premove', 'Cache');
  return join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'premove');
}
