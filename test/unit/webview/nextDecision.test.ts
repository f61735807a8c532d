import { expect, it } from 'vitest';
import { toNextDecision } from '../../../src/webview/state/nextDecision.ts';

it.each([
  ['a middle edit', 'the edit after it', 'b', 'c'],
  ['the last edit', 'the first edit', 'c', 'a'],
])('after a decision on %s, the next decision is about %s, with the same button', (_, _next, decided, callId) => {
  expect(toNextDecision(['a', 'b', 'c'], decided, 'deny')).toEqual({ after: decided, callId, kind: 'deny' });
});

it('there is no next decision after the only edit', () => {
  expect(toNextDecision(['a'], 'a', 'allow-once')).toBeUndefined();
});
