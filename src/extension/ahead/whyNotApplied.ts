import type { SpeculationView } from '../../shared/chatState.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import { notReadyTexts } from '../base/texts/preparedTexts.ts';

export interface NotAppliedSituation {
  /** Null if there is no current speculation. */
  readonly view: Pick<SpeculationView, 'phase' | 'resumes'> | null;
  readonly isBusy: boolean;
  /** Set if the selected model cannot continue the answer: the display name of the only model that can. */
  readonly otherModel: string | undefined;
}

/** Returns why Apply did nothing, and what to do. Undefined if the speculation bar shows the reason. */
export function whyNotApplied({ view, isBusy, otherModel }: NotAppliedSituation): string | undefined {
  if (!view || view.phase === 'held') return notReadyTexts.none();
  if (view.phase === 'running') return notReadyTexts.running();
  if (view.phase === 'applying' || view.phase === 'failed') return undefined;
  if (isBusy) return notReadyTexts.busy();
  if (view.phase === 'stopped' && !view.resumes) return notReadyTexts.stopped();
  if (view.resumes && otherModel !== undefined) return notReadyTexts.otherModel(toDisplayText(otherModel));
  return notReadyTexts.notShown();
}
