import type { PathResolution, Workspace } from '../ports/workspace.ts';
import { HOST_PATH_RULES, placePath } from '../text/paths.ts';

/** Default maximum number of files and folders for `tree`. */
const MAX_BELOW = 50_000;
/** Maximum number of files for `searched`. */
const MAX_SEARCHED = 20_000;
/** Folders that are listed in parallel. */
const BATCH = 32;

export async function isFolder(path: PathResolution, workspace: Workspace, signal: AbortSignal): Promise<boolean> {
  return path.kind === 'inside' && (await workspace.stat(path.path, signal))?.type === 'directory';
}

/**
 * `tree` includes ignored files, `searched` does not. `limit` applies only to `tree`. Null if there are too many files.
 * Empty if `folder` is not a folder in the workspace.
 */
export async function filesBelow(
  folder: PathResolution,
  view: 'tree' | 'searched',
  workspace: Workspace,
  signal: AbortSignal,
  limit = MAX_BELOW,
): Promise<readonly PathResolution[] | null> {
  if (!(await isFolder(folder, workspace, signal))) return [];
  if (view === 'tree') return allBelow(folder.path, workspace, limit, signal);
  const { paths, truncated } = await workspace.glob(
    { pattern: '**/*', path: folder.path, limit: MAX_SEARCHED },
    signal,
  );
  // The search does not follow links, so each path is already resolved.
  return truncated ? null : paths.map((path) => placePath(path, workspace.roots, HOST_PATH_RULES));
}

/**
 * Returns null if there are more than `limit` files and folders. Includes ignored files, because `grep -r` reads them.
 * Resolves only links, because other paths are already resolved.
 */
async function allBelow(
  start: string,
  workspace: Workspace,
  limit: number,
  signal: AbortSignal,
): Promise<PathResolution[] | null> {
  const found: PathResolution[] = [];
  const seen = new Set([start]);
  const folders = [start];
  while (folders.length > 0) {
    const batch = folders.splice(0, BATCH);
    const listed = await Promise.all(batch.map((folder) => workspace.list(folder, signal)));
    for (const [at, entries] of listed.entries()) {
      for (const { name, type, isLink } of entries) {
        const path = `${batch[at] ?? ''}/${name}`;
        const place = isLink ? await workspace.resolve(path) : placePath(path, workspace.roots, HOST_PATH_RULES);
        // A link that leads out of the workspace cannot be listed; it counts as a file outside.
        if (type !== 'directory' || place.kind === 'outside') found.push(place);
        else if (!seen.has(place.path)) {
          seen.add(place.path);
          folders.push(place.path);
        }
      }
    }
    if (found.length + seen.size > limit) return null;
  }
  return found;
}
