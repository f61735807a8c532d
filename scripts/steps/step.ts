/** A step of `npm test`. A check counts as one test; a suite counts each of its tests. */
export interface Step {
  readonly name: string;
  /** Passes a report to `write` and returns the outcome. Rejects on a bug, a failed install or a missing package. */
  run(write: (text: string) => void): Promise<Outcome>;
}

export interface Outcome {
  /** The number of passed tests, those in `retried` included. */
  readonly passed: number;
  readonly failures: readonly Failure[];
  /** Failures of a first attempt after which the second attempt passed. */
  readonly retried?: readonly Failure[];
}

export interface Failure {
  /** The test file, relative to the checkout. */
  readonly file?: string | undefined;
  /** The title of the test. No file and no title: the step failed as a whole. */
  readonly title?: string | undefined;
  readonly error?: string | undefined;
}

/** A step that passes or fails as a whole, by the exit code of a program. */
export function check(name: string, run: (write: (text: string) => void) => Promise<number | null>): Step {
  return {
    name,
    run: async (write) => ((await run(write)) === 0 ? { passed: 1, failures: [] } : { passed: 0, failures: [{}] }),
  };
}

/** Runs a step whose output matters only if the step fails: then rejects with the output. */
export async function runOrThrow(step: Step): Promise<void> {
  let output = '';
  const { failures } = await step.run((text) => (output += text));
  if (failures.length > 0) throw new Error(`The ${step.name} failed:\n${output.trim()}`);
}
