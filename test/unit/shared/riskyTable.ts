import { describe, expect, test } from 'vitest';
import { publishesOrDestroys } from '../../../src/shared/riskyWords.ts';

/** What publishes or destroys in one language, and the everyday steps that do not, as one table. */
export function check(language: string, fills: string[], runs: string[]): void {
  describe(language, () => {
    test.each(fills)('only fills in %j', (text) => expect(publishesOrDestroys(text)).toBe(true));
    test.each(runs)('runs %j', (text) => expect(publishesOrDestroys(text)).toBe(false));
  });
}
