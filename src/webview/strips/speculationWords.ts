import type { SpeculationView } from '../../shared/chatState.ts';
import { strings } from '../strings/strings.ts';

const words = strings.speculation;

/** Why the preparation stopped, and the edits so far, unless accepting the suggestion discards them. */
export function stoppedWords({
  files,
  moved,
  activity,
  resumes,
}: Pick<SpeculationView, 'files' | 'moved' | 'activity' | 'resumes'>): string {
  return words.stoppedAt(resumes ? files.length : 0, moved, activity);
}

/** Says that Enter discards the edits so far; empty if there are no edits, or if Enter applies them. */
export function sentInsteadWords({ files, resumes }: Pick<SpeculationView, 'files' | 'resumes'>): string {
  return resumes || files.length === 0 ? '' : words.sentInstead;
}

/**
 * Names or counts the files that have changed or have been deleted since the edits; empty if there are none, or if
 * accepting discards the edits.
 */
export function changedWords({
  changedFiles = [],
  deletedFiles = [],
  resumes,
  phase,
}: Pick<SpeculationView, 'changedFiles' | 'deletedFiles' | 'resumes' | 'phase'>): string {
  return phase === 'stopped' && !resumes ? '' : words.changed(changedFiles, deletedFiles);
}

/** The state of edits, or of an answer, that can be applied without a problem. */
export function readyWords(view: SpeculationView): string {
  const changed = changedWords(view);
  if (changed !== '') return changed;
  if (view.kept) return words.kept(view.prompt ?? '');
  return view.files.length > 0 ? words.ready : words.answerReady;
}

/** What went wrong. Null if nothing did, or while the speculation is held, runs or is being applied. */
export function problemOf({ phase, problem, activity, kept }: SpeculationView): string | null {
  if (phase === 'held' || phase === 'running' || phase === 'applying') return null;
  if (problem !== undefined) return problem;
  if (phase === 'conflict') return words.conflict;
  if (phase === 'failed') return words.failed(activity);
  // `activity` is the reason for the stop, which is a problem only for a kept preview.
  return kept && activity !== '' ? words.incomplete(activity) : null;
}

/** The problem. If the preview is kept, the text first says so. */
export function problemWords(problem: string, { kept, prompt }: Pick<SpeculationView, 'kept' | 'prompt'>): string {
  return kept ? `${words.kept(prompt ?? '')}. ${problem}` : problem;
}
