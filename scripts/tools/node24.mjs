import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installOnce } from './cache.mjs';
import { npm } from './npm.mjs';
import { NODE_PACKAGES } from './pins.mjs';

/**
 * A Node 24 binary: the one running this if it is one, else one from the npm registry. Both the
 * TypeScript scripts (types are stripped by Node) and code-server (its engine) need exactly this major.
 *
 * @returns {Promise<string>} the absolute path of the executable
 */
export async function ensureNode24() {
  if (process.versions.node.startsWith('24.')) return process.execPath;
  const platform = `${process.platform}-${process.arch}`;
  const found = NODE_PACKAGES[platform];
  if (!found) {
    throw new Error(`There is no prebuilt Node 24 for ${platform} on npm. Install Node 24 and run this with it.`);
  }
  const dir = await installOnce(found.name, found.version, async (target) => {
    console.error(`Installing Node ${found.version} (once, in the cache)…`);
    await writeFile(join(target, 'package.json'), '{ "private": true }\n');
    await npm(['install', '--ignore-scripts', `${found.name}@${found.version}`], {
      cwd: target,
      purpose: 'install Node 24',
    });
  });
  const executable = process.platform === 'win32' ? 'node.exe' : 'node';
  return join(dir, 'node_modules', found.name, 'bin', executable);
}
