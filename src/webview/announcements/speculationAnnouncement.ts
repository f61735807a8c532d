import type { ChatState, SpeculationView } from '../../shared/chatState.ts';
import { strings } from '../strings/strings.ts';
import { changedWords, readyWords, stoppedWords } from '../strips/speculationWords.ts';

/**
 * Returns the text to announce: which files have changed or have been deleted since the edits were prepared, why Apply
 * failed, or the new state after the user has resolved a conflict. Null if there is nothing new.
 */
export function speculationAnnouncement(previous: ChatState, next: ChatState): string | null {
  const before = new Map(barsOf(previous).map((view) => [view.id, view]));
  const announcements = barsOf(next).flatMap((view) => describeChange(before.get(view.id), view) ?? []);
  return announcements.join(' ') || null;
}

function barsOf({ keptPreviews, speculation }: ChatState): SpeculationView[] {
  return [...keptPreviews, ...(speculation ? [speculation] : [])];
}

function describeChange(before: SpeculationView | undefined, view: SpeculationView): string | null {
  if (view.problem !== undefined) return view.problem === before?.problem ? null : view.problem;
  if (before?.phase === 'conflict' && (view.phase === 'ready' || view.phase === 'review')) {
    const stops = view.resumes && !view.kept;
    return stops ? `${strings.speculation.stopped}: ${stoppedWords(view)}` : readyWords(view);
  }
  if (changedWords(view) === '') return null;
  const changed = added(before?.changedFiles, view.changedFiles);
  const deleted = added(before?.deletedFiles, view.deletedFiles);
  return strings.speculation.changed(changed, deleted, (view.deletedFiles ?? []).length > 0) || null;
}

function added(before: readonly string[] = [], now: readonly string[] = []): string[] {
  return now.filter((file) => !before.includes(file));
}
