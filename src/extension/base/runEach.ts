/** Runs all steps in order, even after a failure. Rejects with the only failure, or with an `AggregateError`. */
export async function runEach(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} of ${steps.length} steps failed`);
  if (errors.length === 1) throw errors[0];
}
