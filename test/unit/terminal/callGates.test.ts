import { expect, it } from 'vitest';
import { CallGates, type ScreenState } from '../../../src/extension/terminal/callGates.ts';

const screen = (patch: Partial<ScreenState> = {}): ScreenState => ({
  hash: 'a',
  changedAt: 1_000,
  typedAt: null,
  ...patch,
});

it('a model may read a screen only after six seconds without a change', () => {
  const gates = new CallGates();
  expect(gates.decide(screen(), 1_000)).toEqual({ kind: 'wait', ms: 6_000 });
  expect(gates.decide(screen(), 6_999)).toEqual({ kind: 'wait', ms: 1 });
  expect(gates.decide(screen(), 7_000)).toEqual({ kind: 'call' });
});

it('a model does not read a screen on which the user has typed', () =>
  expect(new CallGates().decide(screen({ typedAt: 2_000 }), 60_000)).toEqual({ kind: 'no', why: 'typing' }));

it('a model reads a screen once', () => {
  const gates = new CallGates();
  gates.noteRead('a');
  expect(gates.decide(screen(), 60_000)).toEqual({ kind: 'no', why: 'seen' });
  expect(gates.decide(screen({ hash: 'b' }), 60_000)).toEqual({ kind: 'call' });
});

it('a screen that could not be read does not count as read, and is tried again after a minute, at most twice', () => {
  const gates = new CallGates();
  gates.noteFailure('a', 10_000);
  expect(gates.decide(screen(), 10_000)).toEqual({ kind: 'wait', ms: 60_000 });
  expect(gates.decide(screen(), 70_000)).toEqual({ kind: 'call' });
  gates.noteFailure('a', 70_000);
  expect(gates.decide(screen(), 130_000)).toEqual({ kind: 'call' });
  gates.noteFailure('a', 130_000);
  expect(gates.decide(screen(), 1_000_000)).toEqual({ kind: 'no', why: 'failed' });
});

it('a successful reading clears earlier failures', () => {
  const gates = new CallGates();
  gates.noteFailure('a', 0);
  gates.noteRead('a');
  expect(gates.decide(screen(), 1_000_000)).toEqual({ kind: 'no', why: 'seen' });
});
