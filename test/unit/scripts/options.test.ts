import { expect, test } from 'vitest';
import { readOptions } from '../../../scripts/tools/options.ts';

function check(args: string, expected: unknown) {
  expect(readOptions(args.split(' ').filter(Boolean), { only: 'value', open: 'flag' })).toEqual(expected);
}

const nothing = { kind: 'options', values: {}, flags: {}, positionals: [] };

test.each([
  ['', nothing],
  ['--only unit', { ...nothing, values: { only: 'unit' } }],
  ['--only=unit,ui tour', { ...nothing, values: { only: 'unit,ui' }, positionals: ['tour'] }],
  ['--open', { ...nothing, flags: { open: true } }],
  ['--no-open', { ...nothing, flags: { open: false } }],
])('reads "%s"', check);

test.each([
  ['--prot', 'There is no option --prot'],
  ['--no-only', 'There is no option --no-only'],
  ['-x', 'There is no option -x'],
  ['--constructor', 'There is no option --constructor'],
  ['--only', '--only needs a value'],
  ['--only=', '--only needs a value'],
  ['--open=yes', '--open takes no value'],
])('says what is wrong with "%s"', (args, problem) => check(args, { kind: 'mistake', problem }));
