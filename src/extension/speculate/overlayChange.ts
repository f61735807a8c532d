import { contentHash } from '../tools/contentHash.ts';
import { toDisplayText } from '../tools/displayText.ts';
import { lineDiff } from '../tools/lineDiff.ts';
import { decodeText } from '../tools/textFile.ts';
import type { FileChange } from '../tools/tool.ts';

/** One file that differs. A renamed file is a deleted and an added one. */
export type OverlayChange =
  | (ChangedFile & { readonly kind: 'added'; readonly base: AbsentBase; readonly current: FileImage })
  | (ChangedFile & { readonly kind: 'modified'; readonly base: FileBase; readonly current: FileImage })
  | (ChangedFile & { readonly kind: 'deleted'; readonly base: FileBase; readonly current: null });

export interface ChangedFile {
  readonly path: string;
  /** As `Workspace.resolve` gives it. */
  readonly display: string;
}

/** What was below when the file was first changed. Kept until the change is gone. */
export type OverlayBase = AbsentBase | FileBase;

export interface AbsentBase {
  readonly kind: 'absent';
}

export interface FileBase extends FileImage {
  readonly kind: 'file';
  /** As `contentHash` gives it. */
  readonly hash: string;
  /** True where the bytes were an editor's unsaved text. */
  readonly unsaved: boolean;
}

export interface FileImage {
  readonly bytes: Uint8Array;
  /** POSIX permission bits, where known. */
  readonly mode?: number;
}

/** The change that makes `base` into `current`; undefined where that is what it was. */
export function toChange(
  { path, display }: ChangedFile,
  base: OverlayBase,
  current: FileImage | null,
): OverlayChange | undefined {
  if (base.kind === 'absent') return current ? { kind: 'added', path, display, base, current } : undefined;
  if (!current) return { kind: 'deleted', path, display, base, current };
  const same = current.mode === base.mode && contentHash(current.bytes) === base.hash;
  return same ? undefined : { kind: 'modified', path, display, base, current };
}

export function toImage(bytes: Uint8Array, mode: number | undefined): FileImage {
  return { bytes, ...(mode !== undefined && { mode }) };
}

/** A change counted in lines; binary content has none. Remembered for as long as the change lives. */
export function toFileChange(change: OverlayChange): FileChange {
  const known = counted.get(change);
  if (known) return known;
  const before = change.base.kind === 'file' ? textOf(change.base) : '';
  const after = change.current ? textOf(change.current) : '';
  const { added, removed } =
    before === undefined || after === undefined ? { added: 0, removed: 0 } : lineDiff(before, after);
  const fileChange = { path: change.path, display: toDisplayText(change.display), added, removed };
  counted.set(change, fileChange);
  return fileChange;
}

const counted = new WeakMap<OverlayChange, FileChange>();

function textOf({ bytes }: FileImage): string | undefined {
  const decoded = decodeText(bytes);
  return decoded.kind === 'text' ? decoded.text : undefined;
}
