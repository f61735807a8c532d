/** A step of `npm test`. A check counts as one test; a suite counts each of its tests. */
export interface Step {
  readonly name: string;
  /** Passes a report to `write` and returns the counts. Rejects on a bug, a failed install or a missing package. */
  run(write: (text: string) => void): Promise<Outcome>;
}

export interface Outcome {
  readonly passed: number;
  readonly failed: number;
}

/** A step that passes or fails as a whole, by the exit code of a program. */
export function check(name: string, run: (write: (text: string) => void) => Promise<number | null>): Step {
  return {
    name,
    run: async (write) => ((await run(write)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }),
  };
}
