import { expect, test } from 'vitest';
import { readStartOptions } from '../../../scripts/startOptions.ts';

function check(args: string, expected: unknown) {
  expect(readStartOptions(args.split(' ').filter(Boolean))).toEqual(expected);
}

const defaults = { kind: 'options', port: undefined, web: false, open: true, keep: false, help: false };

test.each([
  ['', defaults],
  ['--port 8080', { ...defaults, port: 8080 }],
  ['--port=65535 --web --keep', { ...defaults, port: 65535, web: true, keep: true }],
  ['--no-open --help', { ...defaults, open: false, help: true }],
])('readStartOptions reads "%s"', check);

test.each(['abc', '99999', '0', '-1', '80.5', '1e3', '0x50'])('readStartOptions refuses port %s', (port) =>
  check(`--port ${port}`, { kind: 'mistake', problem: `--port takes a number from 1 to 65535, not "${port}"` }),
);

test.each([
  ['--prot 8080', 'There is no option --prot'],
  ['--port', '--port needs a value'],
  ['8080', 'Write options after --: "8080" is not an option'],
])('readStartOptions reports the mistake in "%s"', (args, problem) => check(args, { kind: 'mistake', problem }));
