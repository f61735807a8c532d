import type { Failure, Outcome } from './step.ts';

export interface StepOutcome {
  readonly step: string;
  readonly outcome: Outcome;
}

const MAX_ERROR_LENGTH = 200;

/** The end of the output of `npm test`: retried tests, failures and, as the last line, the counts of all steps. */
export function summarize(outcomes: readonly StepOutcome[]): string {
  const { passed, failed } = countTests(outcomes);
  const retried = outcomes.flatMap(({ step, outcome }) => (outcome.retried ?? []).map((each) => describe(step, each)));
  const failures = outcomes.flatMap(({ step, outcome }) => outcome.failures.map((each) => describe(step, each)));
  return [
    ...(retried.length > 0 ? ['', 'Passed at the second attempt:', ...retried] : []),
    ...(failures.length > 0 ? ['', 'Failed:', ...failures] : []),
    ...(retried.length + failures.length > 0 ? [''] : []),
    `${passed} passed, ${failed} failed`,
  ].join('\n');
}

export function countTests(outcomes: readonly StepOutcome[]): { readonly passed: number; readonly failed: number } {
  return {
    passed: outcomes.reduce((sum, { outcome }) => sum + outcome.passed, 0),
    failed: outcomes.reduce((sum, { outcome }) => sum + outcome.failures.length, 0),
  };
}

/** Step, file and title, and below them the first line of the error. */
function describe(step: string, { file, title, error }: Failure): string {
  const name = [step, file, title].filter(Boolean).join(' › ');
  const line = error?.trim().split('\n')[0]?.slice(0, MAX_ERROR_LENGTH);
  return `  ${name}${line ? `\n      ${line}` : ''}`;
}
