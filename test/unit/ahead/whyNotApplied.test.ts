import { expect, test } from 'vitest';
import { whyNotApplied, type NotAppliedSituation } from '../../../src/extension/ahead/whyNotApplied.ts';

test.each<[string, Partial<NotAppliedSituation>, string | undefined]>([
  ['there are no edits', { view: null }, 'There are no prepared edits to apply.'],
  ['the edits have not begun to be prepared', { view: { phase: 'held' } }, 'There are no prepared edits to apply.'],
  [
    'the edits are still being prepared',
    { view: { phase: 'running' } },
    'These edits are still being prepared. Apply them when they are complete.',
  ],
  [
    'an answer is being written',
    { view: { phase: 'ready' }, isBusy: true },
    'An answer is being written. Apply the edits when it has ended.',
  ],
  [
    'the setting discards edits that stopped early',
    { view: { phase: 'stopped' } },
    'The preparation of these edits stopped early, and premove.speculation.atBoundary discards such edits. Press Enter on the suggestion to send it to the model.',
  ],
  [
    'another model would have to continue',
    { view: { phase: 'review', resumes: true }, otherModel: 'Opus' },
    'The preparation stopped early, and only Opus can continue. Select Opus again, or discard the edits.',
  ],
  [
    'the diff could not be opened',
    { view: { phase: 'ready' } },
    'These edits could not be shown, so they were not applied. See the log.',
  ],
  ['the speculation bar already shows the reason', { view: { phase: 'failed' } }, undefined],
])('whyNotApplied explains why Apply did not apply edits: %s', (_, situation, expected) => {
  expect(whyNotApplied({ view: null, isBusy: false, otherModel: undefined, ...situation })).toBe(expected);
});
