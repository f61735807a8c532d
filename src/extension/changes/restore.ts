import { mapConcurrently } from '../base/mapConcurrently.ts';
import { WorkspaceError, type Workspace } from '../ports/workspace.ts';
import { countChangedLines } from '../text/lineDiff.ts';
import type { ChangeBatch, PlannedFile } from './batch.ts';
import type { FileChain } from './fileChain.ts';
import {
  contentOf,
  hasSameBytes,
  isKind,
  isSameContent,
  isUnchanged,
  leadsToItself,
  modeToRestore,
  readState,
  removeFolders,
  type FileState,
} from './fileState.ts';
import type { PromptLog } from './promptLog.ts';

export type RestoredFile = { readonly path: string } & (
  | {
      readonly kind: 'restored';
      /** Whether the restored text is in an editor, unsaved, and not on disk. */
      readonly unsaved: boolean;
    }
  /** The file already has its earlier content. */
  | { readonly kind: 'unchanged' }
  /**
   * Somebody else has changed the file, or it is a moved file with the only copy of its content. `now` is null if
   * the file does not exist, and `before` is null if the file did not exist.
   */
  | { readonly kind: 'conflict'; readonly now: Uint8Array | null; readonly before: Uint8Array | null }
  /** The earlier content was too large for the store, or the store has lost the content. */
  | { readonly kind: 'lost'; readonly reason: 'too-large' | 'damaged' }
  /** `message` says why the file could not be checked or written. */
  | { readonly kind: 'failed'; readonly message: string }
);

/** A file that still has the content that the prompts gave it. */
export interface Restorable {
  readonly path: string;
  readonly kind: 'restorable';
  readonly file: FileChain;
  readonly now: FileState;
  /** The earlier content; null for no file. */
  readonly bytes: Uint8Array | null;
  readonly mode: number | undefined;
  /** Numbers of lines that a restore adds and removes. */
  readonly added: number;
  readonly removed: number;
}

/** What a restore would do with a file. */
export type CheckedFile = Restorable | Exclude<RestoredFile, { kind: 'restored' }>;

/** Files that are compared at once. Each may be as large as the workspace can read. */
const MAX_COMPARED = 4;

/** Changes nothing. The result is sorted by path, like the chains. */
export async function checkFiles(
  files: readonly FileChain[],
  workspace: Workspace,
  signal: AbortSignal,
): Promise<CheckedFile[]> {
  const checked = await mapConcurrently(files, MAX_COMPARED, (file) => {
    signal.throwIfAborted();
    return checkFile(file, workspace, signal);
  });
  return leaveOnlyCopies(checked);
}

/** If the earlier name of a moved file cannot get the content back, the moved file is the only copy, and must stay. */
function leaveOnlyCopies(checked: readonly CheckedFile[]): CheckedFile[] {
  const left = new Set(
    checked.flatMap(({ path, kind }) => (kind === 'restorable' || kind === 'unchanged' ? [] : path)),
  );
  const isOnlyCopy = ({ file: { moved } }: Restorable): boolean => moved !== undefined && left.has(moved.path);
  const found = checked.map((file) => (file.kind === 'restorable' && isOnlyCopy(file) ? toConflict(file) : file));
  const hasMore = found.some((file, index) => file !== checked[index]);
  // If a file stays under the earlier name of another moved file, that other file must stay too.
  return hasMore ? leaveOnlyCopies(found) : found;
}

function toConflict({ path, now, bytes }: Restorable): CheckedFile {
  return { path, kind: 'conflict', now: now && now.bytes, before: bytes };
}

/**
 * Files to delete come last, so that a crash leaves extra files instead of losing some. A file comes first if its
 * deletion makes room for a restored file or folder.
 */
export function inRestoreOrder(files: readonly CheckedFile[]): Restorable[] {
  const restorable = files.filter((file) => file.kind === 'restorable');
  const comesBack = restorable.filter(({ bytes }) => bytes).map(({ path }) => path);
  const isInTheWay = (path: string): boolean =>
    comesBack.some((other) => other.startsWith(`${path}/`) || path.startsWith(`${other}/`));
  const rank = ({ path, bytes }: Restorable): number => (bytes ? 1 : isInTheWay(path) ? 0 : 2);
  return restorable.sort((a, b) => rank(a) - rank(b));
}

export function toPlannedFile({ path, now, bytes, mode, added, removed }: Restorable): PlannedFile {
  const read = (content: Uint8Array) => () => Promise.resolve(content);
  return {
    path,
    before: now && { mode: now.mode, read: read(now.bytes), unsaved: now.unsaved },
    after: bytes && { mode: mode ?? now?.mode, read: read(bytes) },
    added,
    removed,
  };
}

/**
 * Writes the earlier contents of a batch. Keeps changes that somebody else makes meanwhile. An earlier content that was
 * an editor's unsaved text is also restored to disk, because it must not be lost. Cannot be cancelled, because that
 * would leave only some of the files restored.
 */
export async function writeRestored(
  planned: readonly Restorable[],
  batch: Pick<ChangeBatch, 'wrote' | 'skipped'>,
  workspace: Workspace,
): Promise<RestoredFile[]> {
  const { signal } = new AbortController();
  const restored: RestoredFile[] = [];
  for (const file of planned) {
    const result = await writeFile(file, workspace, signal);
    restored.push(result);
    if (result.kind === 'restored') {
      if (file.bytes) await batch.wrote(file.path, file.bytes);
    } else await batch.skipped(file.path);
  }
  const written = restored.filter(({ kind }) => kind === 'restored').map(({ path }) => path);
  // Removes folders once more: a new folder is recorded only with the first file in it, but becomes empty when its last
  // file is deleted.
  await removeFolders(
    workspace,
    planned.map(({ file }) => file),
    signal,
  );
  // Flushed before the batch counts as written, because a power cut may undo writes that were not flushed.
  await workspace.flush?.(written, signal);
  return restored;
}

/**
 * `done` is the record of an earlier restore. A file that could be restored now is included only if the earlier restore
 * failed to write it.
 */
export async function findUnrestored(
  files: readonly FileChain[],
  done: PromptLog,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<RestoredFile[]> {
  const left = files.filter(({ path }) => {
    const attempt = done.changes.files.get(path);
    return !attempt || isUnchanged(attempt);
  });
  const checked = await checkFiles(left, workspace, signal);
  return checked.flatMap((found) => {
    if (found.kind !== 'restorable') return [found];
    const { path } = found;
    if (!done.changes.files.has(path)) return [];
    return [toFailed(path, new WorkspaceError('io', path, `${path} was not written.`), signal)];
  });
}

async function checkFile(file: FileChain, workspace: Workspace, signal: AbortSignal): Promise<CheckedFile> {
  const { path, before, after, interrupted } = file;
  if (before.kind === 'lost') return { path, kind: 'lost', reason: before.reason };
  const first = contentOf(before);
  try {
    if (!(await leadsToItself(workspace, path))) throw leadsElsewhere(path);
    const state = await readState(workspace, path, signal);
    // If the prompts left the bytes as they were, only the mode shows whether there is anything to restore.
    const isOurs = hasSameBytes(state, after) && !(hasSameBytes(first, after) && isSameContent(state, first));
    if (!isOurs && hasSameBytes(state, first)) return { path, kind: 'unchanged' };
    const bytes = before.kind === 'file' ? await file.prompt.readImage(before.image) : null;
    if (bytes === undefined) return { path, kind: 'lost', reason: 'damaged' };
    if (!isOurs || interrupted) return { path, kind: 'conflict', now: state && state.bytes, before: bytes };
    const mode = modeToRestore(first, after, state);
    return {
      path,
      kind: 'restorable',
      file,
      now: state,
      bytes,
      mode,
      ...countChangedLines(state && state.bytes, bytes),
    };
  } catch (error) {
    return toFailed(path, error, signal);
  }
}

async function writeFile(file: Restorable, workspace: Workspace, signal: AbortSignal): Promise<RestoredFile> {
  const { path, now, bytes, mode } = file;
  try {
    if (!(await leadsToItself(workspace, path))) throw leadsElsewhere(path);
    const expected = now ? now.hash : 'absent';
    let unsaved = false;
    if (bytes) {
      const flushesLater = workspace.flush !== undefined;
      const options = { exact: true, expected, flushesLater, ...(mode !== undefined && { mode }) };
      ({ unsaved } = await workspace.write(path, bytes, options, signal));
    } else await workspace.delete(path, { expected }, signal);
    await removeFolders(workspace, [file.file], signal);
    return { path, kind: 'restored', unsaved };
  } catch (error) {
    if (!isKind(error, ['changed'])) return toFailed(path, error, signal);
    const state = await readState(workspace, path, signal).catch(() => null);
    return { path, kind: 'conflict', now: state && state.bytes, before: bytes };
  }
}

function leadsElsewhere(path: string): WorkspaceError {
  return new WorkspaceError('outside', path, `${path} is outside the workspace, or is reached through a link now.`);
}

function toFailed(path: string, error: unknown, signal: AbortSignal): Extract<RestoredFile, { kind: 'failed' }> {
  if (signal.aborted) throw error;
  return { path, kind: 'failed', message: error instanceof Error ? error.message : String(error) };
}
