/** Runs all steps in order, even if one fails. When all have run, rejects with the failures. */
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
