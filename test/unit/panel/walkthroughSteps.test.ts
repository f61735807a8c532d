import { expect, test } from 'vitest';
import type { Request } from '../../../src/shared/protocol.ts';
import { stepTaken } from '../../../src/extension/panel/walkthroughSteps.ts';

const report = (event: 'accepted' | 'dismissed'): Request => ({
  type: 'suggestion-report',
  suggestionId: 's1',
  report: event === 'accepted' ? { event, method: 'tab', afterMs: 900 } : { event, afterMs: 900 },
});

test.each<[Request, string | undefined]>([
  [{ type: 'submit', conversationId: 'c1', text: 'Rename it' }, 'asked'],
  [report('accepted'), 'accepted'],
  [report('dismissed'), undefined],
  [{ type: 'speculation', id: 'p1', action: 'preview' }, 'prepared'],
  [{ type: 'speculation', id: 'p1', action: 'apply' }, 'prepared'],
  [{ type: 'speculation', id: 'p1', action: 'discard' }, undefined],
  [{ type: 'ready' }, undefined],
])('%j completes the step %s of the walkthrough', (request, step) => {
  expect(stepTaken(request)).toBe(step);
});
