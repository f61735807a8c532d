import { relative, sep } from 'node:path';
import type { Failure, Outcome } from './step.ts';

/** The fields of vitest's JSON report that are used here. */
export interface VitestReport {
  readonly testResults: readonly {
    /** The absolute path of the file. */
    readonly name: string;
    readonly status: string;
    /** The error of a file that could not be loaded, or whose own hooks failed. */
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** The tests of one file. */
export interface FileOutcome extends Outcome {
  /** Relative to the checkout, with `/`. Without a file, the failure is outside all files. */
  readonly file?: string;
  /** The titles of the tests that did not run. */
  readonly skipped?: readonly string[];
}

/** A file that failed without a failed test counts as one failure. */
export function readReport({ testResults }: VitestReport, root: string): FileOutcome[] {
  return testResults.map(({ name, status, message, assertionResults: tests }) => {
    const file = relative(root, name).replaceAll(sep, '/');
    const failures = tests
      .filter((test) => test.status === 'failed')
      .map((test): Failure => ({ file, title: titleOf(test), error: test.failureMessages[0] }));
    const failedOutside = status === 'failed' && failures.length === 0;
    return {
      file,
      passed: tests.filter((test) => test.status === 'passed').length,
      failures: failedOutside ? [{ file, error: message }] : failures,
      // A test is skipped if the hooks of its file fail.
      skipped: tests.filter((test) => test.status !== 'passed' && test.status !== 'failed').map(titleOf),
    };
  });
}

type TestResult = VitestReport['testResults'][number]['assertionResults'][number];

function titleOf({ ancestorTitles, title }: TestResult): string {
  return [...ancestorTitles, title].filter(Boolean).join(' › ');
}

/**
 * Replaces the outcomes of files that ran a second time. A failed test that did not run again still counts as failed.
 */
export function mergeAttempts(first: readonly FileOutcome[], second: readonly FileOutcome[]): FileOutcome[] {
  return first.map((before) => {
    const after = second.find(({ file }) => file === before.file);
    if (!after) return before;
    const failedAgain = new Set(after.failures.map(({ title }) => title));
    const skipped = new Set<string | undefined>(after.skipped);
    return {
      ...after,
      failures: [...after.failures, ...before.failures.filter(({ title }) => skipped.has(title))],
      retried: before.failures.filter(({ title }) => !failedAgain.has(title) && !skipped.has(title)),
    };
  });
}
