import { expect, it } from 'vitest';
import { toNotAppliedText, toPartlyAppliedText } from '../../../src/extension/speculate/activity.ts';
import type { SpeculationView } from '../../../src/shared/chatState.ts';
import {
  changedWords,
  problemOf,
  problemWords,
  sentInsteadWords,
  stoppedWords,
} from '../../../src/webview/strips/speculationWords.ts';

it('the bar counts the edits of a stopped preparation only if accepting applies them', () => {
  const stopped = { files: ['a.ts'], activity: 'needs approval' };
  expect(stoppedWords({ ...stopped, resumes: true })).toBe('1 file ready, needs approval');
  expect(stoppedWords({ ...stopped, moved: 1, resumes: true })).toBe('1 file moved ready, needs approval');
  expect(stoppedWords(stopped)).toBe('needs approval');
  expect(sentInsteadWords({ ...stopped, resumes: true })).toBe('');
  expect(sentInsteadWords(stopped)).toBe('(Enter discards these edits and sends the prompt to the model)');
});

it('the bar names the changed files of a stopped preparation only if accepting merges them', () => {
  const changedFiles = ['a.ts'];
  expect(changedWords({ changedFiles, resumes: true, phase: 'stopped' })).toBe(
    'a.ts has changed since. Applying the edits merges both versions.',
  );
  expect(changedWords({ changedFiles, phase: 'stopped' })).toBe('');
  expect(changedWords({ resumes: true, phase: 'stopped' })).toBe('');
});

it.each<[string[], string[], string]>([
  [['a.ts', 'b.ts'], [], '2 files have changed since. Applying the edits merges both versions.'],
  [[], ['a.ts'], 'a.ts has been deleted since. Applying the edits changes no files until you choose a version.'],
  [
    [],
    ['a.ts', 'b.ts'],
    '2 files have been deleted since. Applying the edits changes no files until you choose a version.',
  ],
  [
    ['a.ts'],
    ['b.ts', 'c.ts'],
    'a.ts has changed since. 2 files have been deleted since. ' +
      'Applying the edits changes no files until you choose a version.',
  ],
])('the bar says which files have changed (%j) or have been deleted (%j)', (changedFiles, deletedFiles, expected) => {
  expect(changedWords({ changedFiles, deletedFiles, phase: 'ready' })).toBe(expected);
});

it('the bar names the prompt of a conflict after another prompt was sent', () => {
  const prompt = 'rename it';
  expect(problemWords('Nothing was applied.', { prompt })).toBe('Nothing was applied.');
  expect(problemWords('Nothing was applied.', { prompt, kept: true })).toBe(
    'Preview still open: “rename it”. Nothing was applied.',
  );
});

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

it.each(Object.keys(STATES) as State[])(
  'the bar in the state "%s" shows only why the last apply failed, unless edits are being applied',
  (state) => {
    expect(problemOf({ ...VIEW, ...STATES[state], problem: DISK_FULL })).toBe(state === 'applying' ? null : DISK_FULL);
  },
);
