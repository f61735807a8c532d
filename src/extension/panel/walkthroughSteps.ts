import type { Request } from '../../shared/protocol.ts';

/** Steps of Get Started that are taken in the panel. */
export type PanelStep = 'asked' | 'accepted' | 'prepared';

/** The step that a request of the webview shows the user has taken. */
export function stepTaken(request: Request): PanelStep | undefined {
  if (request.type === 'submit') return 'asked';
  if (request.type === 'suggestion-report' && request.report.event === 'accepted') return 'accepted';
  if (request.type === 'speculation' && request.action !== 'discard') return 'prepared';
  return undefined;
}
