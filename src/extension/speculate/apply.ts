import type { ChangeBatch, PlannedFile } from '../changes/batch.ts';
import { type FileContent, isWorkspaceError, type Workspace, type WorkspaceErrorKind } from '../ports/workspace.ts';
import { leadsToItself, missingFolders, removeFolders } from '../changes/fileState.ts';
import { contentHash } from '../text/contentHash.ts';
import { mapConcurrently } from '../base/mapConcurrently.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import type { FileChange } from '../tools/tool.ts';
import { toSummary } from '../tools/toolFailure.ts';
import { toFileReason } from './activity.ts';
import { toFileChange, type ChangedFile, type FileImage, type OverlayChange } from './overlay/overlayChange.ts';
import { foldersAbove } from './overlay/pathKey.ts';
import { notAppliedTexts } from '../base/texts/preparedTexts.ts';

export type ApplyResult =
  | {
      readonly kind: 'applied';
      readonly files: FileChange[];
      /** Display names of files that are changed in an editor and not yet on disk. */
      readonly unsaved: string[];
      readonly reformatted: ReformattedFile[];
      /** The batch is still open: the caller must call `written` and then `finished`. */
      readonly batch: ApplyBatch;
    }
  /** The files differ from the speculation's bases. Each finished write was undone. */
  | { readonly kind: 'conflict'; /** Display names. */ readonly paths: string[] }
  | {
      readonly kind: 'failed';
      /** For the user. */
      readonly message: string;
      /** For the log; can be empty. */
      readonly errors: readonly unknown[];
      /** Every file has its earlier content again. */
      readonly restored: boolean;
    };

/** A file whose content changed on save, for example by a formatter. */
export interface ReformattedFile extends ChangedFile {
  readonly prepared: Uint8Array;
  readonly saved: Uint8Array;
}

/** Stores the files' contents before they are written, so that the next start can recover from a crash. */
export type BeginBatch = (files: readonly PlannedFile[], signal: AbortSignal) => Promise<ApplyBatch>;
export type ApplyBatch = Pick<ChangeBatch, 'wrote' | 'written' | 'finished' | 'undone'>;

/** For a workspace in memory, whose files do not survive a crash. */
export const beginNothing: BeginBatch = () => Promise.resolve(NO_BATCH);

const NO_BATCH: ApplyBatch = {
  wrote: () => Promise.resolve(),
  written: () => Promise.resolve(),
  finished: () => Promise.resolve(),
  undone: () => Promise.resolve(),
};

/**
 * Writes an overlay's changes into the workspace below it: all of them, or none. Files are compared with their bases
 * before the batch begins, and again directly before each write. If a step fails, finished steps are undone, except for
 * files that somebody else has changed since. Calls for one workspace run one after another.
 */
export function applyChanges(
  changes: readonly OverlayChange[],
  workspace: Workspace,
  begin: BeginBatch,
  signal: AbortSignal,
): Promise<ApplyResult> {
  const before = locks.get(workspace) ?? Promise.resolve();
  const result = before.then(() => applyLocked(changes, workspace, begin, signal));
  locks.set(workspace, result.then(ignore, ignore));
  return result;
}

/** Files that are compared at a time. Limited, because each may be as large as the workspace can read. */
const MAX_COMPARED = 4;

const locks = new WeakMap<Workspace, Promise<void>>();
const ignore = (): void => {};

async function applyLocked(
  changes: readonly OverlayChange[],
  workspace: Workspace,
  begin: BeginBatch,
  signal: AbortSignal,
): Promise<ApplyResult> {
  const done: DoneStep[] = [];
  const unsaved: string[] = [];
  const reformatted: ReformattedFile[] = [];
  let batch = NO_BATCH;
  /** Ends the batch even if a file could not be restored, because the result already reports the file. */
  const undo = async (): Promise<Undone> => {
    const undone = await rollBack(done, workspace);
    // If this fails, the next start ends the batch.
    await batch.undone().catch(ignore);
    return undone;
  };
  const conflictAt = async ({ change }: ApplyStep): Promise<ApplyResult> => {
    const { restored, message, errors } = await undo();
    if (restored) return { kind: 'conflict', paths: [nameOf(change)] };
    const why = notAppliedTexts.changedMeanwhile(nameOf(change));
    return { kind: 'failed', message: `${why} ${message}`, errors, restored };
  };
  try {
    const steps: ApplyStep[] = [];
    const changed: string[] = [];
    const plan = planApply(changes);
    const bases = await mapConcurrently(plan, MAX_COMPARED, (change) => findBase(change, workspace, signal));
    for (const [index, change] of plan.entries()) {
      const found = bases[index];
      if (found) steps.push(toStep(change, found));
      else changed.push(nameOf(change));
    }
    if (changed.length > 0) return { kind: 'conflict', paths: changed.sort() };
    if (steps.length > 0) batch = await begin(steps.map(toPlannedFile), signal);

    for (const step of steps) {
      const { path } = step.change;
      if (!(await leadsToItself(workspace, path))) return await conflictAt(step);
      const folders = step.before ? [] : await missingFolders(workspace, path, signal);
      const inProgress: DoneStep = { ...step, folders, written: step.after?.hash ?? null };
      done.push(inProgress);
      const written = await write(step, workspace, signal);
      if (written === 'changed') {
        done.pop();
        return await conflictAt(step);
      }
      inProgress.written = written && contentHash(written.saved);
      if (!written) continue;
      if (written.unsaved) unsaved.push(nameOf(step.change));
      if (inProgress.written !== step.after?.hash) reformatted.push(written);
      await batch.wrote(path, written.saved);
    }
    // A power cut may undo writes that were not flushed, so flush before the batch counts as written.
    await workspace.flush?.(
      steps.map(({ change }) => change.path),
      signal,
    );
    return { kind: 'applied', files: changes.map(toFileChange), unsaved, reformatted, batch };
  } catch (error) {
    const { restored, message, errors } = await undo();
    const why = toFileReason(error, changes);
    return { kind: 'failed', message: message ? `${why} ${message}` : why, errors: [error, ...errors], restored };
  }
}

/** `before` and `after` are null if there is no file. */
interface ApplyStep {
  readonly change: OverlayChange;
  readonly before: FileImage | null;
  readonly after: FileImage | null;
  /** Undefined keeps the mode that the file has when it is written. */
  readonly mode: number | undefined;
}

interface WrittenFile extends ReformattedFile {
  readonly unsaved: boolean;
}

interface DoneStep extends ApplyStep {
  /** Created by the step, innermost first. */
  readonly folders: string[];
  /** The hash of the content after the step; the intended one until the step finishes. Null for a delete. */
  written: string | null;
}

/**
 * Deletes come last, so that a crash leaves extra files instead of losing some. If a folder takes the place of a
 * deleted file, that delete comes first.
 */
function planApply(changes: readonly OverlayChange[]): OverlayChange[] {
  const folders = new Set(changes.flatMap((change) => (change.current ? foldersAbove(change.path) : [])));
  const rank = (change: OverlayChange): number => (change.current ? 1 : folders.has(change.path) ? 0 : 2);
  return changes.toSorted((a, b) => rank(a) - rank(b));
}

/** A changed mode alone does not count as a change. */
export async function isBaseStill(change: OverlayChange, workspace: Workspace, signal: AbortSignal): Promise<boolean> {
  return (await findBase(change, workspace, signal)) !== undefined;
}

/** Keeps a mode that has changed since the base was read, unless the change itself sets a mode. */
function toStep(change: OverlayChange, found: FoundBase): ApplyStep {
  const { base, current } = change;
  const before = base.kind === 'file' ? withMode(base, found.mode) : null;
  const keepsMode = base.kind === 'file' && current?.mode === base.mode;
  const after = current && (keepsMode ? withMode(current, found.mode) : current);
  return { change, before, after, mode: keepsMode ? undefined : current?.mode };
}

function withMode({ hash, size, read }: FileImage, mode: number | undefined): FileImage {
  return { hash, size, read, ...(mode !== undefined && { mode }) };
}

function toPlannedFile({ change, before, after }: ApplyStep): PlannedFile {
  const { path, base, lines, moved } = change;
  const unsaved = base.kind === 'file' && base.unsaved;
  return { path, before: before && { ...before, unsaved }, after, ...lines, moved };
}

interface FoundBase {
  readonly mode: number | undefined;
}

/**
 * Undefined if the file no longer equals its base, or if the path now leads elsewhere. Otherwise an object, whose
 * `mode` is undefined if the file is still missing.
 */
async function findBase(
  change: OverlayChange,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<FoundBase | undefined> {
  if (!(await leadsToItself(workspace, change.path))) return undefined;
  if (change.base.kind === 'absent') {
    return (await isFree(change.path, workspace, signal)) ? { mode: undefined } : undefined;
  }
  const found = await readFile(change.path, workspace, signal);
  return found && contentHash(found.bytes) === change.base.hash ? { mode: found.mode } : undefined;
}

async function isFree(path: string, workspace: Workspace, signal: AbortSignal): Promise<boolean> {
  try {
    return (await workspace.stat(path, signal)) === undefined;
  } catch (error) {
    // A file is in a parent folder's place. Unless this apply deletes it, the write fails with this error.
    if (isKind(error, 'not-directory')) return true;
    throw error;
  }
}

interface Undone {
  readonly restored: boolean;
  /** For the user: the files that could not be restored; can be empty. */
  readonly message: string;
  readonly errors: readonly unknown[];
}

/** Undoes the last step first. A step may not have written its file yet. */
async function rollBack(steps: readonly DoneStep[], workspace: Workspace): Promise<Undone> {
  const { signal } = new AbortController();
  const lost: string[] = [];
  const errors: unknown[] = [];
  for (const { change, before, folders, written } of [...steps].reverse()) {
    try {
      const now = await hashOf(change.path, workspace, signal);
      if (now === written) await restore(change.path, before, workspace, signal);
      else if (now !== (before?.hash ?? null)) lost.push(notAppliedTexts.changedSince(nameOf(change)));
      await removeFolders(workspace, [{ before: { kind: 'absent', folders } }], signal);
    } catch (error) {
      lost.push(`${nameOf(change)} (${toSummary(error)})`);
      errors.push(error);
    }
  }
  if (lost.length === 0) return { restored: true, message: '', errors };
  return { restored: false, message: notAppliedTexts.notRestored(lost.join(', ')), errors };
}

/** Null after a delete. `changed`: nothing was written, because the file is not the base any more. */
async function write(
  { change: { path, display, base }, after, mode }: ApplyStep,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<WrittenFile | 'changed' | null> {
  const expected = base.kind === 'absent' ? 'absent' : base.hash;
  try {
    if (!after) {
      await workspace.delete(path, { expected }, signal);
      return null;
    }
    const options = { expected, flushesLater: workspace.flush !== undefined, ...(mode !== undefined && { mode }) };
    const prepared = await after.read(signal);
    const { bytes: saved, unsaved } = await workspace.write(path, prepared, options, signal);
    return { path, display, prepared, saved, unsaved };
  } catch (error) {
    if (isKind(error, 'changed') || isKind(error, 'is-directory')) return 'changed';
    throw error;
  }
}

async function restore(
  path: string,
  before: FileImage | null,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<void> {
  if (!before) return workspace.delete(path, {}, signal);
  const mode = before.mode === undefined ? {} : { mode: before.mode };
  await workspace.write(path, await before.read(signal), { exact: true, ...mode }, signal);
}

/** Hashes only the content, because a changed mode alone is not a user's edit. Null if there is no file. */
async function hashOf(path: string, workspace: Workspace, signal: AbortSignal): Promise<string | null> {
  const found = await readFile(path, workspace, signal);
  return found ? contentHash(found.bytes) : null;
}

/** Undefined if there is no file. */
export async function readIfThere(
  path: string,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  return (await readFile(path, workspace, signal))?.bytes;
}

async function readFile(path: string, workspace: Workspace, signal: AbortSignal): Promise<FileContent | undefined> {
  try {
    return await workspace.read(path, signal);
  } catch (error) {
    if (isKind(error, 'not-found') || isKind(error, 'not-directory') || isKind(error, 'is-directory')) return undefined;
    throw error;
  }
}

function nameOf(change: OverlayChange): string {
  return toDisplayText(change.display);
}

function isKind(error: unknown, kind: WorkspaceErrorKind): boolean {
  return isWorkspaceError(error) && error.kind === kind;
}
