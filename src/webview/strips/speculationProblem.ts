import type { SpeculationView } from '../../shared/chatState.ts';
import { strings } from '../strings/strings.ts';

const words = strings.speculation;

/** What the bar shows instead of the speculation's state, because something went wrong; null if nothing did. */
export function problemOf({ phase, problem, activity, kept }: SpeculationView): string | null {
  if (phase === 'held' || phase === 'running' || phase === 'applying') return null;
  if (problem !== undefined) return problem;
  if (phase === 'conflict') return words.conflict;
  if (phase === 'failed') return words.failed(activity);
  // `activity` says why the speculation stopped. This is a problem only for a preview that is kept.
  return kept && activity !== '' ? words.incomplete(activity) : null;
}
