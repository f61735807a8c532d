import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The checkout. */
export const root = join(import.meta.dirname, '..', '..');

/** The folder for intermediate files of builds, and for reports and pictures of tests; ignored by git. */
export const outDir = join(root, 'out');

/** The oldest VS Code that the extension supports, as in its manifest: "^1.104.0". */
export function engine(): string {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { engines: { vscode: string } };
  return manifest.engines.vscode;
}

/** The first file with this name in the folders of PATH. */
export function findOnPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}
