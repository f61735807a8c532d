import { expect, it } from 'vitest';
import { toStallTimeout } from '../../../src/extension/model/stallTimeout.ts';

it.each([
  [undefined, { kind: 'unset' }],
  [null, { kind: 'unset' }],
  [60, { kind: 'set', ms: 60_000 }],
  [7.5, { kind: 'set', ms: 7_500 }],
  [3_600, { kind: 'set', ms: 3_600_000 }],
  [0, { kind: 'invalid' }],
  [-1, { kind: 'invalid' }],
  [Number.NaN, { kind: 'invalid' }],
  [1e9, { kind: 'invalid' }],
  ['60', { kind: 'invalid' }],
  [{}, { kind: 'invalid' }],
])('toStallTimeout reads a setting of %j seconds', (setting, expected) => {
  expect(toStallTimeout(setting)).toMatchObject(expected);
});

it('toStallTimeout says that a wrong setting is ignored, and which numbers are valid', () => {
  const message = '"premove.stallTimeout" is ignored, because it is not a number of seconds from 5 to 3600.';
  expect(toStallTimeout('60')).toEqual({ kind: 'invalid', message });
});
