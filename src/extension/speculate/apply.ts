import { WorkspaceError, type Workspace, type WorkspaceErrorKind, type WriteOptions } from '../ports/workspace.ts';
import { contentHash } from '../text/contentHash.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import type { FileChange } from '../tools/tool.ts';
import { toFileChange, type FileImage, type OverlayChange } from './overlayChange.ts';
import { foldersAbove } from './pathKey.ts';
import { notAppliedTexts } from '../base/texts/preparedTexts.ts';

export type ApplyResult =
  /** `unsaved`: the display names of files that are changed in an editor and not yet on disk. */
  | { readonly kind: 'applied'; readonly files: FileChange[]; readonly unsaved: string[] }
  /** These files differ from the speculation's bases. No change remains: each finished write was undone. */
  | { readonly kind: 'conflict'; /** For people. */ readonly paths: string[] }
  /** `restored`: true if every file has its earlier content again. */
  | { readonly kind: 'failed'; readonly message: string; readonly restored: boolean };

/**
 * Writes an overlay's changes into the workspace below it: all of them, or none. Compares every base before the first
 * write, and each base again directly before its own write. If a step fails, the finished steps are restored from their
 * before-images, except in files that someone has changed since; changes by a formatter on save do not count. Calls for
 * one workspace run one after another.
 */
export function applyChanges(
  changes: readonly OverlayChange[],
  workspace: Workspace,
  signal: AbortSignal,
): Promise<ApplyResult> {
  const before = locks.get(workspace) ?? Promise.resolve();
  const result = before.then(() => applyLocked(changes, workspace, signal));
  // The next call waits for this one, even if it fails.
  locks.set(workspace, result.then(ignore, ignore));
  return result;
}

const locks = new WeakMap<Workspace, Promise<void>>();
const ignore = (): void => {};

async function applyLocked(
  changes: readonly OverlayChange[],
  workspace: Workspace,
  signal: AbortSignal,
): Promise<ApplyResult> {
  const done: DoneStep[] = [];
  const unsaved: string[] = [];
  try {
    const changed: string[] = [];
    for (const change of changes) if (!(await isBaseStill(change, workspace, signal))) changed.push(nameOf(change));
    if (changed.length > 0) return { kind: 'conflict', paths: changed };

    for (const step of planApply(changes)) {
      if (!(await isBaseStill(step.change, workspace, signal))) {
        const { restored, message } = await rollBack(done, workspace);
        if (restored) return { kind: 'conflict', paths: [nameOf(step.change)] };
        return {
          kind: 'failed',
          message: `${notAppliedTexts.changedMeanwhile(nameOf(step.change))} ${message}`,
          restored,
        };
      }
      const inProgress: DoneStep = { ...step, written: step.after?.hash ?? null };
      done.push(inProgress);
      const { hash, isUnsaved } = await write(step.change.path, step.after, workspace, {}, signal);
      inProgress.written = hash;
      if (isUnsaved) unsaved.push(nameOf(step.change));
    }
    return { kind: 'applied', files: changes.map(toFileChange), unsaved };
  } catch (error) {
    const { restored, message } = await rollBack(done, workspace);
    return { kind: 'failed', message: [messageOf(error), message].filter(Boolean).join(' '), restored };
  }
}

/** A file's content before and after the step; `null` if there is no file. */
interface ApplyStep {
  readonly change: OverlayChange;
  readonly before: FileImage | null;
  readonly after: FileImage | null;
}

interface DoneStep extends ApplyStep {
  /** The hash of the file's content after the step: as saved, or as intended if the step did not finish. */
  written: string | null;
}

/**
 * Deletes come last, so that a crash leaves extra files instead of losing some. Exception: if a folder takes the file's
 * place, the delete comes first.
 */
function planApply(changes: readonly OverlayChange[]): ApplyStep[] {
  const folders = new Set(changes.flatMap((change) => (change.current ? foldersAbove(change.path) : [])));
  const rank = (change: OverlayChange): number => (change.current ? 1 : folders.has(change.path) ? 0 : 2);
  return changes
    .map((change) => ({ change, before: change.base.kind === 'file' ? change.base : null, after: change.current }))
    .sort((a, b) => rank(a.change) - rank(b.change));
}

/** Also returns false if the path now leads elsewhere: a folder became a link, or the name has another spelling. */
async function isBaseStill(change: OverlayChange, workspace: Workspace, signal: AbortSignal): Promise<boolean> {
  const resolution = await workspace.resolve(change.path);
  if (resolution.kind === 'outside' || resolution.path !== change.path) return false;
  if (change.base.kind === 'absent') return isFree(change.path, workspace, signal);
  return (await hashOf(change.path, workspace, signal)) === change.base.hash;
}

async function isFree(path: string, workspace: Workspace, signal: AbortSignal): Promise<boolean> {
  try {
    return (await workspace.stat(path, signal)) === undefined;
  } catch (error) {
    // A file is where a parent folder must be. Unless this apply deletes the file, the write fails with this error.
    if (isKind(error, 'not-directory')) return true;
    throw error;
  }
}

/** Undoes all steps, the last step first. If the last step did not take effect, it is skipped. */
async function rollBack(
  steps: readonly DoneStep[],
  workspace: Workspace,
): Promise<{ restored: boolean; message: string }> {
  const { signal } = new AbortController();
  const lost: string[] = [];
  for (const { change, before, written } of [...steps].reverse()) {
    try {
      const now = await hashOf(change.path, workspace, signal);
      if (now === written) await write(change.path, before, workspace, { exact: true }, signal);
      else if (now !== (before?.hash ?? null)) lost.push(notAppliedTexts.changedSince(nameOf(change)));
    } catch (error) {
      lost.push(`${nameOf(change)} (${messageOf(error)})`);
    }
  }
  if (lost.length === 0) return { restored: true, message: '' };
  return { restored: false, message: notAppliedTexts.notRestored(lost.join(', ')) };
}

/** Writes or deletes the file. Returns the hash of its content afterwards; null after a delete. */
async function write(
  path: string,
  image: FileImage | null,
  workspace: Workspace,
  options: WriteOptions,
  signal: AbortSignal,
): Promise<{ hash: string | null; isUnsaved: boolean }> {
  if (!image) {
    await workspace.delete(path, signal);
    return { hash: null, isUnsaved: false };
  }
  const mode = image.mode === undefined ? {} : { mode: image.mode };
  const { bytes, unsaved } = await workspace.write(path, await image.read(signal), { ...options, ...mode }, signal);
  return { hash: contentHash(bytes), isUnsaved: unsaved };
}

/** Hashes only the content, because a changed mode alone is not a user's edit. Null if there is no file. */
async function hashOf(path: string, workspace: Workspace, signal: AbortSignal): Promise<string | null> {
  try {
    return contentHash((await workspace.read(path, signal)).bytes);
  } catch (error) {
    if (isKind(error, 'not-found') || isKind(error, 'not-directory') || isKind(error, 'is-directory')) return null;
    throw error;
  }
}

function nameOf(change: OverlayChange): string {
  return toDisplayText(change.display);
}

function isKind(error: unknown, kind: WorkspaceErrorKind): boolean {
  return error instanceof WorkspaceError && error.kind === kind;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
