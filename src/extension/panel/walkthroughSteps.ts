import type { Request } from '../../shared/protocol.ts';

/** The steps of Get Started that the user takes in the panel. */
export type PanelStep = 'asked' | 'accepted' | 'prepared';

/** The step that the user takes with this request; undefined if the request is not a step. */
export function stepTaken(request: Request): PanelStep | undefined {
  if (request.type === 'submit') return 'asked';
  if (request.type === 'suggestion-report' && request.report.event === 'accepted') return 'accepted';
  const isUsed = request.type === 'speculation' && (request.action === 'preview' || request.action === 'apply');
  if (isUsed) return 'prepared';
  return undefined;
}
