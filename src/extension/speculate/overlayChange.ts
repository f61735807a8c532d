import { toDisplayText } from '../../shared/displayText.ts';
import { countChangedLines } from '../text/lineDiff.ts';
import type { FileChange } from '../tools/tool.ts';

/** The change of one file. A rename is a deleted and an added file. */
export type OverlayChange =
  | (OverlayEntry & { readonly kind: 'added'; readonly base: AbsentBase; readonly current: FileImage })
  | (OverlayEntry & { readonly kind: 'modified'; readonly base: FileBase; readonly current: FileImage })
  | (OverlayEntry & { readonly kind: 'deleted'; readonly base: FileBase; readonly current: null });

interface OverlayEntry extends ChangedFile {
  readonly lines: LineCount;
}

export interface ChangedFile {
  readonly path: string;
  /** As `Workspace.resolve` returned it; not yet made safe for display. */
  readonly display: string;
}

/**
 * The file in the workspace below, as it was when the overlay first changed it, or at the last `rebase`. Kept until the
 * change is undone.
 */
export type OverlayBase = AbsentBase | FileBase;

export interface AbsentBase {
  readonly kind: 'absent';
}

export interface FileBase extends FileImage {
  readonly kind: 'file';
  /** True if the bytes were an editor's unsaved text. */
  readonly unsaved: boolean;
}

export interface FileImage {
  /** The result of `contentHash`. */
  readonly hash: string;
  /** Bytes. */
  readonly size: number;
  /** POSIX permission bits, if known. */
  readonly mode?: number;
  /** Reads the bytes from memory or from the spill. Must not be called after the overlay is disposed. */
  readonly read: (signal: AbortSignal) => Promise<Uint8Array>;
}

/** Lines added and removed; 0 if either content is binary. */
export interface LineCount {
  readonly added: number;
  readonly removed: number;
}

/** Returns the change from `base` to `current`; undefined if both are equal. */
export function toChange(
  { path, display }: ChangedFile,
  base: OverlayBase,
  current: FileImage | null,
  lines: LineCount,
): OverlayChange | undefined {
  const file = { path, display, lines };
  if (base.kind === 'absent') return current ? { ...file, kind: 'added', base, current } : undefined;
  if (!current) return { ...file, kind: 'deleted', base, current };
  const same = current.mode === base.mode && current.hash === base.hash;
  return same ? undefined : { ...file, kind: 'modified', base, current };
}

/** Counts the changed lines between two images, each of which may be missing. */
export async function countLines(
  base: OverlayBase,
  current: FileImage | null,
  signal: AbortSignal,
): Promise<LineCount> {
  const before = base.kind === 'file' ? await base.read(signal) : null;
  return countChangedLines(before, current && (await current.read(signal)));
}

/** Converts a change for display. */
export function toFileChange({ path, display, lines }: OverlayChange): FileChange {
  return { path, display: toDisplayText(display), ...lines };
}

/**
 * Returns the display names of files whose change was edited, undone or added since the changes were prepared. A merge
 * of a prepared change with a newer version of its file counts as an edit.
 */
export function amendedFiles(prepared: readonly OverlayChange[], now: readonly OverlayChange[]): string[] {
  const left = new Map(now.map((change) => [change.path, change]));
  const known = new Set(prepared.map(({ path }) => path));
  const changed = prepared.filter((change) => !isSameContent(change, left.get(change.path)));
  const added = now.filter(({ path }) => !known.has(path));
  return [...changed, ...added].map((change) => change.display);
}

function isSameContent(one: OverlayChange, other: OverlayChange | undefined): boolean {
  return other !== undefined && one.current?.hash === other.current?.hash;
}
