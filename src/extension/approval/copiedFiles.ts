import type { PathResolution, Workspace } from '../ports/workspace.ts';
import type { NamedFile } from '../shell/shellSafety.ts';
import { filesBelow, isFolder } from './filesBelow.ts';
import { isExemptFile } from './exemptFiles.ts';
import { baseName, HOST_PATH_RULES, joinPath, placePath } from '../text/paths.ts';

export interface FoundFile {
  readonly file: NamedFile;
  readonly path: PathResolution;
}

/**
 * Returns the paths of the copies that commands such as `cp` may create. Such a command may copy each file or folder
 * that it names into every other folder that it names, and may create the target folder. Null if the copies cannot be
 * determined.
 */
export async function findCopies(
  all: readonly FoundFile[],
  workspace: Workspace,
  signal: AbortSignal,
): Promise<PathResolution[] | null> {
  const copies: PathResolution[] = [];
  for (const { file, path: target } of all) {
    if (!file.mayReceiveCopies || file.access === 'contents' || target.kind === 'outside') continue;
    const stat = await workspace.stat(target.path, signal);
    if (stat && stat.type !== 'directory') continue;
    // Another command of the same line may create the folder first.
    const isNamedElsewhere = all.some(
      ({ file: { command }, path }) => command !== file.command && path.path === target.path,
    );
    const mayBeFolder = stat !== undefined || isNamedElsewhere || file.text.endsWith('/');
    for (const { file: source, path } of all) {
      if (source.command !== file.command || path.path === target.path) continue;
      const written = source.text.split('/').findLast((segment) => segment !== '') ?? '';
      const name = source.isPattern ? baseName(path.path) : written;
      const copy = joinPath(target.path, name);
      if (mayBeFolder) copies.push(await workspace.resolve(copy));
      const inside = await relativeNames(source, path, workspace, signal);
      if (!inside) return null;
      const places = inside.flatMap((each) => [joinPath(target.path, each), joinPath(copy, each)]);
      copies.push(...places.map((place) => placePath(place, workspace.roots, HOST_PATH_RULES)));
    }
  }
  return copies;
}

/**
 * Returns the names below a folder, relative to it. Empty for a file, and for a folder that is neither in the workspace
 * nor in a folder for temporary files. Null if the names cannot be determined. Also null if the command names a
 * temporary folder with a slash at the end (`/tmp/x/`), and the folder does not exist.
 */
async function relativeNames(
  { text }: NamedFile,
  folder: PathResolution,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<string[] | null> {
  if (folder.kind === 'outside' && !isExemptFile(folder, 'temporary')) return [];
  const view = folder.kind === 'inside' ? workspace : workspace.admit?.([folder.path]);
  if (!view) return null;
  const start = await view.resolve(folder.path);
  if (folder.kind === 'outside' && /\/\.?$/.test(text) && !(await isFolder(start, view, signal))) return null;
  const files = await filesBelow(start, 'tree', view, signal);
  return files && files.map(({ path }) => path.slice(start.path.length + 1));
}
