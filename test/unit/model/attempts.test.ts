import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '../../../src/extension/model/message.ts';
import { jsonReply, RESET, startWireServer, type WireReply, type WireServer } from '../../support/wireServer.ts';
import { ask, delaysIn, STALL, type Asked } from './asking.ts';
import { answer } from './wire/requests.ts';
import { WIRES, type TestWire } from './wire/wires.ts';

let server: WireServer;
beforeAll(async () => {
  server = await startWireServer();
});
afterAll(() => server.close());

const SILENCE = new Promise(() => {});

function askServer(wire: TestWire, replies: readonly WireReply[]): Promise<Asked> {
  const before = server.requests.length;
  server.push(...replies);
  const isSilent = (attempt: number): boolean =>
    server.requests.length === before + attempt && !!replies[attempt - 1]?.steps?.includes(SILENCE);
  return ask((clock) => wire.create(server.url, clock, { stallTimeout: STALL }), isSilent);
}

describe.each(WIRES)('the $name wire with the retry policy', (wire) => {
  const good: WireReply = { steps: [...wire.beginning('Hel', 'lo'), wire.end] };
  const failing = (status: number, code: string, headers?: Record<string, string>) =>
    jsonReply(status, wire.errorBody(code, 'sorry'), headers);

  it.each<[string, WireReply, number]>([
    ['429', failing(429, 'rate_limit_error'), 250],
    ['429 with Retry-After', failing(429, 'rate_limit_error', { 'retry-after': '7' }), 7000],
    ['500', failing(500, 'api_error'), 250],
    ['529', failing(529, 'overloaded_error'), 250],
    ['a reset before the first byte', { steps: [RESET] }, 250],
    ['a reset in the middle of text', { steps: [...wire.beginning('Hel'), RESET] }, 250],
    ['a reset in the middle of a call', { steps: [...wire.beginning('Hel'), wire.halfCall, RESET] }, 250],
    ['a stall before the first byte', { steps: [SILENCE] }, 250],
    ['a stall in the middle of text', { steps: [...wire.beginning('Hel'), SILENCE] }, 250],
    ['bytes that are not JSON', { steps: [...wire.beginning('Hel'), wire.notJson] }, 250],
    ['an error inside the stream', { steps: [...wire.beginning('Hel'), wire.errorInStream] }, 250],
    ['an empty response', { steps: [] }, 250],
  ])('retries once after %s, and shows the answer once', async (_name, fault, delay) => {
    const before = server.requests.length;
    const { shown, events, end } = await askServer(wire, [fault, good]);
    expect(server.requests).toHaveLength(before + 2);
    expect(delaysIn(events)).toEqual([delay]);
    expect(end).toMatchObject({ type: 'end', stopReason: 'done', message: answer('Hello') });
    expect(shown).toEqual(answer('Hello'));
    expect(events.some((event) => event.type === 'tool-call')).toBe(false);
  });

  it('ends with the last text if later attempts bring no text', async () => {
    const broken: WireReply = { steps: [...wire.beginning('Hel'), RESET] };
    const empty: WireReply = { steps: [] };
    const { attempts, shown, end } = await askServer(wire, [...Array<WireReply>(13).fill(broken), empty]);
    expect(attempts).toBe(14);
    expect(end).toMatchObject({ type: 'end', error: { kind: 'network' }, message: answer('Hel') });
    expect(shown).toEqual(answer('Hel'));
  });

  it('emits the whole answer once, wherever the connection broke in the first attempt', async () => {
    const bytes = new TextEncoder().encode(wire.recorded);
    const askInTurn = (...bodies: Body[]) =>
      ask((clock) => wire.create('http://127.0.0.1:1', clock, { fetch: answerInTurn(bodies) }));
    const whole = await askInTurn({ bytes, breaks: false });
    expect(whole.events.filter(({ type }) => type === 'tool-call')).toHaveLength(2);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: bytes.length }), async (place) => {
        const broken = { bytes: bytes.slice(0, place), breaks: true };
        const { attempts, events, end, shown } = await askInTurn(broken, { bytes, breaks: false });
        const { message, stopReason } = whole.end as { message: Message; stopReason: string };
        expect(end).toMatchObject({ message, stopReason });
        expect(shown).toEqual(whole.shown);
        // Calls are emitted when a stream has ended normally, so never by a failed attempt.
        expect(events.filter(({ type }) => type === 'tool-call')).toHaveLength(2);
        if (place < bytes.length / 2) expect(attempts).toBe(2);
      }),
      { numRuns: 60 },
    );
  });
});

interface Body {
  readonly bytes: Uint8Array;
  /** The connection breaks after the bytes. */
  readonly breaks: boolean;
}

/** A `fetch` that answers each request with the next body. */
function answerInTurn(bodies: readonly Body[]): typeof fetch {
  const left = [...bodies];
  return () => {
    const body = left.shift();
    if (!body) return Promise.reject(new Error('There is no body left for this request'));
    const pieces = [body.bytes];
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        const piece = pieces.pop();
        if (piece) controller.enqueue(piece);
        else if (body.breaks) controller.error(new TypeError('terminated'));
        else controller.close();
      },
    });
    return Promise.resolve(new Response(stream, { headers: { 'content-type': 'text/event-stream' } }));
  };
}
