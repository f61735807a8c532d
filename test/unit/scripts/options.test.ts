import { expect, test } from 'vitest';
import { readOptions } from '../../../scripts/tools/options.ts';

function check(args: string, expected: unknown) {
  expect(readOptions(args.split(' ').filter(Boolean), { only: 'value', open: 'flag' })).toEqual(expected);
}

const empty = { kind: 'options', values: {}, flags: {}, positionals: [] };

test.each([
  ['', empty],
  ['--only unit', { ...empty, values: { only: 'unit' } }],
  ['--only=unit,ui tour', { ...empty, values: { only: 'unit,ui' }, positionals: ['tour'] }],
  ['--open', { ...empty, flags: { open: true } }],
  ['--no-open', { ...empty, flags: { open: false } }],
])('readOptions reads "%s"', check);

test.each([
  ['--prot', 'There is no option --prot'],
  ['--no-only', 'There is no option --no-only'],
  ['-x', 'There is no option -x'],
  ['--constructor', 'There is no option --constructor'],
  ['--only', '--only needs a value'],
  ['--only=', '--only needs a value'],
  ['--open=yes', '--open takes no value'],
])('readOptions reports the mistake in "%s"', (args, problem) => check(args, { kind: 'mistake', problem }));
