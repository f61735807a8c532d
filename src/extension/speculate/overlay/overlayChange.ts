import type { LineCount } from '../../changes/changeList.ts';
import type { MovedFrom } from '../../changes/movePairs.ts';
import { toDisplayText } from '../../../shared/displayText.ts';
import { countChangedLines } from '../../text/lineDiff.ts';
import type { FileChange, SeenFiles } from '../../tools/tool.ts';

/** The change of one file. A rename is a deleted and an added file; see `MovePairs`. */
export type OverlayChange =
  | (OverlayEntry & { readonly kind: 'added'; readonly base: AbsentBase; readonly current: FileImage })
  | (OverlayEntry & { readonly kind: 'modified'; readonly base: FileBase; readonly current: FileImage })
  | (OverlayEntry & { readonly kind: 'deleted'; readonly base: FileBase; readonly current: null });

interface OverlayEntry extends ChangedFile {
  readonly lines: LineCount;
  /** Missing if the content was not moved from another file. */
  readonly moved?: MovedFrom;
}

export interface ChangedFile {
  readonly path: string;
  /** As `Workspace.resolve` returned it; not yet made safe for display. */
  readonly display: string;
}

/** A file whose prepared change could not be merged with the file's current content. */
export interface MergeConflict extends ChangedFile {
  /** The prepared file contains both versions between conflict markers. False if they cannot be merged at all. */
  readonly isMarked: boolean;
  /** The file has been deleted, and the prepared edits change it. */
  readonly isDeleted?: boolean;
}

/** The file in the workspace below, as it was when the overlay first changed it, or at the last `rebase`. */
export type OverlayBase = AbsentBase | FileBase;

export interface AbsentBase {
  readonly kind: 'absent';
}

export interface FileBase extends FileImage {
  readonly kind: 'file';
  /** The bytes were an editor's unsaved text. */
  readonly unsaved: boolean;
}

export interface FileImage {
  readonly hash: string;
  /** Bytes. */
  readonly size: number;
  /** POSIX permission bits, if known. */
  readonly mode?: number;
  /** Must not be called after the overlay is disposed. */
  readonly read: (signal: AbortSignal) => Promise<Uint8Array>;
}

/** Undefined if both are equal. */
export function toChange(
  { path, display }: ChangedFile,
  base: OverlayBase,
  current: FileImage | null,
  lines: LineCount,
  moved?: MovedFrom,
): OverlayChange | undefined {
  const file = { path, display, lines, ...(moved && { moved }) };
  if (base.kind === 'absent') return current ? { ...file, kind: 'added', base, current } : undefined;
  if (!current) return { ...file, kind: 'deleted', base, current };
  const same = current.mode === base.mode && current.hash === base.hash;
  return same ? undefined : { ...file, kind: 'modified', base, current };
}

export async function countLines(
  base: OverlayBase,
  current: FileImage | null,
  signal: AbortSignal,
): Promise<LineCount> {
  if (base.kind === 'file' && base.hash === current?.hash) return { added: 0, removed: 0 };
  const before = base.kind === 'file' ? await base.read(signal) : null;
  return countChangedLines(before, current && (await current.read(signal)));
}

export function toFileChange({ path, display, lines }: OverlayChange): FileChange {
  return { path, display: toDisplayText(display), ...lines };
}

/** `prepared`: undefined if the change was added later. `now`: undefined if the change was undone. */
export interface AmendedChange extends ChangedFile {
  readonly prepared: OverlayChange | undefined;
  readonly now: OverlayChange | undefined;
}

/**
 * Returns the files whose change `now` differs from the prepared change, or from what the model has seen: the user may
 * have edited the preview during the run. A merge with a newer version counts as an edit.
 */
export function findAmended(
  prepared: readonly OverlayChange[],
  now: readonly OverlayChange[],
  seen: Pick<SeenFiles, 'get'>,
): AmendedChange[] {
  const [before, after] = [byPath(prepared), byPath(now)];
  return [...new Map([...before, ...after]).values()].flatMap(({ path, display }) => {
    const change = { path, display, prepared: before.get(path), now: after.get(path) };
    const known = seen.get(path);
    const isAsSeen = !known || known.hash === change.now?.current?.hash;
    return isAsSeen && isAsPrepared(change) ? [] : [change];
  });
}

function isAsPrepared({ prepared, now }: AmendedChange): boolean {
  return prepared !== undefined && now !== undefined && prepared.current?.hash === now.current?.hash;
}

function byPath(changes: readonly OverlayChange[]): Map<string, OverlayChange> {
  return new Map(changes.map((change) => [change.path, change]));
}
