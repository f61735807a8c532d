import type { Workspace } from '../ports/workspace.ts';
import { isWithin, pathKey, type PathRules } from '../text/paths.ts';

/** One string per file: two resolved paths that name one file on its disk have the same key. */
export type PathKey = (path: string) => string;

/** For resolved paths, which are `/`-separated and in the disk's own spelling as far as they exist. */
export const RESOLVED: PathRules = { style: 'posix', caseSensitive: true };
const IGNORING_CASE: PathRules = { style: 'posix', caseSensitive: false };

/**
 * Learns how the disks below tell names apart. A file that is not there yet keeps the spelling it was asked for, so
 * where a root answers to its own name in the other case, keys ignore case.
 */
export async function createPathKey(base: Workspace): Promise<PathKey> {
  const roots: string[] = [];
  for (const { path } of base.roots) if (await ignoresCase(base, path)) roots.push(path);
  if (roots.length === 0) return (path) => path;
  return (path) => (roots.some((root) => isWithin(path, root, IGNORING_CASE)) ? pathKey(path, IGNORING_CASE) : path);
}

/** The folders above a resolved path, nearest first, without the file system's own root. */
export function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) folders.push(path.slice(0, end));
  return folders;
}

async function ignoresCase(base: Workspace, root: string): Promise<boolean> {
  const other = [...root]
    .map((char) => (char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase()))
    .join('');
  if (other === root) return false;
  const [resolution, swapped] = [await base.resolve(root), await base.resolve(other)];
  return swapped.kind === 'inside' && swapped.display.toLowerCase() === resolution.display.toLowerCase();
}
