import { closeSync, constants, openSync, readFileSync, unlinkSync, type Dirent, type Stats } from 'node:fs';
import { copyFile, link, lstat, mkdir, readdir, rename, rmdir, stat, unlink, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { codeOf, flushFolder, type VerifyOpened } from './durableWrite.ts';
import {
  type DirectoryEntry,
  type FileStat,
  type GrepMatch,
  isWorkspaceError,
  type Workspace,
  WorkspaceError,
  type WorkspaceErrorKind,
  type WorkspaceRoot,
} from '../ports/workspace.ts';
import { contentHash } from '../text/contentHash.ts';
import { toExcludes } from '../text/search/excludes.ts';
import { replaceFile } from './fileReplacement.ts';
import {
  baseName,
  HOST_PATH_RULES,
  isWithin,
  joinPath,
  normalizeAbsolute,
  parentPath,
  pathKey,
  relativePath,
  rootOf,
} from '../text/paths.ts';
import { createRealPaths } from './realPaths.ts';
import { openRegularFile } from './regularFile.ts';
import type { TextSearch } from './search/textSearch.ts';

/** Bytes; larger files are not read. */
export const MAX_READ_BYTES = 50 * 1024 * 1024;

export interface DiskWorkspaceOptions {
  /** Called for each operation, because the folders may change. */
  readonly roots: () => readonly WorkspaceRoot[];
  readonly search: TextSearch;
  /** Whether `A` and `a` are different files; the platform's default if not given. */
  readonly caseSensitive?: boolean;
  /** Globs relative to the given root. Searches skip ignored files, and files that match these globs. */
  readonly excludes?: (root: string) => readonly string[];
  /** Real paths outside the roots. These paths count as inside (see `Workspace.admit`). */
  readonly admitted?: readonly string[];
}

export function createDiskWorkspace(options: DiskWorkspaceOptions): Workspace {
  const { search } = options;
  const rules = { ...HOST_PATH_RULES, caseSensitive: options.caseSensitive ?? HOST_PATH_RULES.caseSensitive };
  const readRoots = (): WorkspaceRoot[] =>
    options.roots().map(({ name, path }) => ({ name, path: normalizeAbsolute(path, rules) ?? path }));
  const paths = createRealPaths(readRoots, rules, options.admitted);

  return {
    get roots() {
      return readRoots();
    },
    resolve: (path) => paths.resolve(path),
    admit: (admitted) => createDiskWorkspace({ ...options, admitted }),

    async read(path, signal) {
      const real = await paths.locate(path);
      signal.throwIfAborted();
      return withWorkspaceErrors(path, () => readFile(path, real, signal));
    },

    async write(path, bytes, writeOptions, signal) {
      const real = await paths.locate(path);
      signal.throwIfAborted();
      await withWorkspaceErrors(path, async () => {
        const existing = await statOrUndefined(real);
        checkReplaceable(path, existing);
        const { expected } = writeOptions;
        const check = expected === undefined ? undefined : () => checkExpected(path, real, expected);
        if (!existing) {
          // The check comes first, because a folder that was deleted with its file must not be created again.
          check?.();
          await makeFolder(parentPath(real));
        }
        signal.throwIfAborted();
        const mode = writeOptions.mode ?? (existing && existing.mode & 0o7777);
        const verify: VerifyOpened = (file, opened) => verifyPlace(file, opened, real);
        await replaceFile(real, bytes, { existing, mode, verify, check, skipsFolder: writeOptions.flushesLater });
      });
      return { bytes, unsaved: false };
    },

    async delete(path, { expected, check }, signal) {
      const real = await paths.locateEntry(path);
      signal.throwIfAborted();
      await withWorkspaceErrors(path, async () => {
        if ((await entryOrUndefined(real))?.isDirectory()) throw directoryError(path);
        check?.();
        if (expected !== undefined) checkExpected(path, real, expected);
        // Synchronous, so that no code of this process runs between the checks and the deletion.
        unlinkSync(real);
      });
    },

    async deleteEmptyFolder(path, signal) {
      const real = await paths.locateEntry(path);
      signal.throwIfAborted();
      if (readRoots().some((root) => pathKey(root.path, rules) === pathKey(path, rules))) return false;
      return withWorkspaceErrors(path, () => rmdir(real).then(() => true, falseIfNotEmpty));
    },

    async flush(flushed, signal) {
      const files = await Promise.all(flushed.map((path) => paths.locateEntry(path)));
      signal.throwIfAborted();
      for (const folder of new Set(files.map(parentPath))) {
        // The folder of a deleted file may be gone too.
        await withWorkspaceErrors(folder, () => flushFolder(folder).catch(undefinedIfMissing));
      }
    },

    async rename(from, to, signal) {
      const [source, target] = [await paths.locateEntry(from), await paths.locateEntry(to)];
      signal.throwIfAborted();
      await withWorkspaceErrors(from, async () => {
        const moved = await lstat(source);
        if (moved.isDirectory()) throw directoryError(from);
        await makeFolder(parentPath(target));
        const respelled = pathKey(source, rules) === pathKey(target, rules);
        if (respelled) await rename(source, target);
        else await moveWithoutReplacing(source, target, to, moved);
      });
    },

    async stat(path, signal) {
      const real = await paths.locate(path);
      signal.throwIfAborted();
      const found = await withWorkspaceErrors(path, () => statOrUndefined(real));
      return found && toFileStat(found);
    },

    async list(path, signal) {
      const real = await paths.locate(path);
      signal.throwIfAborted();
      const entries = await withWorkspaceErrors(path, () => readdir(real, { withFileTypes: true }));
      const listed = await Promise.all(entries.map((entry) => toDirectoryEntry(real, entry)));
      return listed.sort((a, b) => (a.name < b.name ? -1 : 1));
    },

    async glob({ pattern, path, limit, accepts }, signal) {
      const found: string[] = [];
      let truncated = false;
      for (const folder of foldersToSearch(path)) {
        const { file, ...target } = await searchTarget(folder, signal);
        if (file !== undefined) throw new WorkspaceError('not-directory', folder, `${folder} is not a folder.`);
        const result = await search.files(
          { ...target, pattern, limit: limit - found.length, ...acceptsBelow(folder, accepts) },
          signal,
        );
        for (const each of result.paths) found.push(each);
        truncated ||= result.truncated;
      }
      return { paths: await paths.toWorkspace(found), truncated };
    },

    async grep({ path, accepts, ...query }, signal) {
      const found: GrepMatch[] = [];
      let truncated = false;
      for (const folder of foldersToSearch(path)) {
        const target = await searchTarget(folder, signal);
        const below = target.file === undefined ? folder : parentPath(folder);
        const result = await search.grep(
          { ...query, ...target, limit: query.limit - found.length, ...acceptsBelow(below, accepts) },
          signal,
        );
        for (const match of result.matches) found.push(match);
        truncated ||= result.truncated;
      }
      const places = await paths.toWorkspace(found.map((match) => match.path));
      return { matches: found.map((match, index) => ({ ...match, path: places[index] ?? match.path })), truncated };
    },
  };

  /**
   * Rejects unless the folder of `target` is inside the workspace and contains the opened file. A link may have
   * replaced a folder since `target` was resolved.
   */
  async function verifyPlace(file: FileHandle, path: string, target: string): Promise<void> {
    const [real, opened] = await Promise.all([paths.locate(target), file.stat()]);
    const found = await statOrUndefined(joinPath(parentPath(real), basename(path)));
    if (opened.dev === found?.dev && opened.ino === found.ino) return;
    throw new WorkspaceError('io', target, `${target} was replaced before anything was written.`);
  }

  /** The given path, or all roots except roots inside another root. */
  function foldersToSearch(path: string | undefined): string[] {
    if (path !== undefined) return [path];
    const roots = readRoots();
    const outermost = roots.filter(
      (root, index) =>
        !roots.some(
          (other, otherIndex) =>
            otherIndex !== index &&
            isWithin(root.path, other.path, rules) &&
            (!isWithin(other.path, root.path, rules) || otherIndex < index),
        ),
    );
    return outermost.map((root) => root.path).sort();
  }

  async function searchTarget(
    path: string,
    signal: AbortSignal,
  ): Promise<{ folder: string; file?: string; excludes: string[] }> {
    const real = await paths.locate(path);
    signal.throwIfAborted();
    const found = await withWorkspaceErrors(path, () => stat(real));
    if (!found.isDirectory() && !found.isFile()) throw irregularError(path);
    if (!found.isDirectory()) return { folder: parentPath(real), file: baseName(real), excludes: [] };
    const root = rootOf(path, readRoots(), rules);
    const globs = (root && options.excludes?.(root.path)) ?? [];
    return { folder: real, excludes: toExcludes(globs, root ? (relativePath(path, root.path, rules) ?? '') : '') };
  }
}

/** A search filters by paths relative to its folder, but `accepts` gets whole paths. */
function acceptsBelow(
  folder: string,
  accepts: ((path: string) => boolean) | undefined,
): { accepts?: (relative: string) => boolean } {
  return accepts ? { accepts: (relative) => accepts(joinPath(folder, relative)) } : {};
}

/** Except on Windows, does not follow a link that has replaced the file since `real` was resolved. */
async function readFile(
  path: string,
  real: string,
  signal: AbortSignal,
): Promise<{ bytes: Uint8Array; mode: number; unsaved: false }> {
  const handle = await openRegularFile(real, constants.O_NOFOLLOW ?? 0);
  if (!handle) throw (await stat(real)).isDirectory() ? directoryError(path) : irregularError(path);
  try {
    const found = await handle.stat();
    if (found.size > MAX_READ_BYTES) {
      const megabytes = Math.round(found.size / 1024 / 1024);
      throw new WorkspaceError(
        'too-large',
        path,
        `${path} (${megabytes} MB) is too large to read. Search it with grep, or read part of it with a command such as head, tail or sed.`,
      );
    }
    return { bytes: new Uint8Array(await handle.readFile({ signal })), mode: found.mode & 0o7777, unsaved: false };
  } finally {
    await handle.close();
  }
}

/**
 * Throws unless the file's hash is `expected`; `absent` stands for no file. Synchronous, so that no code of this
 * process runs between the check and the change.
 */
function checkExpected(path: string, real: string, expected: string): void {
  if ((hashNow(real) ?? 'absent') !== expected) throw new WorkspaceError('changed', path, `${path} has changed.`);
}

function hashNow(real: string): string | undefined {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  try {
    const file = openSync(real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      return contentHash(readFileSync(file));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes(codeOf(error))) throw error;
    return undefined;
  }
}

function checkReplaceable(path: string, existing: Stats | undefined): void {
  if (existing?.isDirectory()) throw directoryError(path);
  if (existing && !existing.isFile()) throw irregularError(path);
}

/** Uses a hard link if possible, because a rename would replace an existing target. */
async function moveWithoutReplacing(source: string, target: string, to: string, moved: Stats): Promise<void> {
  try {
    if (moved.isFile()) {
      await link(source, target);
      await unlink(source);
      return;
    }
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') throw existsError(to);
    if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EXDEV', 'EMLINK', 'EOPNOTSUPP'].includes(code)) throw error;
  }
  // Another process could still create the target between this check and the rename.
  if (await entryOrUndefined(target)) throw existsError(to);
  try {
    await rename(source, target);
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error;
    await copyFile(source, target, constants.COPYFILE_EXCL);
    await unlink(source);
  }
}

async function toDirectoryEntry(folder: string, entry: Dirent): Promise<DirectoryEntry> {
  const { name } = entry;
  if (!entry.isSymbolicLink()) return { name, type: typeOf(entry) };
  const found = await statOrUndefined(joinPath(folder, name));
  return { name, type: found ? typeOf(found) : 'other', isLink: true };
}

function toFileStat(found: Stats): FileStat {
  const { size, mtimeMs: modified, nlink: links, dev, ino } = found;
  return { type: typeOf(found), size, modified, mode: found.mode & 0o7777, links, id: `${dev}:${ino}` };
}

function typeOf(entry: Dirent | Stats): FileStat['type'] {
  if (entry.isFile()) return 'file';
  return entry.isDirectory() ? 'directory' : 'other';
}

async function statOrUndefined(real: string): Promise<Stats | undefined> {
  return stat(real).catch(undefinedIfMissing);
}

async function entryOrUndefined(real: string): Promise<Stats | undefined> {
  return lstat(real).catch(undefinedIfMissing);
}

function undefinedIfMissing(error: unknown): undefined {
  if (!['ENOENT', 'ENOTDIR', 'ELOOP'].includes(codeOf(error))) throw error;
  return undefined;
}

function falseIfNotEmpty(error: unknown): false {
  if (!['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR', 'EBUSY'].includes(codeOf(error))) throw error;
  return false;
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    if (!['EEXIST', 'ENOTDIR'].includes(codeOf(error))) throw error;
    throw new WorkspaceError('not-directory', folder, `${folder} is not a folder.`);
  }
}

function directoryError(path: string): WorkspaceError {
  return new WorkspaceError('is-directory', path, `${path} is a folder.`);
}

function irregularError(path: string): WorkspaceError {
  return new WorkspaceError('io', path, `${path} is not a regular file.`);
}

function existsError(path: string): WorkspaceError {
  return new WorkspaceError('exists', path, `${path} already exists.`);
}

const KIND_BY_CODE: Readonly<Record<string, readonly [WorkspaceErrorKind, string]>> = {
  ENOENT: ['not-found', 'does not exist'],
  ENOTDIR: ['not-directory', 'is not a folder'],
  EISDIR: ['is-directory', 'is a folder'],
  EEXIST: ['exists', 'already exists'],
  EACCES: ['permission', 'cannot be accessed: permission denied'],
  EPERM: ['permission', 'cannot be accessed: permission denied'],
  EROFS: ['permission', 'is on a read-only file system'],
  ENOSPC: ['no-space', 'cannot be written: the disk is full'],
  EDQUOT: ['no-space', 'cannot be written: the disk quota is used up'],
};

async function withWorkspaceErrors<T>(path: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const code = codeOf(error);
    if (isWorkspaceError(error) || !/^E[A-Z0-9]+$/.test(code)) throw error;
    const [kind, what] = KIND_BY_CODE[code] ?? (['io', `could not be accessed (${code})`] as const);
    throw new WorkspaceError(kind, path, `${path} ${what}.`);
  }
}
