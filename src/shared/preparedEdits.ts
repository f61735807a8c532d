import type { SpeculationView } from './chatState.ts';

/** Whether the prepared edits can be accepted, before their diff has been shown. */
export function isAcceptable(view: Pick<SpeculationView, 'phase' | 'resumes'> | null): boolean {
  return view?.phase === 'ready' || (view?.phase === 'stopped' && view.resumes === true);
}
