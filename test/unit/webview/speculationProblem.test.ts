import { expect, it } from 'vitest';
import { toNotAppliedText, toPartlyAppliedText } from '../../../src/extension/speculate/activity.ts';
import type { SpeculationView } from '../../../src/shared/chatState.ts';
import { problemOf } from '../../../src/webview/strips/speculationProblem.ts';

const VIEW: SpeculationView = {
  id: 's',
  suggestionId: 'g',
  phase: 'ready',
  step: 1,
  activity: '',
  files: ['a.ts', 'b.ts'],
  added: 2,
  removed: 0,
  model: 'one',
  startedAt: 0,
  duration: 1,
  spent: { dollars: 0, tokens: 0 },
};
const STATES = {
  ready: {},
  reviewed: { phase: 'review' },
  paused: { phase: 'stopped', activity: 'needs approval', waitsFor: 'npm test', resumes: true },
  'paused and reviewed': { phase: 'review', activity: 'needs approval', waitsFor: 'npm test', resumes: true },
  kept: { phase: 'review', kept: true },
  'kept, incomplete': { phase: 'review', kept: true, activity: 'The model declined to answer.' },
  conflict: { phase: 'conflict' },
  failed: { phase: 'failed', activity: 'The model could not be reached' },
  applying: { phase: 'applying' },
} satisfies Record<string, Partial<SpeculationView>>;

type State = keyof typeof STATES;

it.each<[State, string | null]>([
  ['ready', null],
  ['reviewed', null],
  ['paused', null],
  ['paused and reviewed', null],
  ['kept', null],
  ['kept, incomplete', 'Not all edits were prepared. The model declined to answer.'],
  ['conflict', 'Files have changed since. Nothing was applied.'],
  ['failed', 'Could not prepare this. The model could not be reached.'],
  ['applying', null],
])('the bar in the state "%s" shows the problem of that state', (state, text) => {
  expect(problemOf({ ...VIEW, ...STATES[state] })).toBe(text);
});

const DISK_FULL = 'Nothing was applied. Disk full. Try again, or discard the edits.';

it.each<[string, string]>([
  [toNotAppliedText('Disk full', true), DISK_FULL],
  [toNotAppliedText('Disk full', false), 'The answer was not added. Disk full. Try again, or discard it.'],
  [
    toNotAppliedText('Something went wrong. See the log.', true),
    'Nothing was applied. Something went wrong. See the log. Try again, or discard the edits.',
  ],
  [
    toPartlyAppliedText('Disk full. Could not be restored: a.ts (changed since).'),
    'The edits were applied only in part. Disk full. Could not be restored: a.ts (changed since). Check these files.',
  ],
])('a failed apply says what happened and what to do: %s', (text, expected) => {
  expect(text).toBe(expected);
});

it.each(Object.keys(STATES) as State[])('the bar in the state "%s" shows only why the last apply failed', (state) => {
  expect(problemOf({ ...VIEW, ...STATES[state], problem: DISK_FULL })).toBe(state === 'applying' ? null : DISK_FULL);
});
