import type { Request } from '../../shared/protocol.ts';

/** Steps of Get Started that are done in the panel, and that no command tells VS Code of. */
export type PanelStep = 'asked' | 'accepted';

/** The step that a request of the webview shows the user has taken. */
export function stepTaken(request: Request): PanelStep | undefined {
  if (request.type === 'submit') return 'asked';
  if (request.type === 'suggestion-report' && request.report.event === 'accepted') return 'accepted';
  return undefined;
}
