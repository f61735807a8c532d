import { expect, it } from 'vitest';
import { ScreenReadPolicy, type ScreenState } from '../../../src/extension/terminal/modelReader/screenReadPolicy.ts';

const screen = (patch: Partial<ScreenState> = {}): ScreenState => ({
  hash: 'a',
  changedAt: 1_000,
  typedAt: null,
  ...patch,
});

it('a model may read a screen only after six seconds without a change', () => {
  const policy = new ScreenReadPolicy();
  expect(policy.decide(screen(), 1_000)).toEqual({ kind: 'wait', ms: 6_000 });
  expect(policy.decide(screen(), 6_999)).toEqual({ kind: 'wait', ms: 1 });
  expect(policy.decide(screen(), 7_000)).toEqual({ kind: 'read' });
});

it('a model does not read a screen on which the user has typed', () =>
  expect(new ScreenReadPolicy().decide(screen({ typedAt: 2_000 }), 60_000)).toEqual({ kind: 'no', why: 'typing' }));

it('a model reads a screen once', () => {
  const policy = new ScreenReadPolicy();
  policy.noteRead('a');
  expect(policy.decide(screen(), 60_000)).toEqual({ kind: 'no', why: 'seen' });
  expect(policy.decide(screen({ hash: 'b' }), 60_000)).toEqual({ kind: 'read' });
});

it('a screen that could not be read does not count as read, and is tried again after a minute, at most twice', () => {
  const policy = new ScreenReadPolicy();
  policy.noteFailure('a', 10_000);
  expect(policy.decide(screen(), 10_000)).toEqual({ kind: 'wait', ms: 60_000 });
  expect(policy.decide(screen(), 70_000)).toEqual({ kind: 'read' });
  policy.noteFailure('a', 70_000);
  expect(policy.decide(screen(), 130_000)).toEqual({ kind: 'read' });
  policy.noteFailure('a', 130_000);
  expect(policy.decide(screen(), 1_000_000)).toEqual({ kind: 'no', why: 'failed' });
});

it('a successful reading clears earlier failures', () => {
  const policy = new ScreenReadPolicy();
  policy.noteFailure('a', 0);
  policy.noteRead('a');
  expect(policy.decide(screen(), 1_000_000)).toEqual({ kind: 'no', why: 'seen' });
});
