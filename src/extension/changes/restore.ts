import { WorkspaceError, type Workspace } from '../ports/workspace.ts';
import type { RecordedFile } from './changeLog.ts';
import {
  contentOf,
  hasSameBytes,
  isSameContent,
  isUnchanged,
  leadsToItself,
  modeToRestore,
  readState,
  removeFolders,
  writeContent,
} from './fileState.ts';
import type { PromptLog } from './promptLog.ts';

/** What became of one file. */
export type RestoredFile = { readonly path: string } & (
  | {
      readonly kind: 'restored';
      /** The text that came back is in an editor, and not on disk. */
      readonly unsaved: boolean;
    }
  /** The file already has its earlier content. */
  | { readonly kind: 'unchanged' }
  /** Somebody has changed it since; nothing was written. Null if there is, or was, no file. */
  | { readonly kind: 'conflict'; readonly now: Uint8Array | null; readonly before: Uint8Array | null }
  /** The earlier content was too large for the store, or the store has lost the content. */
  | { readonly kind: 'lost'; readonly reason: 'too-large' | 'damaged' }
  /** `message` is an error of the workspace. */
  | { readonly kind: 'failed'; readonly message: string }
);

/**
 * Gives every file of the prompt the content that it had before. Compares each file directly before it is written, and
 * leaves files that somebody has changed since. `recording` records these writes, so that they can be undone.
 *
 * A before-image that was an editor's unsaved text goes into the editor if the file has unsaved text again, else to
 * disk. The user had typed that text, so it must not be lost.
 */
export async function restoreFiles(
  prompt: PromptLog,
  recording: Workspace,
  signal: AbortSignal,
): Promise<RestoredFile[]> {
  const restored: RestoredFile[] = [];
  for (const file of inOrder([...prompt.changes.files.values()])) {
    signal.throwIfAborted();
    restored.push(await restoreFile(file, prompt, recording, signal));
  }
  return restored.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * Deletes come last, so that a crash leaves extra files instead of losing some. Exception: if a file takes the place of
 * a folder, or a folder that of a file, the delete comes first.
 */
function inOrder(files: readonly RecordedFile[]): RecordedFile[] {
  const comesBack = files.filter(({ before }) => before.kind === 'file').map(({ path }) => path);
  const isInTheWay = (path: string): boolean =>
    comesBack.some((other) => other.startsWith(`${path}/`) || path.startsWith(`${other}/`));
  const rank = ({ path, before }: RecordedFile): number => (before.kind !== 'absent' ? 1 : isInTheWay(path) ? 0 : 2);
  return files.toSorted((a, b) => rank(a) - rank(b));
}

/**
 * The files that a restore recorded as `done` has not restored: those that it failed to write, and those that cannot be
 * restored now either.
 */
export async function findUnrestored(
  prompt: PromptLog,
  done: PromptLog,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<RestoredFile[]> {
  const unrestored: RestoredFile[] = [];
  for (const file of prompt.changes.files.values()) {
    const { path } = file;
    const attempt = done.changes.files.get(path);
    if (attempt && !isUnchanged(attempt)) continue;
    const found = await checkFile(file, prompt, workspace, signal);
    if (found.kind !== 'restorable') unrestored.push(found);
    else if (attempt)
      unrestored.push(toFailed(path, new WorkspaceError('io', path, `${path} was not written.`), signal));
  }
  return unrestored.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function restoreFile(
  file: RecordedFile,
  prompt: PromptLog,
  recording: Workspace,
  signal: AbortSignal,
): Promise<RestoredFile> {
  const found = await checkFile(file, prompt, recording, signal);
  if (found.kind !== 'restorable') return found;
  const { path, bytes, mode } = found;
  try {
    const unsaved = await writeContent(recording, path, bytes, mode, signal);
    await removeFolders(recording, file, signal);
    return { path, kind: 'restored', unsaved };
  } catch (error) {
    return toFailed(path, error, signal);
  }
}

/** A file that still has the content that the prompt gave it. */
interface Restorable {
  readonly path: string;
  readonly kind: 'restorable';
  /** The earlier content; null for no file. */
  readonly bytes: Uint8Array | null;
  readonly mode: number | undefined;
}

async function checkFile(
  { path, before, after }: RecordedFile,
  prompt: PromptLog,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<RestoredFile | Restorable> {
  if (before.kind === 'lost') return { path, kind: 'lost', reason: before.reason };
  const first = contentOf(before);
  try {
    if (!(await leadsToItself(workspace, path))) throw new WorkspaceError('outside', path, `${path} leads elsewhere.`);
    const state = await readState(workspace, path, signal);
    // If the prompt left the bytes as they were, only the mode shows whether there is anything to restore.
    const isOurs = hasSameBytes(state, after) && !(hasSameBytes(first, after) && isSameContent(state, first));
    if (!isOurs && hasSameBytes(state, first)) return { path, kind: 'unchanged' };
    const bytes = before.kind === 'file' ? await prompt.readImage(before.image) : null;
    if (bytes === undefined) return { path, kind: 'lost', reason: 'damaged' };
    if (!isOurs) return { path, kind: 'conflict', now: state && state.bytes, before: bytes };
    return { path, kind: 'restorable', bytes, mode: modeToRestore(first, after, state) };
  } catch (error) {
    return toFailed(path, error, signal);
  }
}

function toFailed(path: string, error: unknown, signal: AbortSignal): RestoredFile {
  if (signal.aborted) throw error;
  return { path, kind: 'failed', message: error instanceof Error ? error.message : String(error) };
}
