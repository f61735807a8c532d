import { describe, expect, it } from 'vitest';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import type { ModelError, ModelEvent } from '../../../src/extension/model/chatModel.ts';
import { withRetry, type RetryOptions } from '../../../src/extension/model/retry.ts';
import { createManualClock, settle, type ManualClock } from '../../support/manualClock.ts';
import { collectEvents, createScriptedModel, type ScriptedStep } from '../../support/scriptedModel.ts';
import { answer, createRequest } from './wire/requests.ts';

const NETWORK: ModelError = { kind: 'network', message: 'gone', retryable: true };
const OVERLOADED: ModelError = { kind: 'overloaded', message: 'busy', retryable: true };
/** No response came: the machine is offline. */
const LOST: ModelError = { ...NETWORK, noResponse: true };
const KEY: ModelError = { kind: 'unauthorized', message: 'bad key', retryable: false };

interface StartOptions extends Partial<RetryOptions> {
  readonly clock?: ManualClock;
  readonly request?: object;
}

function start(steps: readonly ScriptedStep[], options: StartOptions = {}) {
  const controller = new AbortController();
  const model = createScriptedModel(steps);
  const events: ModelEvent[] = [];
  const { request, clock = createManualClock(), ...rest } = options;
  const stream = withRetry(model, { clock, random: () => 0, ...rest }).stream(
    createRequest(request),
    controller.signal,
  );
  const done = (async () => {
    for await (const event of stream) events.push(event);
  })();
  return { clock, controller, model, events, done };
}

const delaysIn = (events: readonly ModelEvent[]): number[] =>
  events.flatMap((event) => (event.type === 'retry' ? [event.delay] : []));

describe('withRetry', () => {
  it('emits a `retry` event, and then repeats the whole request', async () => {
    const { clock, events, done, model } = start([{ text: 'Hel', error: NETWORK }, 'Hello']);
    await clock.advance(250);
    await done;
    expect(events).toEqual([
      { type: 'text-delta', text: 'Hel' },
      {
        type: 'retry',
        attempt: 2,
        maxAttempts: 5,
        delay: 250,
        error: NETWORK,
        retryNow: expect.any(Function) as unknown,
      },
      { type: 'text-delta', text: 'Hello' },
      { type: 'end', stopReason: 'done', message: answer('Hello'), usage: null },
    ]);
    expect(model.requests[0]).toEqual(model.requests[1]);
  });

  it.each([
    ['without a status', NETWORK, 'prompt-1: network (gone), next attempt in 250 ms'],
    ['with a status', { ...OVERLOADED, status: 529 }, 'prompt-1: overloaded 529 (busy), next attempt in 250 ms'],
  ])('logs each retry of an error %s', async (_name, error, line) => {
    const logged: string[] = [];
    const log = { ...silentLog, warn: (message: string) => void logged.push(message) };
    const { clock, done } = start([{ error }, 'Hello'], { log, request: { promptId: 'prompt-1' } });
    await clock.advance(250);
    await done;
    expect(logged).toEqual([line]);
  });

  it('waits longer before each attempt, and stops after the last attempt', async () => {
    const { clock, events, done, model } = start(Array<ScriptedStep>(6).fill({ error: OVERLOADED }));
    await clock.advance(60_000);
    await done;
    expect(delaysIn(events)).toEqual([250, 500, 1000, 2000]);
    expect(model.requests).toHaveLength(5);
    expect(events.at(-1)).toMatchObject({ type: 'end', error: OVERLOADED });
  });

  it('retries a lost connection for two minutes with short delays, and then gives up', async () => {
    const { clock, events, done } = start(Array<ScriptedStep>(30).fill({ error: LOST }));
    await clock.advance(200_000);
    await done;
    const delays = delaysIn(events);
    expect(delays.slice(0, 7)).toEqual([250, 500, 1000, 2000, 4000, 7500, 7500]);
    expect(delays.reduce((sum, delay) => sum + delay, 0)).toBeGreaterThanOrEqual(120_000);
    expect(delays.slice(0, -1).reduce((sum, delay) => sum + delay, 0)).toBeLessThan(120_000);
    expect(events.filter((event) => event.type === 'retry').every(({ attempt }) => attempt === null)).toBe(true);
    expect(events.at(-1)).toMatchObject({ type: 'end', error: LOST });
  });

  it('does not count the time while the machine sleeps', async () => {
    const { clock, events, done } = start([{ error: LOST }, { error: LOST }, 'Hello']);
    await settle();
    await clock.sleep(3_600_000);
    await clock.advance(1000);
    await done;
    expect(events.at(-1)).toMatchObject({ type: 'end', message: answer('Hello') });
  });

  it('allows another two minutes once the server has responded', async () => {
    const outage = Array<ScriptedStep>(20).fill({ error: LOST });
    const { clock, events, done } = start([...outage, { text: 'Hel', error: NETWORK }, ...outage, 'Hello']);
    await clock.advance(400_000);
    await done;
    expect(events.at(-1)).toMatchObject({ type: 'end', message: answer('Hello') });
  });

  it('retries for two minutes if the connection keeps breaking in the middle of an answer', async () => {
    const { clock, events, done } = start(Array<ScriptedStep>(30).fill({ text: 'Hel', error: NETWORK }));
    await clock.advance(200_000);
    await done;
    const delays = delaysIn(events);
    expect(delays.reduce((sum, delay) => sum + delay, 0)).toBeGreaterThanOrEqual(120_000);
    expect(delays.slice(0, -1).reduce((sum, delay) => sum + delay, 0)).toBeLessThan(120_000);
    const attempts = events.flatMap((event) => (event.type === 'retry' ? [event.attempt] : []));
    expect(attempts).toEqual([2, 3, 4, 5, ...delays.slice(4).map(() => null)]);
  });

  it('retries for two minutes after the machine has slept in the middle of an answer', async () => {
    const offline = Array<ScriptedStep>(18).fill({ error: LOST });
    const { clock, events, done } = start([{ text: 'Hel', error: NETWORK }, ...offline, 'Hello']);
    await clock.sleep(3_600_000);
    await clock.advance(120_000);
    await done;
    expect(delaysIn(events).reduce((sum, delay) => sum + delay, 0)).toBeGreaterThan(100_000);
    expect(events.at(-1)).toMatchObject({ type: 'end', message: answer('Hello') });
  });

  it('makes at most five attempts if each connection holds for a minute, because each attempt may cost money', async () => {
    const clock = createManualClock();
    const minute = (): Promise<void> => new Promise((resolve) => void clock.setTimeout(resolve, 60_000));
    const held = () => ({ text: 'Hel', hold: minute(), error: NETWORK });
    const { done, model } = start(Array<ScriptedStep>(12).fill(held), { clock });
    await clock.advance(900_000);
    await done;
    expect(model.requests).toHaveLength(5);
  });

  it('limits the number of attempts at a server that refuses connections', async () => {
    const error = { ...LOST, refusedBy: '127.0.0.1:1' };
    const { clock, done, model } = start(Array<ScriptedStep>(6).fill({ error }));
    await clock.advance(60_000);
    await done;
    expect(model.requests).toHaveLength(5);
  });

  it('retries at once on `retryNow`, and does not count the skipped delay', async () => {
    const { clock, events, done } = start([...Array<ScriptedStep>(40).fill({ error: LOST }), 'Hello']);
    for (let round = 0; round < 40; round += 1) {
      await settle();
      const last = events.at(-1);
      if (last?.type === 'retry') last.retryNow();
    }
    await done;
    expect(events.at(-1)).toMatchObject({ type: 'end', message: answer('Hello') });
    expect(clock.pending).toBe(0);
  });

  it('makes the delays randomly longer, up to twice as long', async () => {
    const { clock, events, done } = start([{ error: NETWORK }, 'x'], { random: () => 0.999 });
    await clock.advance(500);
    await done;
    expect(delaysIn(events)).toEqual([500]);
  });

  it('waits as long as the provider requests', async () => {
    const { clock, events, done } = start([{ error: { ...NETWORK, retryAfter: 7000 } }, 'x']);
    await clock.advance(6999);
    expect(events.at(-1)?.type).toBe('retry');
    await clock.advance(1);
    await done;
    expect(events.at(-1)?.type).toBe('end');
  });

  it.each([
    ['an error that is not retryable', KEY, {}],
    ['if the provider requests a delay of more than a minute', { ...NETWORK, retryAfter: 61_000 }, {}],
    ['a request that allows one attempt', LOST, { request: { maxAttempts: 1 } }],
  ])('does not retry %s', async (_name, error, options) => {
    const { events, done, model } = start([{ text: 'a', error }, 'x'], options);
    await done;
    expect(model.requests).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({ type: 'end', error, message: answer('a') });
  });

  it('does not retry after an abort, and ends the delay before the retry', async () => {
    const { controller, clock, events, done, model } = start([{ error: NETWORK }, 'x']);
    await settle();
    expect(clock.pending).toBe(1);
    controller.abort();
    await done;
    expect(events.at(-1)).toMatchObject({ type: 'end', stopReason: 'aborted' });
    expect(model.requests).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  it('emits the last text again if later attempts bring no text', async () => {
    const { clock, events, done } = start([{ text: 'Hel', error: NETWORK }, { error: OVERLOADED }], { maxAttempts: 2 });
    await clock.advance(1000);
    await done;
    expect(events.slice(-2)).toEqual([
      { type: 'text-delta', text: 'Hel' },
      { type: 'end', error: OVERLOADED, message: answer('Hel'), usage: null },
    ]);
  });

  it('emits the last text again if it is aborted between two attempts', async () => {
    const usage = { input: 10, cacheRead: 1, cacheWrite: 2, output: 3 };
    const { controller, events, done } = start([{ text: 'Hel', error: NETWORK, usage }, 'x']);
    await settle();
    controller.abort();
    await done;
    expect(events.slice(-2)).toEqual([
      { type: 'text-delta', text: 'Hel' },
      { type: 'end', stopReason: 'aborted', message: answer('Hel'), usage },
    ]);
  });

  it('emits the last text again if it is aborted before the next attempt brings text', async () => {
    const hold = new Promise<never>(() => {});
    const { clock, controller, events, done, model } = start([{ text: 'Hel', error: NETWORK }, { hold }]);
    await clock.advance(250);
    expect(model.requests).toHaveLength(2);
    controller.abort();
    await done;
    expect(events.slice(-2)).toEqual([
      { type: 'text-delta', text: 'Hel' },
      { type: 'end', stopReason: 'aborted', message: answer('Hel'), usage: null },
    ]);
  });

  it('adds up the usage of all attempts, and reports the usage of the last attempt separately', async () => {
    const spent = (input: number) => ({ input, cacheRead: 1, cacheWrite: 2, output: 3 });
    const steps: ScriptedStep[] = [
      { error: NETWORK, usage: spent(10) },
      { error: NETWORK },
      { text: 'x', usage: spent(20) },
    ];
    const { clock, events, done } = start(steps);
    await clock.advance(60_000);
    await done;
    expect(events.at(-1)).toMatchObject({
      usage: { input: 30, cacheRead: 2, cacheWrite: 4, output: 6 },
      lastUsage: spent(20),
    });
  });

  it('reports the usage of the last attempt if the request is aborted between two attempts', async () => {
    const spent = (input: number) => ({ input, cacheRead: 1, cacheWrite: 2, output: 3 });
    const { controller, clock, events, done } = start([
      { error: NETWORK, usage: spent(10) },
      { error: NETWORK, usage: spent(20) },
    ]);
    await clock.advance(250);
    await settle();
    controller.abort();
    await done;
    expect(events.at(-1)).toMatchObject({ stopReason: 'aborted', usage: { input: 30 }, lastUsage: spent(20) });
  });

  it('aborts the attempt, and does not retry, when the reader stops early', async () => {
    const model = createScriptedModel([{ text: ['Hel', 'lo'], error: NETWORK }, 'Hello']);
    const stream = withRetry(model, { clock: createManualClock() }).stream(
      createRequest(),
      new AbortController().signal,
    );
    for await (const event of stream) {
      expect(event).toEqual({ type: 'text-delta', text: 'Hel' });
      break;
    }
    expect(model.aborted).toBe(1);
    expect(await collectEvents(stream)).toEqual([]);
    expect(model.requests).toHaveLength(1);
  });

  it('does not retry when the reader stops at the `retry` event', async () => {
    const model = createScriptedModel([{ error: NETWORK }, 'Hello']);
    const clock = createManualClock();
    const stream = withRetry(model, { clock }).stream(createRequest(), new AbortController().signal);
    for await (const event of stream) {
      expect(event.type).toBe('retry');
      break;
    }
    await clock.advance(60_000);
    expect(model.requests).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });
});
