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
}

/** A file that failed without a failed test counts as one failure. */
export function readReport({ testResults }: VitestReport, root: string): FileOutcome[] {
  return testResults.map(({ name, status, message, assertionResults: tests }) => {
    const file = relative(root, name).replaceAll(sep, '/');
    const failures = tests
      .filter((test) => test.status === 'failed')
      .map(({ ancestorTitles, title, failureMessages: [error] }): Failure => ({
        file,
        title: [...ancestorTitles, title].filter(Boolean).join(' › '),
        error,
      }));
    const failedOutside = status === 'failed' && failures.length === 0;
    return {
      file,
      passed: tests.filter((test) => test.status === 'passed').length,
      failures: failedOutside ? [{ file, error: message }] : failures,
    };
  });
}

/** Replaces the outcomes of files that ran a second time. */
export function mergeAttempts(first: readonly FileOutcome[], second: readonly FileOutcome[]): FileOutcome[] {
  return first.map((before) => {
    const after = second.find(({ file }) => file === before.file);
    if (!after) return before;
    const failedAgain = new Set(after.failures.map(({ title }) => title));
    return { ...after, retried: before.failures.filter(({ title }) => !failedAgain.has(title)) };
  });
}
