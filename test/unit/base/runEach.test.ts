import { expect, test } from 'vitest';
import { runEach } from '../../../src/extension/base/runEach.ts';

const one = new Error('one');
const two = new Error('two');

test.each([
  ['resolves if no step fails', [], undefined],
  ['rejects with the error of the step if one step fails', [one], one],
  ['rejects with both errors if two steps fail', [one, two], new AggregateError([one, two], '2 of 3 steps failed')],
])('runEach runs every step, and %s', async (_name, failures, expected) => {
  const ran: number[] = [];
  const steps = [0, 1, 2].map((index) => async () => {
    ran.push(index);
    const failure = failures[index];
    if (failure) throw failure;
  });
  const error: unknown = await runEach(steps).catch((reason: unknown) => reason);
  expect(error).toEqual(expected);
  expect(ran).toEqual([0, 1, 2]);
});
