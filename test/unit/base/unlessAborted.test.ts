import { expect, test } from 'vitest';
import { unlessAborted } from '../../../src/extension/base/unlessAborted.ts';
import { settle } from '../../support/manualClock.ts';

const reason = new Error('Stopped.');

test('unlessAborted resolves with the answer if the signal does not abort', async () => {
  expect(await unlessAborted(Promise.resolve('there'), new AbortController().signal)).toBe('there');
});

test('unlessAborted rejects with the error of the answer if the signal does not abort', async () => {
  const failure = new Error('It broke.');
  await expect(unlessAborted(Promise.reject(failure), new AbortController().signal)).rejects.toBe(failure);
});

test('unlessAborted rejects as soon as the signal aborts, even if the answer fails later', async () => {
  const abort = new AbortController();
  let fail = (_error: Error): void => {};
  const answer = new Promise<never>((_resolve, reject) => (fail = reject));
  const awaited = expect(unlessAborted(answer, abort.signal)).rejects.toBe(reason);
  abort.abort(reason);
  await awaited;
  fail(new Error('This error does not become an unhandled rejection.'));
  await settle();
});

test('unlessAborted rejects if the signal has already aborted, even if the answer has arrived or failed', async () => {
  const signal = AbortSignal.abort(reason);
  await expect(unlessAborted(Promise.resolve('there'), signal)).rejects.toBe(reason);
  await expect(unlessAborted(Promise.reject(new Error('It broke.')), signal)).rejects.toBe(reason);
  await settle();
});
