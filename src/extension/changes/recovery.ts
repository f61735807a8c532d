import type { FileStore } from '../ports/fileStore.ts';
import type { Workspace } from '../ports/workspace.ts';
import type { ChangeBatch } from './batch.ts';
import type { BatchJournal, JournaledBatch, JournalFile } from './batchJournal.ts';
import type { Content } from './changeLog.ts';
import {
  contentOf,
  hasSameBytes,
  isKind,
  isSameContent,
  leadsToItself,
  modeToRestore,
  readState,
  removeFolders,
  toContent,
  writeContent,
} from './fileState.ts';
import { readImage } from './imageFile.ts';
import type { PromptLog } from './promptLog.ts';

export type Recovery =
  /**
   * The caller must record the exchange if needed, then call `finished`. Without that call, a later start finds the
   * batch again.
   */
  | { readonly kind: 'written'; readonly exchange: unknown; finished(): Promise<void> }
  /** `changed`: files that somebody else has changed, and that were left as they are. */
  | { readonly kind: 'rolled-back'; readonly changed: readonly string[] };

export interface InterruptedBatch {
  readonly journal: BatchJournal;
  readonly journaled: JournaledBatch & { readonly plan: object };
  readonly batch: ChangeBatch;
  readonly prompt: PromptLog;
}

/** `has`: whether the content is from before the batch, from after the batch, or neither. */
type LocatedFile = JournalFile & { readonly has: 'before' | 'after' | 'other'; readonly now: Content };

/**
 * Completes a batch after a crash, or rolls it back. The files are written in order. Therefore, if a later file has the
 * batch's content, an earlier file with other content counts as written: somebody else must have changed it afterwards.
 * A batch that is `written` is never rolled back. Any other batch is rolled back if
 *
 * - no file has the batch's content
 * - a file after the last written file has other content, which must not be overwritten
 * - a file cannot be written
 * - `prefer` is `roll-back`, and not all files have the batch's content
 *
 * Throws if the rollback fails or a file cannot be read. A later start then finds the batch again.
 */
export async function recoverBatch(
  { journal, journaled, batch, prompt }: InterruptedBatch,
  prefer: 'finish' | 'roll-back',
  store: FileStore,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<Recovery> {
  const { plan, isWritten } = journaled;
  const located = isWritten ? [] : await locate(journaled, workspace, signal);
  const isComplete = located.every(({ has }) => has === 'after');
  if (!isComplete && (prefer === 'roll-back' || !isFinishable(located))) {
    return rollBackBatch(located, batch, prompt, workspace, signal);
  }
  try {
    for (const file of located) if (file.has === 'before') await finishFile(file, journal, store, workspace, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    return rollBackBatch(await locate(journaled, workspace, signal), batch, prompt, workspace, signal);
  }
  if (!isWritten) {
    await flush(located, workspace, signal);
    await batch.written();
  }
  return { kind: 'written', exchange: plan.turn, finished: () => batch.finished() };
}

function isFinishable(located: readonly LocatedFile[]): boolean {
  const last = located.findLastIndex(({ has }) => has === 'after');
  return last >= 0 && !located.slice(last).some(({ has }) => has === 'other');
}

async function rollBackBatch(
  located: readonly LocatedFile[],
  batch: ChangeBatch,
  prompt: PromptLog,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<Recovery> {
  await rollBack(located, prompt, workspace, signal);
  await flush(located, workspace, signal);
  await batch.undone();
  return { kind: 'rolled-back', changed: located.flatMap(({ path, has }) => (has === 'other' ? path : [])) };
}

/** Call before `written` or `undone` of the batch, because a power cut may undo writes that were not flushed. */
async function flush(located: readonly LocatedFile[], workspace: Workspace, signal: AbortSignal): Promise<void> {
  const changed = located.filter(({ has }) => has !== 'other').map(({ path }) => path);
  await workspace.flush?.(changed, signal);
}

async function locate(
  { plan: { files }, wrote, skipped }: InterruptedBatch['journaled'],
  workspace: Workspace,
  signal: AbortSignal,
): Promise<LocatedFile[]> {
  const located: LocatedFile[] = [];
  for (const file of files.filter(({ path }) => !skipped.has(path))) {
    const now = await contentNow(workspace, file.path, signal);
    const saved = wrote.get(file.path);
    located.push({ ...file, has: now === undefined ? 'other' : contentAt(file, now, saved), now: now ?? null });
  }
  return located;
}

/**
 * Compares modes only if the batch changes nothing but the mode, because a user's change of the mode is not an edit.
 * `saved`: the hash of the written content if a formatter changed it.
 */
function contentAt({ before, after }: JournalFile, now: Content, saved: string | undefined): LocatedFile['has'] {
  const first = contentOf(before);
  if (saved !== undefined && now?.hash === saved) return 'after';
  if (hasSameBytes(first, after))
    return isSameContent(now, after) ? 'after' : hasSameBytes(now, first) ? 'before' : 'other';
  if (hasSameBytes(now, after)) return 'after';
  return hasSameBytes(now, first) ? 'before' : 'other';
}

/**
 * Undefined if the batch cannot have written the file: the file is too large, or its path is outside the workspace or
 * now leads elsewhere.
 */
async function contentNow(workspace: Workspace, path: string, signal: AbortSignal): Promise<Content | undefined> {
  try {
    if (await leadsToItself(workspace, path)) return toContent(await readState(workspace, path, signal));
  } catch (error) {
    if (!isKind(error, ['too-large', 'outside'])) throw error;
  }
  return undefined;
}

async function finishFile(
  { path, after }: LocatedFile,
  journal: BatchJournal,
  store: FileStore,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<void> {
  const bytes = after && (await readImage(store, journal.images, after));
  if (bytes === undefined) throw new Error(`The prepared content of ${path} was damaged`);
  await writeContent(workspace, path, bytes, after?.mode, signal);
}

/** Restores the files that have the batch's content, the last one first. */
async function rollBack(
  located: readonly LocatedFile[],
  prompt: PromptLog,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<void> {
  for (const { path, before, after, now, has } of located.toReversed()) {
    if (has !== 'after') continue;
    const bytes = before.kind === 'file' ? await prompt.readImage(before.image) : null;
    if (bytes === undefined) throw new Error(`The earlier content of ${path} was damaged`);
    await writeContent(workspace, path, bytes, modeToRestore(contentOf(before), after, now), signal);
    await removeFolders(workspace, [{ before }], signal);
  }
}
