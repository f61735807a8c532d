import {
  WorkspaceError,
  type DirectoryEntry,
  type Workspace,
  type WorkspaceErrorKind,
  type WorkspaceRoot,
} from '../ports/workspace.ts';
import { createLineMatcher } from '../text/lineMatcher.ts';
import {
  baseName,
  isWithin,
  pathCandidates,
  placePath,
  refusePath,
  relativePath,
  type PathRules,
} from '../text/paths.ts';
import { mustCompileGlob } from '../text/search/searchLimits.ts';

/** In memory, paths have the same form on every platform. */
const RULES: PathRules = { style: 'posix', caseSensitive: true };

/**
 * Creates a read-only workspace with text files in memory. To change files, put an overlay over it. The keys of `files`
 * are relative to `root`.
 */
export function createFixedWorkspace(root: WorkspaceRoot, files: Readonly<Record<string, string>>): Workspace {
  const roots = [root];
  const encoder = new TextEncoder();
  const texts = new Map(Object.entries(files).map(([name, text]) => [`${root.path}/${name}`, text]));
  const paths = [...texts.keys()].sort();
  const isFolder = (path: string): boolean =>
    path === root.path || paths.some((file) => file !== path && isWithin(file, path, RULES));

  const find = (path: string, signal: AbortSignal): string | undefined => {
    signal.throwIfAborted();
    if (!isWithin(path, root.path, RULES)) throw failure('outside', path);
    return texts.get(path);
  };
  const textOf = (path: string, signal: AbortSignal): string => {
    const text = find(path, signal);
    if (text !== undefined) return text;
    throw failure(isFolder(path) ? 'is-directory' : 'not-found', path);
  };
  /** Returns the files below a folder, or the given file. `name`: the name that globs are matched against. */
  const filesBelow = (target: string | undefined, signal: AbortSignal): { path: string; name: string }[] => {
    const folder = target ?? root.path;
    if (find(folder, signal) === undefined && !isFolder(folder)) throw failure('not-found', folder);
    return paths.flatMap((path) => {
      const name = relativePath(path, folder, RULES);
      return name === undefined ? [] : [{ path, name: name || baseName(path) }];
    });
  };

  return {
    roots,
    async resolve(path) {
      const candidates = pathCandidates(path, roots, RULES);
      const chosen = candidates.find((each) => texts.has(each) || isFolder(each)) ?? candidates[0];
      return chosen === undefined ? refusePath(path) : placePath(chosen, roots, RULES);
    },
    async read(path, signal) {
      return { bytes: encoder.encode(textOf(path, signal)), unsaved: false };
    },
    async stat(path, signal) {
      const text = find(path, signal);
      if (text !== undefined) return { type: 'file', size: encoder.encode(text).length, modified: 0 };
      return isFolder(path) ? { type: 'directory', size: 0, modified: 0 } : undefined;
    },
    async list(path, signal) {
      if (find(path, signal) !== undefined) throw failure('not-directory', path);
      const entries = new Map<string, DirectoryEntry>();
      for (const { name } of filesBelow(path, signal)) {
        const [first = '', ...rest] = name.split('/');
        entries.set(first, { name: first, type: rest.length > 0 ? 'directory' : 'file' });
      }
      return [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    async glob({ pattern, path, limit, accepts = () => true }, signal) {
      const matches = mustCompileGlob(pattern);
      const found = filesBelow(path, signal).flatMap((file) =>
        matches(file.name) && accepts(file.path) ? [file.path] : [],
      );
      return { paths: found.slice(0, limit), truncated: found.length > limit };
    },
    async grep({ path: target, include = '*', limit, accepts = () => true, ...query }, signal) {
      const includes = mustCompileGlob(include);
      const matcher = createLineMatcher(query);
      const found = filesBelow(target, signal)
        .filter(({ name, path }) => includes(name) && accepts(path))
        .flatMap(({ path }) => matcher.match(textOf(path, signal)).map((match) => ({ path, ...match })));
      return { matches: found.slice(0, limit), truncated: found.length > limit };
    },
    write: (path) => Promise.reject(failure('permission', path)),
    delete: (path) => Promise.reject(failure('permission', path)),
    rename: (path) => Promise.reject(failure('permission', path)),
  };
}

const MESSAGES = {
  'not-found': 'does not exist',
  'is-directory': 'is a folder',
  'not-directory': 'is not a folder',
  outside: 'is outside the workspace',
  permission: 'cannot be changed',
} satisfies Partial<Record<WorkspaceErrorKind, string>>;

function failure(kind: keyof typeof MESSAGES, path: string): WorkspaceError {
  return new WorkspaceError(kind, path, `${path} ${MESSAGES[kind]}.`);
}
