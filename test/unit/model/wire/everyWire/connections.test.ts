import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelEvent } from '../../../../../src/extension/model/chatModel.ts';
import { withRetry } from '../../../../../src/extension/model/retry.ts';
import { systemClock } from '../../../../../src/extension/node/systemClock.ts';
import { createManualClock, settle } from '../../../../support/manualClock.ts';
import { collectEvents } from '../../../../support/scriptedModel.ts';
import { startWireServer, type WireServer } from '../../../../support/wireServer.ts';
import { answer, createRequest } from '../requests.ts';
import { WIRES } from '../wires.ts';
import { endOf, errorOf } from './endOf.ts';

let server: WireServer;
beforeAll(async () => {
  server = await startWireServer();
});
afterAll(() => server.close());

const signal = (): AbortSignal => new AbortController().signal;

describe.each(WIRES)('the $name wire', (wire) => {
  it.each([
    ['before the first byte', [] as string[]],
    ['in the middle', wire.beginning('Hel')],
  ])('fails if no bytes come during the stall timeout, %s', async (_name, sent) => {
    const clock = createManualClock();
    server.push({ steps: [...sent, new Promise(() => {})] });
    const events: ModelEvent[] = [];
    const reading = (async () => {
      for await (const event of wire
        .create(server.url, clock, { stallTimeout: 60_000 })
        .stream(createRequest(), signal())) {
        events.push(event);
      }
    })();
    const before = server.requests.length;
    await until(() => server.requests.length > before && (sent.length === 0 || events.length > 0));
    await until(() => clock.pending === 1);
    await clock.advance(59_999);
    expect(events.some((event) => event.type === 'end')).toBe(false);
    await clock.advance(1);
    await reading;
    expect(errorOf(events)).toMatchObject({ kind: 'timeout', retryable: true });
    expect(await server.requests.at(-1)?.abortedByClient).toBe(true);
    expect(clock.pending).toBe(0);
  });

  it.each([
    ['before the first byte', [] as string[], { parts: [] }],
    ['in the middle of the answer', wire.beginning('Hel'), answer('Hel')],
  ])('closes the connection when aborted %s, and ends with the text so far', async (_name, sent, message) => {
    const controller = new AbortController();
    server.push({ steps: [...sent, new Promise(() => {})] });
    const before = server.requests.length;
    const events: ModelEvent[] = [];
    const reading = (async () => {
      const stream = wire.create(server.url, systemClock).stream(createRequest(), controller.signal);
      for await (const event of stream) events.push(event);
    })();
    await until(() => server.requests.length > before && (sent.length === 0 || events.length > 0));
    await settle();
    controller.abort();
    await reading;
    expect(endOf(events)).toMatchObject({ stopReason: 'aborted', message });
    expect(await server.requests.at(-1)?.abortedByClient).toBe(true);
  });

  it('reads the body to its end after a complete answer, so that the socket can be used again', async () => {
    const pieces = [...wire.beginning('Hel'), wire.end].map((piece) => new TextEncoder().encode(piece));
    let outcome = 'open';
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const piece = pieces.shift();
        if (piece) return controller.enqueue(piece);
        await settle();
        outcome = 'ended';
        controller.close();
      },
      cancel: () => void (outcome = 'canceled'),
    });
    const headers = { 'content-type': 'text/event-stream' };
    const model = wire.create('http://127.0.0.1:1', systemClock, {
      fetch: () => Promise.resolve(new Response(body, { headers })),
    });
    expect(endOf(await collectEvents(model.stream(createRequest(), signal())))).toMatchObject({ stopReason: 'done' });
    expect(outcome).toBe('ended');
  });

  it('emits nothing but the end after the reader has aborted', async () => {
    const controller = new AbortController();
    server.push({ steps: [wire.beginning('Hel', 'lo').join('') + wire.end] });
    const events: ModelEvent[] = [];
    for await (const event of wire.create(server.url, systemClock).stream(createRequest(), controller.signal)) {
      events.push(event);
      controller.abort();
    }
    expect(events.map(({ type }) => type)).toEqual(['text-delta', 'end']);
    expect(endOf(events)).toMatchObject({ stopReason: 'aborted' });
  });

  it('closes the connection when the reader stops early', async () => {
    server.push({ steps: [...wire.beginning('Hel'), new Promise(() => {})] });
    for await (const event of wire.create(server.url, systemClock).stream(createRequest(), signal())) {
      expect(event.type).toBe('text-delta');
      break;
    }
    expect(await server.requests.at(-1)?.abortedByClient).toBe(true);
  });

  it('closes the connection when a reader with the retry policy stops early', async () => {
    server.push({ steps: [...wire.beginning('Hel'), new Promise(() => {})] });
    const model = withRetry(wire.create(server.url, systemClock), { clock: systemClock });
    for await (const event of model.stream(createRequest(), signal())) {
      expect(event.type).toBe('text-delta');
      break;
    }
    expect(await server.requests.at(-1)?.abortedByClient).toBe(true);
  });

  it('sends nothing to the provider if the signal has already aborted', async () => {
    const before = server.requests.length;
    const events = await collectEvents(
      wire.create(server.url, systemClock).stream(createRequest(), AbortSignal.abort()),
    );
    expect(endOf(events)).toMatchObject({ stopReason: 'aborted' });
    expect(server.requests).toHaveLength(before);
  });
});

/** Waits, without measuring time, until another task of this process has made the condition true. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await settle();
}
