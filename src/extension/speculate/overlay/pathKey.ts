import type { Workspace } from '../../ports/workspace.ts';
import { isWithin, pathKey, type PathRules } from '../../text/paths.ts';

/** If two resolved paths name the same file on disk, their keys are equal. */
export type PathKey = (path: string) => string;

/** Resolved paths are `/`-separated and use the disk's spelling of every existing part. */
export const RESOLVED: PathRules = { style: 'posix', caseSensitive: true };
const IGNORING_CASE: PathRules = { style: 'posix', caseSensitive: false };

/** macOS treats the composed and the decomposed spelling of a letter as one name; Linux and Windows do not. */
export const UNIFIES_FORMS = process.platform === 'darwin';

/**
 * Keys ignore case below a root whose disk ignores case, because a new file can be requested in several spellings.
 * `unifiesForms`: keys also ignore the Unicode normalization form.
 */
export async function createPathKey(base: Workspace, unifiesForms: boolean): Promise<PathKey> {
  const roots: string[] = [];
  for (const { path } of base.roots) if (await ignoresCase(base, path)) roots.push(path);
  const normalize = (path: string): string => (unifiesForms ? path.normalize('NFC') : path);
  const inCase = (path: string): string =>
    roots.some((root) => isWithin(path, root, IGNORING_CASE)) ? pathKey(path, IGNORING_CASE) : path;
  return (path) => normalize(inCase(path));
}

/** Nearest first, without the root of the file system. */
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
