import { notAppliedTexts } from '../base/texts/preparedTexts.ts';
import type { applyFiles, applySpeculation } from './applySpeculation.ts';
import { mergeBases } from './mergeBases.ts';
import type { ChangedFile, MergeConflict } from './overlay/overlayChange.ts';
import type { Speculation } from './speculation.ts';

/** `conflict`: files no longer equal their bases. */
export type AttemptResult = Awaited<ReturnType<typeof applySpeculation>> | Awaited<ReturnType<typeof applyFiles>>;

type MergedResult = Exclude<AttemptResult, { kind: 'conflict' }> | Conflicts;

interface Conflicts {
  readonly kind: 'conflict';
  readonly conflicts: readonly MergeConflict[];
}

/** Limited, because a program may keep changing the files between merge and write. */
const MAX_ATTEMPTS = 3;

/**
 * Writes the files, unless one still has conflict markers. After a conflict, merges and writes again if the merge is
 * clean.
 */
export async function writeMerged(
  speculation: Speculation,
  write: () => Promise<AttemptResult>,
): Promise<MergedResult> {
  const { overlay, project } = speculation;
  const { signal } = new AbortController();
  const unresolved = await speculation.unresolved();
  if (unresolved.length > 0) return toConflicts(unresolved);
  for (let attempt = 1; ; attempt += 1) {
    const result = await write();
    if (result.kind !== 'conflict') return result;
    const conflicts = await mergeBases(overlay, project.workspace, signal);
    if (conflicts.length > 0) return { kind: 'conflict', conflicts };
    if (attempt === MAX_ATTEMPTS) {
      const message = notAppliedTexts.changedMeanwhile(result.paths.join(', '));
      return { kind: 'failed', message, errors: [], restored: true };
    }
  }
}

function toConflicts(files: readonly ChangedFile[]): Conflicts {
  return { kind: 'conflict', conflicts: files.map((file) => ({ isMarked: true, ...file })) };
}
