import { expect, it } from 'vitest';
import { Semaphore } from '../../../src/extension/base/semaphore.ts';
import { settle } from '../../support/manualClock.ts';

/** Starts jobs that run until `end` is called. */
function startJobs(semaphore: Semaphore, names: string) {
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  const aborts = new Map<string, AbortController>();
  const outcomes = [...names].map((name) => {
    const abort = new AbortController();
    aborts.set(name, abort);
    const job = async (): Promise<string> => {
      running.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    };
    return semaphore.run(job, abort.signal).catch(() => `${name} aborted`);
  });
  return {
    running,
    outcomes,
    end: (name: string) => ends.get(name)?.(),
    abort: (name: string) => aborts.get(name)?.abort(),
  };
}

it('a semaphore of size 2 runs two jobs at once, and then the other jobs in their order', async () => {
  const jobs = startJobs(new Semaphore(2), 'abcd');
  await settle();
  expect(jobs.running).toEqual(['a', 'b']);
  jobs.end('b');
  await settle();
  expect(jobs.running).toEqual(['a', 'b', 'c']);
  jobs.end('a');
  await settle();
  jobs.end('c');
  jobs.end('d');
  expect(await Promise.all(jobs.outcomes)).toEqual(['a', 'b', 'c', 'd']);
});

it('a waiting job that is aborted leaves the queue and never runs', async () => {
  const jobs = startJobs(new Semaphore(1), 'abc');
  await settle();
  jobs.abort('b');
  jobs.end('a');
  await settle();
  expect(jobs.running).toEqual(['a', 'c']);
  jobs.end('c');
  expect(await Promise.all(jobs.outcomes)).toEqual(['a', 'b aborted', 'c']);
});

it('a job that is aborted when it gets its slot frees the slot for the next job', async () => {
  const jobs = startJobs(new Semaphore(1), 'abc');
  await settle();
  jobs.end('a');
  jobs.abort('b');
  await settle();
  jobs.end('b');
  await settle();
  expect(jobs.running.at(-1)).toBe('c');
});

it('a job that fails frees its slot', async () => {
  const semaphore = new Semaphore(1);
  const { signal } = new AbortController();
  await expect(semaphore.run(() => Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
  expect(await semaphore.run(async () => 'next', signal)).toBe('next');
});
