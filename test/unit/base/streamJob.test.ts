import { describe, expect, test } from 'vitest';
import { emitAll, streamJob } from '../../../src/extension/base/streamJob.ts';
import { createLatch } from '../../support/latch.ts';
import { settle } from '../../support/manualClock.ts';

interface Step {
  readonly step: number;
}

const never = (): AbortSignal => new AbortController().signal;

async function follow<Result>(stream: AsyncGenerator<Step, Result>, seen: number[] = []) {
  for (;;) {
    const next = await stream.next();
    if (next.done) return { seen, result: next.value };
    seen.push(next.value.step);
  }
}

describe('streamJob', () => {
  test('streams all events in order, and returns the result of the job', async () => {
    const stream = streamJob<Step, string>(async (emit) => {
      emit({ step: 1 });
      emit({ step: 2 });
      await settle();
      emit({ step: 3 });
      await settle();
      return 'done';
    }, never());
    expect(await follow(stream)).toEqual({ seen: [1, 2, 3], result: 'done' });
  });

  test('yields an event at once if the reader is waiting', async () => {
    const latch = createLatch();
    const seen: number[] = [];
    const stream = streamJob<Step, void>(async (emit) => {
      await settle();
      emit({ step: 1 });
      await latch.opened;
    }, never());
    const following = follow(stream, seen);
    await settle();
    await settle();
    expect(seen).toEqual([1]);
    latch.open();
    await following;
  });

  test('keeps events that are emitted while the reader is busy', async () => {
    const stream = streamJob<Step, void>(async (emit) => {
      for (let step = 1; step <= 3; step += 1) emit({ step });
      await settle();
      emit({ step: 4 });
    }, never());
    const first = await stream.next();
    await settle();
    await settle();
    expect(first.value).toEqual({ step: 1 });
    expect((await follow(stream)).seen).toEqual([2, 3, 4]);
  });

  test('ends with the result of a job that emits no events', async () => {
    expect(await follow(streamJob<Step, number>(() => Promise.resolve(7), never()))).toEqual({ seen: [], result: 7 });
  });

  test('aborts the job when the reader stops early, and waits until the job has cleaned up', async () => {
    const done: string[] = [];
    const stream = streamJob<Step, void>(async (emit, signal) => {
      try {
        emit({ step: 1 });
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        emit({ step: 2 });
        await settle();
      } finally {
        done.push('cleaned up');
      }
    }, never());
    for await (const { step } of stream) {
      done.push(`read ${step}`);
      break;
    }
    expect(done).toEqual(['read 1', 'cleaned up']);
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  test('passes the abort reason to the job, and still yields the last events of the job', async () => {
    const controller = new AbortController();
    const stream = streamJob<Step, unknown>(async (emit, signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      emit({ step: 1 });
      return signal.reason as unknown;
    }, controller.signal);
    const following = follow(stream);
    controller.abort('closing');
    expect(await following).toEqual({ seen: [1], result: 'closing' });
  });

  test('throws the error of the job after the events before the error', async () => {
    const seen: number[] = [];
    const stream = streamJob<Step, void>(async (emit) => {
      emit({ step: 1 });
      await settle();
      emit({ step: 2 });
      throw new Error('A bug');
    }, never());
    await expect(follow(stream, seen)).rejects.toThrow('A bug');
    expect(seen).toEqual([1, 2]);
  });

  test('throws the error of the job when the reader stops early, without an unhandled rejection', async () => {
    const stream = streamJob<Step, void>(async (emit) => {
      emit({ step: 1 });
      await settle();
      throw new Error('A bug');
    }, never());
    await stream.next();
    for (let round = 0; round < 3; round += 1) await settle();
    await expect(stream.return()).rejects.toThrow('A bug');
  });
});

describe('emitAll', () => {
  async function* count(closed: string[]): AsyncGenerator<Step, string> {
    try {
      yield { step: 1 };
      yield { step: 2 };
      return await Promise.resolve('done');
    } finally {
      closed.push('closed');
    }
  }

  test('emits all events in order, and returns the result', async () => {
    const seen: number[] = [];
    expect(await emitAll(count([]), ({ step }) => seen.push(step))).toBe('done');
    expect(seen).toEqual([1, 2]);
  });

  test('closes the generator before it throws the error of `emit`', async () => {
    const closed: string[] = [];
    const emit = (): void => {
      throw new Error('cannot be shown');
    };
    await expect(emitAll(count(closed), emit)).rejects.toThrow('cannot be shown');
    expect(closed).toEqual(['closed']);
  });
});
