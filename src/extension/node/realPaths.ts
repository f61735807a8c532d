import { lstat, readdir, realpath } from 'node:fs/promises';
import { codeOf } from './durableWrite.ts';
import type { PathResolution, WorkspaceRoot } from '../ports/workspace.ts';
import { WorkspaceError } from '../ports/workspace.ts';
import { mayHaveAlikes, namesAlike } from '../text/alikeNames.ts';
import {
  baseName,
  isWithin,
  joinPath,
  normalizeAbsolute,
  parentPath,
  pathCandidates,
  placePath,
  refusePath,
  relativePath,
  rootOf,
  type PathRules,
} from '../text/paths.ts';

/**
 * Resolves symbolic links in paths. Inside the workspace, every file has exactly one path: the root as VS Code names
 * it, then the file's real path relative to the root's real path.
 */
export interface RealPaths {
  resolve(path: string): Promise<PathResolution>;
  /**
   * Rejects with a `WorkspaceError` of kind `outside` if the real path is unknown, or neither in a root nor admitted.
   */
  locate(path: string): Promise<string>;
  /** Like `locate`, but does not follow a link at the end of the path. */
  locateEntry(path: string): Promise<string>;
  toWorkspace(realPaths: readonly string[]): Promise<string[]>;
}

/**
 * `admitted` are real paths outside the roots. These paths, and everything below them, count as inside. Admitted paths
 * are compared with current real paths, so that an admitted path that becomes a link gives no access to its target.
 */
export function createRealPaths(
  roots: () => readonly WorkspaceRoot[],
  rules: PathRules,
  admitted: readonly string[] = [],
): RealPaths {
  /**
   * The real paths of folders. Cached only for this turn of the event loop, because a folder can be replaced. A search
   * for instruction files resolves a hundred paths at once.
   */
  const followed = new Map<string, Promise<string | undefined>>();
  const followFolder = (path: string): Promise<string | undefined> => {
    const known = followed.get(path);
    if (known) return known;
    if (followed.size === 0) setImmediate(() => followed.clear());
    const following = followLinks(path, rules);
    followed.set(path, following);
    return following;
  };

  /**
   * Like `followLinks`, but names that are not links share the cached result of their folder. On a file system that
   * ignores case, always calls `followLinks`, because a name may be spelled differently on disk.
   */
  const follow = async (path: string): Promise<string | undefined> => {
    const parent = parentPath(path);
    if (parent === path || !rules.caseSensitive) return followLinks(path, rules);
    const [folder, entry] = await Promise.all([followFolder(parent), kindOf(path)]);
    return folder === undefined || entry === 'other' ? followLinks(path, rules) : joinPath(folder, baseName(path));
  };

  const readRoots = async (): Promise<Roots> => {
    const declared = roots();
    const real = declared.map(async ({ name, path }) => ({ name, path: (await followFolder(path)) ?? path }));
    return { declared, real: await Promise.all(real) };
  };

  const placeIn = ({ declared, real: reals }: Roots, real: string): PathResolution => {
    const root = rootOf(real, reals, rules);
    const known = root && declared[reals.indexOf(root)];
    if (!root || !known) return placeBeyond(real);
    return placePath(joinPath(known.path, relativePath(real, root.path, rules) ?? ''), declared, rules);
  };

  const placeBeyond = (real: string): PathResolution => {
    if (!admitted.some((path) => isWithin(real, path, rules))) return { kind: 'outside', path: real, display: real };
    return { kind: 'inside', path: real, relative: real.replace(/^\/+/, ''), display: real };
  };

  const mustBeInside = (path: string, real: string | undefined, known: Roots): string => {
    if (real === undefined || placeIn(known, real).kind !== 'inside') {
      throw new WorkspaceError('outside', path, `${path} is outside the workspace.`);
    }
    return real;
  };

  return {
    async resolve(path) {
      const candidates = pathCandidates(path, roots(), rules);
      const chosen = (await chooseExisting(candidates)) ?? (await firstAlike(candidates)) ?? candidates[0];
      if (chosen === undefined) return refusePath(path);
      const [real, known] = await Promise.all([follow(chosen), readRoots()]);
      if (real === undefined) return { kind: 'outside', path: chosen, display: chosen };
      const placed = placeIn(known, real);
      return placed.kind === 'inside' && real !== chosen && (await isLink(chosen))
        ? { ...placed, isLink: true }
        : placed;
    },
    async locate(path) {
      const absolute = normalizeAbsolute(path, rules);
      const [real, known] = await Promise.all([absolute && follow(absolute), readRoots()]);
      return mustBeInside(path, real, known);
    },
    async locateEntry(path) {
      const absolute = normalizeAbsolute(path, rules);
      const [folder, known] = await Promise.all([absolute && followFolder(parentPath(absolute)), readRoots()]);
      return mustBeInside(path, folder && absolute && joinPath(folder, baseName(absolute)), known);
    },
    async toWorkspace(realPaths) {
      const known = await readRoots();
      return realPaths.map((path) => placeIn(known, path).path);
    },
  };
}

interface Roots {
  readonly declared: readonly WorkspaceRoot[];
  /** The same roots with links followed. */
  readonly real: readonly WorkspaceRoot[];
}

/**
 * Follows every link in the existing part. Undefined if that fails, for example because of a loop; such a path counts
 * as outside.
 */
async function followLinks(path: string, rules: PathRules): Promise<string | undefined> {
  try {
    return normalizeAbsolute(await realpath(path), rules);
  } catch (error) {
    // A name that is too long counts as missing. Writing to it fails with the system's error.
    if (!['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(codeOf(error))) return undefined;
  }
  const parent = parentPath(path);
  if (parent === path || (await entryExists(path))) return undefined;
  const realParent = await followLinks(parent, rules);
  return realParent === undefined ? undefined : joinPath(realParent, baseName(path));
}

async function chooseExisting(candidates: readonly string[]): Promise<string | undefined> {
  const [only, ...others] = candidates;
  if (only !== undefined && others.length === 0 && !mayHaveAlikes(only)) return only;
  for (const candidate of candidates) {
    if (await entryExists(candidate)) return candidate;
  }
  return undefined;
}

async function firstAlike(candidates: readonly string[]): Promise<string | undefined> {
  for (const candidate of candidates) {
    const found = mayHaveAlikes(candidate) ? await findAlike(candidate) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Replaces each missing name with an existing name that looks the same (see `namesAlike`). Below a replaced
 * folder name, a missing name is kept if nothing looks the same. Undefined if no name was replaced, or if a name looks
 * the same as several existing names.
 */
async function findAlike(path: string): Promise<string | undefined> {
  const folder = parentPath(path);
  if (folder === path) return undefined;
  const isThere = await entryExists(folder);
  const found = isThere ? undefined : await findAlike(folder);
  if (!isThere && found === undefined) return undefined;
  const [parent, name] = [found ?? folder, baseName(path)];
  const isExact = !mayHaveAlikes(name) || (await entryExists(joinPath(parent, name)));
  const [alike, ...others] = isExact ? [] : namesAlike(name, await readdir(parent).catch(() => []));
  if (others.length > 0) return undefined;
  if (alike !== undefined) return joinPath(parent, alike);
  return found && joinPath(found, name);
}

/** `other`: a link, or a name that cannot be looked up. */
async function kindOf(path: string): Promise<'no-link' | 'missing' | 'other'> {
  try {
    return (await lstat(path)).isSymbolicLink() ? 'other' : 'no-link';
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? 'missing' : 'other';
  }
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch {
    return false; // An entry that does not exist is not a link.
  }
}

async function entryExists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false; // An entry that cannot be read counts as missing.
  }
}
