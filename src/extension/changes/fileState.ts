import { isWorkspaceError, type Workspace, type WorkspaceError, type WorkspaceErrorKind } from '../ports/workspace.ts';
import { contentHash } from '../text/contentHash.ts';
import { parentPath } from '../text/paths.ts';
import type { BeforeImage, Content, KeptBefore, RecordedFile } from './changeLog.ts';

/** A file as `Workspace.read` returned it; null if there is none. */
export type FileState = PresentFile | null;

export interface PresentFile {
  readonly bytes: Uint8Array;
  /** The result of `contentHash`. */
  readonly hash: string;
  /** POSIX permission bits, if known. */
  readonly mode: number | undefined;
  /** The bytes are an editor's unsaved text. */
  readonly unsaved: boolean;
}

/**
 * Returns null if there is no file, also if there is a folder in its place. Throws a `WorkspaceError` if the file
 * cannot be read.
 */
export async function readState(workspace: Workspace, path: string, signal: AbortSignal): Promise<FileState> {
  try {
    const { bytes, mode, unsaved } = await workspace.read(path, signal);
    return { bytes, hash: contentHash(bytes), mode, unsaved };
  } catch (error) {
    if (isKind(error, ['not-found', 'not-directory', 'is-directory'])) return null;
    throw error;
  }
}

export function isKind(error: unknown, kinds: readonly WorkspaceErrorKind[]): error is WorkspaceError {
  return isWorkspaceError(error) && kinds.includes(error.kind);
}

export function toContent(state: FileState): Content {
  return state && { hash: state.hash, mode: state.mode };
}

export function contentOf(before: KeptBefore): Content {
  return before.kind === 'absent' ? null : before.image;
}

/** Compares the bytes only, because a changed mode alone is not an edit. */
export function hasSameBytes(one: Content, other: Content): boolean {
  return one?.hash === other?.hash;
}

/** Unknown modes are equal to any mode. */
export function isSameContent(one: Content, other: Content): boolean {
  const sameMode = one?.mode === undefined || other?.mode === undefined || one.mode === other.mode;
  return hasSameBytes(one, other) && sameMode;
}

export function isUnchanged({ before, after }: Pick<RecordedFile, 'before' | 'after'>): boolean {
  return before.kind !== 'lost' && isSameContent(contentOf(before), after);
}

/** Undefined if `now` no longer has the mode of `after`, or if `before` has no mode. The file then keeps its mode. */
export function modeToRestore(before: Content, after: Content, now: Content): number | undefined {
  const isOurs = !now || after?.mode === undefined || after.mode === now.mode;
  return isOurs ? before?.mode : undefined;
}

/**
 * `bytes` null deletes the file. `mode` undefined keeps the present mode. True if the bytes went only into an editor
 * with unsaved text.
 */
export async function writeContent(
  workspace: Workspace,
  path: string,
  bytes: Uint8Array | null,
  mode: number | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  if (!bytes) {
    await workspace.delete(path, {}, signal);
    return false;
  }
  const options = { exact: true, ...(mode !== undefined && { mode }) };
  return (await workspace.write(path, bytes, options, signal)).unsaved;
}

/** Removes each empty folder that was created by a change to one of the files. */
export async function removeFolders(
  workspace: Workspace,
  files: readonly { readonly before: BeforeImage }[],
  signal: AbortSignal,
): Promise<void> {
  const created = files.flatMap(({ before }) => (before.kind === 'absent' ? before.folders : []));
  const innermostFirst = [...new Set(created)].sort((a, b) => b.length - a.length);
  try {
    for (const folder of innermostFirst) await workspace.deleteEmptyFolder?.(folder, signal);
  } catch (error) {
    // The files are restored, so an empty folder that stays is not an error.
    if (!isWorkspaceError(error)) throw error;
  }
}

/**
 * False if the path is outside, or now resolves to another path: a folder became a link, or a name is now spelled
 * differently on disk, for example in another case.
 */
export async function leadsToItself(workspace: Workspace, path: string): Promise<boolean> {
  const resolution = await workspace.resolve(path);
  return resolution.kind === 'inside' && resolution.path === path;
}

/** The folders above a path that do not exist, innermost first. */
export async function missingFolders(workspace: Workspace, path: string, signal: AbortSignal): Promise<string[]> {
  const missing: string[] = [];
  try {
    for (let folder = parentPath(path); folder !== parentPath(folder); folder = parentPath(folder)) {
      if (await workspace.stat(folder, signal)) break;
      missing.push(folder);
    }
  } catch (error) {
    // A folder above the roots or below a file cannot be checked. If this matters, the change itself reports the error.
    if (!isWorkspaceError(error)) throw error;
  }
  return missing;
}
