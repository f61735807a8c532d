/** One line of what `npm test` does. A check counts as one test; a suite counts its own. */
export interface Step {
  readonly name: string;
  /** Writes what a reader needs to see to `write` and says how it went; rejects only on a bug or a failed install. */
  run(write: (text: string) => void): Promise<Outcome>;
}

export interface Outcome {
  readonly passed: number;
  readonly failed: number;
}

/** A step that either holds or does not: the exit code of a program decides. */
export function check(name: string, run: (write: (text: string) => void) => Promise<number | null>): Step {
  return {
    name,
    run: async (write) => ((await run(write)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }),
  };
}
