import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

/**
 * The path of VS Code's ripgrep, else of one on the PATH; undefined if there is none. Relative entries of the PATH are
 * skipped, because they could name a program in the opened project.
 */
export async function findRipgrep(
  appRoot: string | undefined,
  searchPath = process.env.PATH,
): Promise<string | undefined> {
  const folders = (searchPath ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  const program = process.platform === 'win32' ? 'rg.exe' : 'rg';
  const candidates = [...bundledIn(appRoot, program), ...folders.map((folder) => join(folder, program))];
  for (const candidate of candidates) {
    if (await isRunnable(candidate)) return candidate;
  }
  return undefined;
}

function bundledIn(appRoot: string | undefined, program: string): string[] {
  if (appRoot === undefined) return [];
  const platform = `${process.platform}-${process.arch}`;
  return ['node_modules', 'node_modules.asar.unpacked'].flatMap((modules) => [
    join(appRoot, modules, '@vscode', 'ripgrep-universal', 'bin', platform, program),
    join(appRoot, modules, '@vscode', 'ripgrep', 'bin', program),
  ]);
}

async function isRunnable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false; // The caller tries the next candidate.
  }
}
