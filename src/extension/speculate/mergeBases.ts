import { conflictTexts } from '../base/texts/preparedTexts.ts';
import { isWorkspaceError, type Workspace } from '../ports/workspace.ts';
import { hasConflictMarkers, mergeThreeWays, type ConflictLabels, type MergeResult } from '../text/threeWayMerge.ts';
import { isBaseStill } from './apply.ts';
import type { Overlay } from './overlay.ts';
import type { ChangedFile, MergeConflict } from './overlay/overlayChange.ts';

/**
 * Merges prepared changes with files that differ from the changes' bases. Afterwards, the base of each merged change is
 * the file's current content.
 */
export async function mergeBases(
  overlay: Overlay,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<MergeConflict[]> {
  const conflicts: MergeConflict[] = [];
  for (const change of overlay.changes()) {
    if (await isBaseStill(change, workspace, signal)) continue;
    const { kind, isDeleted } = await mergeFile(change, overlay, { marksConflicts: true }, signal);
    const { path, display } = change;
    if (kind === 'clean') continue;
    conflicts.push({ path, display, isMarked: kind === 'conflict', ...(isDeleted && { isDeleted }) });
  }
  return conflicts;
}

/**
 * Like `mergeBases`, but leaves conflicting changes as they are. Call before opening a diff, so that it shows what
 * would be written.
 */
export async function mergeCleanBases(overlay: Overlay, workspace: Workspace, signal: AbortSignal): Promise<void> {
  for (const change of overlay.changes()) {
    if (await isBaseStill(change, workspace, signal)) continue;
    await mergeFile(change, overlay, { marksConflicts: false }, signal);
  }
}

/** Files whose prepared content still has conflict markers. */
export async function unresolvedFiles(
  files: readonly ChangedFile[],
  overlay: Overlay,
  signal: AbortSignal,
): Promise<ChangedFile[]> {
  const unresolved: ChangedFile[] = [];
  for (const change of overlay.changes()) {
    const isListed = files.some(({ path }) => path === change.path);
    if (!isListed || !change.current) continue;
    if (hasConflictMarkers(await change.current.read(signal), labels())) unresolved.push(change);
  }
  return unresolved;
}

async function mergeFile(
  { path }: ChangedFile,
  overlay: Overlay,
  { marksConflicts }: { readonly marksConflicts: boolean },
  signal: AbortSignal,
): Promise<{ readonly kind: MergeResult['kind']; readonly isDeleted: boolean }> {
  let kind: MergeResult['kind'] = 'unmergeable';
  let isDeleted = false;
  try {
    await overlay.rebase(
      path,
      (versions) => {
        const merged = mergeThreeWays(versions, labels());
        kind = merged.kind;
        isDeleted = versions.current === null;
        if (merged.kind === 'unmergeable' || (merged.kind === 'conflict' && !marksConflicts)) return undefined;
        return merged.bytes;
      },
      signal,
    );
  } catch (error) {
    signal.throwIfAborted();
    if (!isWorkspaceError(error)) throw error;
    // For example, a folder is in the file's place.
    return { kind: 'unmergeable', isDeleted: false };
  }
  return { kind, isDeleted };
}

function labels(): ConflictLabels {
  return { current: conflictTexts.current(), incoming: conflictTexts.incoming() };
}
