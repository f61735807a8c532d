import { expect, test } from 'vitest';
import { unlessAborted } from '../../../src/extension/base/unlessAborted.ts';
import { settle } from '../../support/manualClock.ts';

const reason = new Error('Stopped.');

test('an answer arrives unless the signal aborts', async () => {
  expect(await unlessAborted(Promise.resolve('there'), new AbortController().signal)).toBe('there');
});

test('the failure of an answer arrives as it is', async () => {
  const failure = new Error('It broke.');
  await expect(unlessAborted(Promise.reject(failure), new AbortController().signal)).rejects.toBe(failure);
});

test('an abort rejects at once, whatever the answer does later', async () => {
  const abort = new AbortController();
  let fail = (_error: Error): void => {};
  const answer = new Promise<never>((_resolve, reject) => (fail = reject));
  const awaited = expect(unlessAborted(answer, abort.signal)).rejects.toBe(reason);
  abort.abort(reason);
  await awaited;
  fail(new Error('This is no unhandled rejection.'));
  await settle();
});

test('a signal that has aborted already rejects, also if the answer is there or has failed', async () => {
  const signal = AbortSignal.abort(reason);
  await expect(unlessAborted(Promise.resolve('there'), signal)).rejects.toBe(reason);
  await expect(unlessAborted(Promise.reject(new Error('It broke.')), signal)).rejects.toBe(reason);
  await settle();
});
