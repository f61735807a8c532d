import {
  WorkspaceError,
  type DirectoryEntry,
  type FileStat,
  type PathResolution,
  type Workspace,
  type WorkspaceErrorKind,
  type WorkspaceRoot,
} from '../../src/extension/ports/workspace.ts';
import { mayHaveAlikes, namesAlike } from '../../src/extension/text/alikeNames.ts';
import { contentHash } from '../../src/extension/text/contentHash.ts';
import { compileSearchGlob } from '../../src/extension/text/search/glob.ts';
import { createLineMatcher } from '../../src/extension/text/lineMatcher.ts';
import {
  baseName,
  isWithin,
  parentPath,
  pathCandidates,
  pathKey,
  placePath,
  refusePath,
  relativePath,
  type PathRules,
} from '../../src/extension/text/paths.ts';

export interface MemoryFile {
  bytes: Uint8Array;
  mode: number;
  /** True if the bytes are an editor's unsaved text. */
  unsaved: boolean;
  modified: number;
}

export type FaultMethod = 'read' | 'write' | 'delete' | 'rename' | 'stat' | 'list' | 'glob' | 'grep';

export interface MemoryWorkspace extends Workspace {
  /** The text of a file, or undefined if there is none. The path is relative or absolute, as in a tool call. */
  text(path: string): string | undefined;
  /** Writes a file without the product's knowledge, as the user or another program would. */
  put(path: string, content: string | Uint8Array, options?: { mode?: number; unsaved?: boolean }): void;
  /** Deletes a file without the product's knowledge. */
  remove(path: string): void;
  /** The text of every file by display name, to compare the whole tree at once. */
  snapshot(): Record<string, string>;
  /** The next call of `method` (for `path`, if given) fails. Several faults are used in order. */
  failNext(method: FaultMethod, fault: WorkspaceErrorKind | Error, path?: string): void;
  /** The next call of `method` waits until the returned function is called. */
  holdNext(method: FaultMethod, path?: string): () => void;
  /** The calls so far, for example `write /ws/a.ts`. */
  readonly calls: string[];
}

export interface MemoryWorkspaceOptions {
  /** By default one root `/ws` named `ws`. */
  readonly roots?: readonly WorkspaceRoot[];
  readonly caseSensitive?: boolean;
  /** Formats a text when it is saved. */
  readonly formatOnSave?: (text: string) => string;
}

/** State that a workspace passes to the workspaces that its `admit` returns. Only `admitted` differs between them. */
interface Shared {
  readonly stored: Map<string, { path: string; file: MemoryFile }>;
  readonly calls: string[];
  readonly faults: { method: FaultMethod; path: string | undefined; effect: Error | Promise<void> }[];
  readonly admitted: readonly string[];
}

/** A workspace in memory, without symbolic links. The paths of `files` are relative to the first root, or absolute. */
export function createMemoryWorkspace(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  options: MemoryWorkspaceOptions = {},
  { stored, calls, faults, admitted }: Shared = { stored: new Map(), calls: [], faults: [], admitted: [] },
): MemoryWorkspace {
  const roots = options.roots ?? [{ name: 'ws', path: '/ws' }];
  const rules: PathRules = { style: 'posix', caseSensitive: options.caseSensitive ?? true };
  let time = 1_000_000;

  const place = (path: string): PathResolution => {
    const isAdmitted = admitted.some((each) => isWithin(path, each, rules));
    return isAdmitted
      ? { kind: 'inside', path, relative: path.slice(1), display: path }
      : placePath(path, roots, rules);
  };
  const toPath = (path: string): string => {
    const candidates = pathCandidates(path, roots, rules);
    const existing = candidates.find(exists);
    return existing ?? candidates[0] ?? path;
  };
  const isFolder = (path: string): boolean =>
    roots.some((root) => isWithin(root.path, path, rules)) ||
    [...stored].some(([key, entry]) => key !== pathKey(path, rules) && isWithin(entry.path, path, rules));
  const exists = (path: string): boolean => find(path) !== undefined || isFolder(path);
  /** As `resolve` of a disk does, replaces each missing name with the one existing name that looks the same. */
  const likeExisting = (path: string): string => {
    if (!mayHaveAlikes(path) || exists(path)) return path;
    const folder = likeExisting(parentPath(path));
    const name = baseName(path);
    const names = [...stored.values()].flatMap((entry) => relativePath(entry.path, folder, rules)?.split('/')[0] ?? []);
    const [alike = name, ...others] = exists(`${folder}/${name}`) ? [] : namesAlike(name, [...new Set(names)]);
    return `${folder}/${others.length === 0 ? alike : name}`;
  };
  /** As on a disk that ignores case, the path of a new file takes the spelling of the folders that exist. */
  const spell = (path: string): string => {
    if (rules.caseSensitive) return path;
    for (let folder = parentPath(path); folder !== '/'; folder = parentPath(folder)) {
      const known = [...stored.values()].find((entry) => entry.path !== folder && isWithin(entry.path, folder, rules));
      if (known) return known.path.slice(0, folder.length) + path.slice(folder.length);
    }
    return path;
  };
  const find = (path: string): { path: string; file: MemoryFile } | undefined => stored.get(pathKey(path, rules));
  const store = (path: string, file: MemoryFile): void =>
    void stored.set(pathKey(path, rules), { path: find(path)?.path ?? spell(path), file });
  const sorted = (): { path: string; file: MemoryFile }[] =>
    [...stored.values()].sort((a, b) => (a.path < b.path ? -1 : 1));

  const enter = async (method: FaultMethod, path: string, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    calls.push(`${method} ${path}`);
    const index = faults.findIndex(
      (fault) => fault.method === method && (fault.path === undefined || toPath(fault.path) === path),
    );
    const [fault] = index < 0 ? [] : faults.splice(index, 1);
    if (fault?.effect instanceof Error) throw fault.effect;
    if (fault) await Promise.race([fault.effect, aborted(signal)]);
    await Promise.resolve();
    signal.throwIfAborted();
    if (place(path).kind === 'outside') fail('outside', path);
  };
  const mustFind = (path: string): { path: string; file: MemoryFile } => {
    const entry = find(path);
    if (entry) return entry;
    checkFolders(path);
    return fail(isFolder(path) ? 'is-directory' : 'not-found', path);
  };
  const checkFolders = (path: string): void => {
    for (let folder = parentPath(path); folder !== '/'; folder = parentPath(folder)) {
      if (find(folder)) fail('not-directory', folder);
    }
  };
  const checkWritable = (path: string): void => {
    if (isFolder(path)) fail('is-directory', path);
    checkFolders(path);
  };
  const statOf = (path: string): FileStat | undefined => {
    const entry = find(path);
    if (entry) {
      const { bytes, modified, mode } = entry.file;
      return { type: 'file', size: bytes.length, modified, mode };
    }
    return isFolder(path) ? { type: 'directory', size: 0, modified: 0, mode: 0o755 } : undefined;
  };
  const below = (path: string | undefined): { path: string; file: MemoryFile; relative: string }[] => {
    const folders = path === undefined ? roots.map((root) => root.path) : [path];
    return sorted().flatMap((entry) => {
      const folder = folders.find((candidate) => isWithin(entry.path, candidate, rules));
      if (folder === undefined) return [];
      const relative = entry.path.slice(folder.length + 1) || entry.path.slice(entry.path.lastIndexOf('/') + 1);
      return [{ ...entry, relative }];
    });
  };

  const workspace: MemoryWorkspace = {
    roots,
    calls,
    text(path) {
      const entry = find(toPath(path));
      return entry && decode(entry.file.bytes);
    },
    put(path, content, { mode = 0o644, unsaved = false } = {}) {
      store(toPath(path), { bytes: encode(content), mode, unsaved, modified: (time += 1) });
    },
    remove: (path) => void stored.delete(pathKey(toPath(path), rules)),
    snapshot: () =>
      Object.fromEntries(sorted().map(({ path, file }) => [placePath(path, roots, rules).display, decode(file.bytes)])),
    failNext(method, fault, path) {
      const failed = path === undefined ? '' : toPath(path);
      const effect = fault instanceof Error ? fault : new WorkspaceError(fault, failed, `${fault}: ${failed}`);
      faults.push({ method, path, effect });
    },
    holdNext(method, path) {
      let release = (): void => {};
      const effect = new Promise<void>((resolve) => {
        release = resolve;
      });
      faults.push({ method, path, effect });
      return release;
    },

    async resolve(path) {
      await Promise.resolve();
      const candidates = pathCandidates(path, roots, rules);
      if (candidates.length === 0) return refusePath(path);
      const chosen = likeExisting(toPath(path));
      return place(find(chosen)?.path ?? spell(chosen));
    },
    admit: (paths) => createMemoryWorkspace({}, options, { stored, calls, faults, admitted: paths }),
    async read(path, signal) {
      await enter('read', path, signal);
      const { bytes, mode, unsaved } = mustFind(path).file;
      return { bytes: bytes.slice(), mode, unsaved };
    },
    async write(path, bytes, writeOptions, signal) {
      await enter('write', path, signal);
      checkWritable(path);
      const before = find(path)?.file;
      const { expected } = writeOptions;
      if (expected !== undefined && (before ? contentHash(before.bytes) : 'absent') !== expected) fail('changed', path);
      const mode = writeOptions.mode ?? before?.mode ?? 0o644;
      const formats = options.formatOnSave && writeOptions.exact !== true;
      const saved = formats ? encode(options.formatOnSave(decode(bytes))) : bytes.slice();
      store(path, { bytes: saved, mode, unsaved: before?.unsaved ?? false, modified: (time += 1) });
      return { bytes: saved.slice(), unsaved: before?.unsaved ?? false };
    },
    async delete(path, { expected, check }, signal) {
      await enter('delete', path, signal);
      check?.();
      const before = find(path)?.file;
      if (expected !== undefined && (!before || contentHash(before.bytes) !== expected)) fail('changed', path);
      mustFind(path);
      stored.delete(pathKey(path, rules));
    },
    async rename(from, to, signal) {
      await enter('rename', from, signal);
      if (placePath(to, roots, rules).kind === 'outside') fail('outside', to);
      const { file } = mustFind(from);
      if (pathKey(from, rules) !== pathKey(to, rules)) {
        if (statOf(to)) fail('exists', to);
        checkWritable(to);
      }
      stored.delete(pathKey(from, rules));
      store(to, file);
    },
    async stat(path, signal) {
      await enter('stat', path, signal);
      return statOf(path);
    },
    async list(path, signal) {
      await enter('list', path, signal);
      if (find(path)) fail('not-directory', path);
      checkFolders(path);
      if (!isFolder(path)) fail('not-found', path);
      const entries = new Map<string, DirectoryEntry>();
      for (const entry of stored.values()) {
        if (!isWithin(entry.path, path, rules)) continue;
        const [name = '', ...rest] = entry.path.slice(path.length + 1).split('/');
        entries.set(name, { name, type: rest.length > 0 ? 'directory' : 'file' });
      }
      return [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    async glob(query, signal) {
      await enter('glob', query.path ?? roots[0]?.path ?? '/', signal);
      const matches = compileSearchGlob(query.pattern) ?? fail('bad-pattern', query.pattern);
      const paths = below(query.path).flatMap((entry) =>
        matches(entry.relative) && (query.accepts?.(entry.path) ?? true) ? [entry.path] : [],
      );
      return { paths: paths.slice(0, query.limit), truncated: paths.length > query.limit };
    },
    async grep(query, signal) {
      await enter('grep', query.path ?? roots[0]?.path ?? '/', signal);
      const includes = compileSearchGlob(query.include ?? '*') ?? fail('bad-pattern', query.include ?? '');
      const matcher = createLineMatcher(query);
      const matches = below(query.path)
        .filter((entry) => query.accepts?.(entry.path) ?? true)
        .filter((entry) => includes(entry.relative) && !entry.file.bytes.includes(0))
        .flatMap(({ path, file }) => matcher.match(decode(file.bytes)).map((match) => ({ path, ...match })));
      return { matches: matches.slice(0, query.limit), truncated: matches.length > query.limit };
    },
  };
  for (const [path, content] of Object.entries(files)) workspace.put(path, content);
  return workspace;
}

function fail(kind: WorkspaceErrorKind, path: string): never {
  throw new WorkspaceError(kind, path, `${kind}: ${path}`);
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

function encode(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content.slice();
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
