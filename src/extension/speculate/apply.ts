import { WorkspaceError, type Workspace, type WorkspaceErrorKind, type WriteOptions } from '../ports/workspace.ts';
import { contentHash } from '../text/contentHash.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import type { FileChange } from '../tools/tool.ts';
import { toFileChange, type FileImage, type OverlayChange } from './overlayChange.ts';
import { foldersAbove } from './pathKey.ts';

export type ApplyResult =
  /** `unsaved`: those of them, for people, that are in an editor and not yet on disk. */
  | { readonly kind: 'applied'; readonly files: FileChange[]; readonly unsaved: string[] }
  /** These files are not what the speculation was based on. Nothing was written. */
  | { readonly kind: 'conflict'; /** For people. */ readonly paths: string[] }
  /** `restored`: every file is what it was before. */
  | { readonly kind: 'failed'; readonly message: string; readonly restored: boolean };

/**
 * Brings an overlay's changes into the workspace below it: all of them, or none. Every base is compared before the
 * first write and each once more right before its own; when a step fails, the steps done are taken back from their
 * before-images, except where somebody has changed the file since; a formatter that ran on saving is nobody. One at a
 * time for each workspace.
 */
export function applyChanges(
  changes: readonly OverlayChange[],
  workspace: Workspace,
  signal: AbortSignal,
): Promise<ApplyResult> {
  const before = locks.get(workspace) ?? Promise.resolve();
  const result = before.then(() => applyLocked(changes, workspace, signal));
  // The next one waits for this one's end, however it ends.
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
        const { restored, message } = await takeBack(done, workspace);
        if (restored) return { kind: 'conflict', paths: [nameOf(step.change)] };
        return { kind: 'failed', message: `${nameOf(step.change)} changed in the meantime. ${message}`, restored };
      }
      const doing: DoneStep = { ...step, written: step.after?.hash ?? null };
      done.push(doing);
      const { hash, isUnsaved } = await write(step.change.path, step.after, workspace, {}, signal);
      doing.written = hash;
      if (isUnsaved) unsaved.push(nameOf(step.change));
    }
    return { kind: 'applied', files: changes.map(toFileChange), unsaved };
  } catch (error) {
    const { restored, message } = await takeBack(done, workspace);
    return { kind: 'failed', message: [messageOf(error), message].filter(Boolean).join(' '), restored };
  }
}

/** One file's way from one image to another, `null` being no file. */
interface ApplyStep {
  readonly change: OverlayChange;
  readonly before: FileImage | null;
  readonly after: FileImage | null;
}

interface DoneStep extends ApplyStep {
  /** The hash of what is there since: as it was saved, or as it was meant where the step did not come to its end. */
  written: string | null;
}

/** Deletes come last, so that a crash leaves too much rather than too little, except where a folder takes their place. */
function planApply(changes: readonly OverlayChange[]): ApplyStep[] {
  const folders = new Set(changes.flatMap((change) => (change.current ? foldersAbove(change.path) : [])));
  const rank = (change: OverlayChange): number => (change.current ? 1 : folders.has(change.path) ? 0 : 2);
  return changes
    .map((change) => ({ change, before: change.base.kind === 'file' ? change.base : null, after: change.current }))
    .sort((a, b) => rank(a.change) - rank(b.change));
}

/** False also where the path leads somewhere else now: a folder became a link, or the name got another spelling. */
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
    // A file stands where one of its folders will be; if it is not one of the deleted, the write fails and says so.
    if (isKind(error, 'not-directory')) return true;
    throw error;
  }
}

/** Undoes steps, the last first, and tries every one. The last may not have taken effect: then there is nothing to do. */
async function takeBack(
  steps: readonly DoneStep[],
  workspace: Workspace,
): Promise<{ restored: boolean; message: string }> {
  const { signal } = new AbortController();
  const lost: string[] = [];
  for (const { change, before, written } of [...steps].reverse()) {
    try {
      const now = await hashOf(change.path, workspace, signal);
      if (now === written) await write(change.path, before, workspace, { exact: true }, signal);
      else if (now !== (before?.hash ?? null)) lost.push(`${nameOf(change)} (changed since)`);
    } catch (error) {
      lost.push(`${nameOf(change)} (${messageOf(error)})`);
    }
  }
  if (lost.length === 0) return { restored: true, message: '' };
  return { restored: false, message: `Could not be restored: ${lost.join(', ')}.` };
}

/** Returns what is there afterwards. */
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

/** By content: a mode alone is nothing that somebody wrote. Null where there is no file. */
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
