import { expect, test } from 'vitest';
import { getFilterReason, type FilterReason } from '../../../src/extension/suggest/filter.ts';

/** Tests one rule of the filter with texts that it rejects and texts that it accepts. */
export function check(reason: FilterReason, rejected: string[], accepted: string[]): void {
  test.each(rejected)(`is rejected for the reason ${reason}: %j`, (text) => expect(getFilterReason(text)).toBe(reason));
  test.each(accepted)(`is not confused with %j`, (text) => expect(getFilterReason(text)).toBeNull());
}
