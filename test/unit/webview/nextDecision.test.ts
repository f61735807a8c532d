import { expect, it } from 'vitest';
import { toNextDecision } from '../../../src/webview/state/nextDecision.ts';

it.each([
  ['the edit after the decided one', 'b', 'c'],
  ['the first edit after the last one', 'c', 'a'],
])('after a decision on %s, the next decision is about another edit, with the same button', (_, decided, callId) => {
  expect(toNextDecision(['a', 'b', 'c'], decided, 'deny')).toEqual({ after: decided, callId, kind: 'deny' });
});

it('there is no next decision after the only edit', () => {
  expect(toNextDecision(['a'], 'a', 'allow-once')).toBeUndefined();
});
