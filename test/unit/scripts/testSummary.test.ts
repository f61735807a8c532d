import { expect, test } from 'vitest';
import { summarize } from '../../../scripts/steps/summary.ts';
import { mergeAttempts, readReport, type VitestReport } from '../../../scripts/steps/vitestReport.ts';

const passedTest = { ancestorTitles: [''], title: 'opens', status: 'passed', failureMessages: [] };
const failedTest = {
  ancestorTitles: ['', 'the chat'],
  title: 'sends',
  status: 'failed',
  failureMessages: ['AssertionError: expected 1 to be 2\n    at chat.test.ts:3:4'],
};

function report(...tests: VitestReport['testResults'][number]['assertionResults']): VitestReport {
  const status = tests.some((each) => each.status === 'failed') ? 'failed' : 'passed';
  return { testResults: [{ name: '/checkout/test/ui/chat.test.ts', status, message: '', assertionResults: tests }] };
}

const failure = {
  file: 'test/ui/chat.test.ts',
  title: 'the chat › sends',
  error: failedTest.failureMessages[0],
};

test('the summary ends with the counts', () => {
  const outcomes = [
    { step: 'lint', outcome: { passed: 1, failures: [] } },
    { step: 'unit', outcome: { passed: 20, failures: [] } },
  ];
  expect(summarize(outcomes)).toBe('21 passed, 0 failed');
});

test('the summary names each failure with its step, file, title and the first line of its error', () => {
  const outcomes = [
    { step: 'lint', outcome: { passed: 0, failures: [{}] } },
    { step: 'ui', outcome: { passed: 3, failures: [failure], retried: [{ ...failure, title: 'starts' }] } },
  ];
  expect(summarize(outcomes).split('\n')).toEqual([
    '',
    'Passed at the second attempt:',
    '  ui › test/ui/chat.test.ts › starts',
    '      AssertionError: expected 1 to be 2',
    '',
    'Failed:',
    '  lint',
    '  ui › test/ui/chat.test.ts › the chat › sends',
    '      AssertionError: expected 1 to be 2',
    '',
    '3 passed, 2 failed',
  ]);
});

test("the report of vitest names a file's failed tests", () => {
  const file = 'test/ui/chat.test.ts';
  expect(readReport(report(passedTest, failedTest), '/checkout')).toEqual([
    { file, passed: 1, failures: [failure], skipped: [] },
  ]);
});

test('a file that fails outside its tests counts as one failure', () => {
  const [result] = report(passedTest).testResults;
  const testResults = result ? [{ ...result, status: 'failed', message: 'Cannot find package' }] : [];
  const failures = [{ file: 'test/ui/chat.test.ts', error: 'Cannot find package' }];
  expect(readReport({ testResults }, '/checkout')).toMatchObject([{ passed: 1, failures }]);
});

test('a test that passes at the second attempt counts as passed and keeps its first error', () => {
  const other = { file: 'test/ui/tour.test.ts', passed: 5, failures: [] };
  const first = [...readReport(report(passedTest, failedTest), '/checkout'), other];
  const second = readReport(report(passedTest, { ...failedTest, status: 'passed', failureMessages: [] }), '/checkout');
  expect(mergeAttempts(first, second)).toEqual([
    { file: 'test/ui/chat.test.ts', passed: 2, failures: [], skipped: [], retried: [failure] },
    other,
  ]);
});

test('a test that fails at the second attempt, or only then, counts as failed', () => {
  const first = readReport(report(passedTest, failedTest), '/checkout');
  const second = readReport(report({ ...passedTest, status: 'failed' }, failedTest), '/checkout');
  expect(mergeAttempts(first, second)).toMatchObject([
    { passed: 0, failures: [{ title: 'opens' }, { title: 'the chat › sends' }], retried: [] },
  ]);
});

test('a failed test that does not run at the second attempt, because its file fails, counts as failed', () => {
  const first = readReport(report(passedTest, failedTest), '/checkout');
  const [file] = report({ ...passedTest, status: 'skipped' }, { ...failedTest, status: 'skipped' }).testResults;
  const ended: VitestReport = { testResults: file ? [{ ...file, status: 'failed', message: 'no window' }] : [] };
  expect(mergeAttempts(first, readReport(ended, '/checkout'))).toMatchObject([
    { passed: 0, failures: [{ error: 'no window' }, failure], retried: [] },
  ]);
});
