import type { SpeculationView } from './chatState.ts';

/** True if the speculation's edits can be applied and their diff has not been shown. */
export function isAcceptable(view: Pick<SpeculationView, 'phase' | 'resumes'> | null): boolean {
  return view?.phase === 'ready' || (view?.phase === 'stopped' && view.resumes === true);
}
