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
 * Where paths lead once symbolic links are followed. Inside the workspace every file has one path: the root as VS Code
 * knows it, then the file's real path below the root's own real path.
 */
export interface RealPaths {
  resolve(path: string): Promise<PathResolution>;
  /** The file's real path; fails with `outside`. */
  locate(path: string): Promise<string>;
  /** As `locate`, but a link in the last place is not followed: for deleting and moving the link itself. */
  locateEntry(path: string): Promise<string>;
  /** The workspace's paths for real ones. */
  toWorkspace(realPaths: readonly string[]): Promise<string[]>;
}

/**
 * `roots` is asked anew every time. `admitted` are real paths beyond them that count as inside, each with what is below
 * it; they are compared with where a path leads now, so that a link put in the place of one opens nothing.
 */
export function createRealPaths(
  roots: () => readonly WorkspaceRoot[],
  rules: PathRules,
  admitted: readonly string[] = [],
): RealPaths {
  /** A root can be replaced by another folder while VS Code is open. */
  const readRoots = async (): Promise<Roots> => {
    const declared = roots();
    const real = declared.map(async ({ name, path }) => ({ name, path: (await followLinks(path, rules)) ?? path }));
    return { declared, real: await Promise.all(real) };
  };

  const place = async (real: string): Promise<PathResolution> => placeIn(await readRoots(), real);
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

  const mustBeInside = async (path: string, real: string | undefined): Promise<string> => {
    const placed = real === undefined ? undefined : await place(real);
    if (real === undefined || placed?.kind !== 'inside') {
      throw new WorkspaceError('outside', path, `${path} is outside the workspace.`);
    }
    return real;
  };

  return {
    async resolve(path) {
      const candidates = pathCandidates(path, roots(), rules);
      const chosen = (await firstExisting(candidates)) ?? (await firstAlike(candidates)) ?? candidates[0];
      if (chosen === undefined) return refusePath(path);
      const real = await followLinks(chosen, rules);
      return real === undefined ? { kind: 'outside', path: chosen, display: chosen } : place(real);
    },
    async locate(path) {
      const absolute = normalizeAbsolute(path, rules);
      return mustBeInside(path, absolute && (await followLinks(absolute, rules)));
    },
    async locateEntry(path) {
      const absolute = normalizeAbsolute(path, rules);
      const folder = absolute && (await followLinks(parentPath(absolute), rules));
      return mustBeInside(path, folder && absolute && joinPath(folder, baseName(absolute)));
    },
    async toWorkspace(realPaths) {
      const known = await readRoots();
      return realPaths.map((path) => placeIn(known, path).path);
    },
  };
}

interface Roots {
  readonly declared: readonly WorkspaceRoot[];
  /** The same, with links followed. */
  readonly real: readonly WorkspaceRoot[];
}

/**
 * The path with every link in its existing part followed. Undefined where that cannot be known: a dangling link, a
 * loop, a folder that may not be entered; such a path is nowhere, and so outside.
 */
async function followLinks(path: string, rules: PathRules): Promise<string | undefined> {
  try {
    return normalizeAbsolute(await realpath(path), rules);
  } catch (error) {
    // A name that is too long names nothing either, and whoever writes to it is told so by the system.
    if (!['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(codeOf(error))) return undefined;
  }
  const parent = parentPath(path);
  if (parent === path || (await entryExists(path))) return undefined;
  const realParent = await followLinks(parent, rules);
  return realParent === undefined ? undefined : joinPath(realParent, baseName(path));
}

async function firstExisting(candidates: readonly string[]): Promise<string | undefined> {
  const [only, ...others] = candidates;
  if (only !== undefined && others.length === 0 && !mayHaveAlikes(only)) return only;
  for (const candidate of candidates) {
    if (await entryExists(candidate)) return candidate;
  }
  return undefined;
}

/** The first of these paths that may stand for something that exists; see `findAlike`. */
async function firstAlike(candidates: readonly string[]): Promise<string | undefined> {
  for (const candidate of candidates) {
    const found = mayHaveAlikes(candidate) ? await findAlike(candidate) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Folder by folder, the path with each name replaced by the one that exists and looks the same (see `namesAlike`). A new
 * file belongs into a folder that was found so. Undefined if no name was replaced, or one may stand for several.
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

async function entryExists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false; // Whatever the reason, it is not there for us.
  }
}
