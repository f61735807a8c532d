import { expect, test } from 'vitest';
import { getFilterReason, type FilterReason } from '../../../src/extension/suggest/filter.ts';

/** Every case of a rule, what it keeps out and what it lets through, in one table a rule. */
export function check(reason: FilterReason, blocked: string[], shown: string[]): void {
  test.each(blocked)(`${reason} keeps out %j`, (text) => expect(getFilterReason(text)).toBe(reason));
  test.each(shown)(`${reason} lets through %j`, (text) => expect(getFilterReason(text)).toBeNull());
}
