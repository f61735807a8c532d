import { WorkspaceError, type Workspace } from '../ports/workspace.ts';
import type { RecordedFile } from './changeLog.ts';
import {
  contentOf,
  hasSameBytes,
  isSameContent,
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
  /** It has its earlier content already. */
  | { readonly kind: 'unchanged' }
  /** Somebody has changed it since; nothing was written. Null if there is, or was, no file. */
  | { readonly kind: 'conflict'; readonly now: Uint8Array | null; readonly before: Uint8Array | null }
  /** Its earlier content was too large for the store, or the store has lost it. */
  | { readonly kind: 'lost'; readonly reason: 'too-large' | 'damaged' }
  /** `message` is an error of the workspace. */
  | { readonly kind: 'failed'; readonly message: string }
);

/**
 * Gives every file of the prompt the content that it had before. Compares each file directly before it is written, and
 * leaves files that somebody has changed since. `recording` records these writes, so that they can be undone.
 *
 * A before-image that was an editor's unsaved text goes into the editor if the file has unsaved text again, else to
 * disk: the user had typed it, so it must not be lost.
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

async function restoreFile(
  { path, before, after }: RecordedFile,
  prompt: PromptLog,
  recording: Workspace,
  signal: AbortSignal,
): Promise<RestoredFile> {
  if (before.kind === 'lost') return { path, kind: 'lost', reason: before.reason };
  const first = contentOf(before);
  try {
    if (!(await leadsToItself(recording, path))) throw new WorkspaceError('outside', path, `${path} leads elsewhere.`);
    const state = await readState(recording, path, signal);
    // If the prompt left the bytes as they were, only the mode shows whether there is anything to restore.
    const isOurs = hasSameBytes(state, after) && !(hasSameBytes(first, after) && isSameContent(state, first));
    if (!isOurs && hasSameBytes(state, first)) return { path, kind: 'unchanged' };
    const bytes = before.kind === 'file' ? await prompt.readImage(before.image) : null;
    if (bytes === undefined) return { path, kind: 'lost', reason: 'damaged' };
    if (!isOurs) return { path, kind: 'conflict', now: state && state.bytes, before: bytes };
    const unsaved = await writeContent(recording, path, bytes, modeToRestore(first, after, state), signal);
    await removeFolders(recording, { before }, signal);
    return { path, kind: 'restored', unsaved };
  } catch (error) {
    if (signal.aborted) throw error;
    return { path, kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}
