import { contentHash } from '../text/contentHash.ts';
import { decodeText } from '../text/textFile.ts';
import { isSecretFile } from '../text/secretFiles.ts';
import { lineDiff } from '../text/lineDiff.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import { resultTexts } from '../base/texts/resultTexts.ts';
import { changedSinceRead } from './filePlan.ts';
import { failed, type RemovedFile, type ToolContext, type ToolOutcome } from './tool.ts';
import { resolveToolPath } from './toolPath.ts';

/** The file that a call deletes or moves. */
export interface FileToRemove {
  readonly path: string;
  readonly display: string;
  readonly bytes: Uint8Array;
  /** Whether `bytes` are an editor's unsaved text. */
  readonly unsaved: boolean;
}

export type Found<T> =
  { readonly kind: 'ready'; readonly found: T } | { readonly kind: 'refused'; readonly outcome: ToolOutcome };

/**
 * Reads the file that a call deletes or moves. Refuses a path outside the workspace, a missing file, a folder, and a
 * file that changed since the model read it. The model need not have read the file, because the call does not depend on
 * its content. Refuses a symbolic link, because rules and approval are about its target, and a moved relative link
 * would lead elsewhere.
 */
export async function findFileToRemove(
  filePath: string,
  { workspace, seen }: ToolContext,
  signal: AbortSignal,
): Promise<Found<FileToRemove>> {
  const target = await resolveToolPath(workspace, filePath);
  if (target.kind === 'refused') return target;
  const { path, display } = target;
  if (target.isLink) {
    return refuse(`${filePath} is a symbolic link to ${display}. Nothing was changed.`, resultTexts.isLink());
  }
  const stat = await workspace.stat(path, signal);
  if (!stat) return refuse(`${display} does not exist.`, resultTexts.notFound());
  if (stat.type === 'directory') {
    return refuse(`${display} is a folder; this tool takes single files. Nothing was changed.`, resultTexts.isFolder());
  }
  const { bytes, unsaved } = await workspace.read(path, signal);
  const known = seen.get(path);
  if (known && known.hash !== contentHash(bytes)) {
    const now = { path, display, bytes, isSecret: isSecretFile(target) };
    return { kind: 'refused', outcome: changedSinceRead(known, now, seen) };
  }
  return { kind: 'ready', found: { path, display, bytes, unsaved } };
}

export function toRemovedFile({ path, display, bytes }: FileToRemove): RemovedFile {
  return { path, display: toDisplayText(display), bytes };
}

/** Returns a diff that removes all lines of the file; empty if the file is not text. */
export function removedLines({ bytes }: FileToRemove): { readonly removed: number; readonly diff: string } {
  const decoded = decodeText(bytes);
  const { removed, hunks } = lineDiff(decoded.kind === 'text' ? decoded.text : '', '');
  return { removed, diff: hunks };
}

export function refuse(text: string, summary: string): { readonly kind: 'refused'; readonly outcome: ToolOutcome } {
  return { kind: 'refused', outcome: failed(text, summary) };
}
