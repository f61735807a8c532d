import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findInCode, findInManifest, isProposalTypes, type Manifest } from '../tools/proposedApi.ts';
import { root } from '../tools/paths.ts';
import { check } from './step.ts';

/** Rejects uses of proposed API, which works in the tests' VS Code but not in a user's. */
export const api = check('api', async (write) => {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Manifest;
  const files = (await Promise.all(['src', 'test', 'scripts'].map(filesBelow))).flat();
  const types = files.filter(isProposalTypes).map((file) => `${file}: types of a proposal`);
  const sources = files.filter((file) => file.startsWith('src') && /\.tsx?$/.test(file));
  const code = await Promise.all(
    sources.map(async (file) => findInCode(file, await readFile(join(root, file), 'utf8'))),
  );
  const findings = [...findInManifest(manifest).map((line) => `package.json: ${line}`), ...types, ...code.flat()];
  for (const finding of findings) write(`${finding}\n`);
  return findings.length === 0 ? 0 : 1;
});

async function filesBelow(folder: string): Promise<string[]> {
  const names = await readdir(join(root, folder), { recursive: true });
  return names.map((name) => join(folder, name));
}
