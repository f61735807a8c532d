import { expect, it } from 'vitest';
import {
  changedWords,
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
  expect(changedWords({ changedFiles, resumes: true })).toBe('a.ts has changed since. Apply merges both versions.');
  expect(changedWords({ changedFiles })).toBe('');
  expect(changedWords({ resumes: true })).toBe('');
});

it('the bar names the prompt of a conflict after another prompt was sent', () => {
  const prompt = 'rename it';
  expect(problemWords('Nothing was applied.', { prompt })).toBe('Nothing was applied.');
  expect(problemWords('Nothing was applied.', { prompt, kept: true })).toBe(
    'Preview still open: “rename it”. Nothing was applied.',
  );
});
