import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelEvent } from '../../../src/extension/model/chatModel.ts';
import type { Message } from '../../../src/extension/model/message.ts';
import { withRetry } from '../../../src/extension/model/retry.ts';
import { createManualClock, settle } from '../../support/manualClock.ts';
import { jsonReply, RESET, startWireServer, type WireReply, type WireServer } from '../../support/wireServer.ts';
import { answer, createRequest } from './requests.ts';
import { WIRES, type TestWire } from './wires.ts';

let server: WireServer;
beforeAll(async () => {
  server = await startWireServer();
});
afterAll(() => server.close());

const STALL = 60_000;

/** Asks with the retry policy around the wire, and lets time pass whenever everything waits for it. */
async function ask(wire: TestWire, replies: readonly WireReply[]) {
  const clock = createManualClock();
  const before = server.requests.length;
  server.push(...replies);
  const model = withRetry(wire.create(server.url, clock, { stallTimeout: STALL }), { clock, random: () => 0 });
  const events: ModelEvent[] = [];
  let isOver = false;
  const reading = (async () => {
    for await (const event of model.stream(createRequest(), new AbortController().signal)) events.push(event);
    isOver = true;
  })();
  const attempts = () => server.requests.length - before;
  while (!isOver) {
    await settle();
    const last = events.at(-1);
    if (last?.type === 'retry' && clock.pending === 1 && attempts() < last.attempt) await clock.advance(last.delay);
    else if (replies[attempts() - 1]?.steps?.includes(SILENCE) && clock.pending === 1) await clock.advance(STALL);
  }
  await reading;
  return { attempts: attempts(), shown: shownBy(events), events, end: events.at(-1) };
}

const SILENCE = new Promise(() => {});

/** What a reader who follows the events has in front of it at the end. */
function shownBy(events: readonly ModelEvent[]): Message {
  let text = '';
  for (const event of events) {
    if (event.type === 'retry') text = '';
    if (event.type === 'text-delta') text += event.text;
  }
  return text ? answer(text) : { role: 'assistant', parts: [] };
}

const delaysIn = (events: readonly ModelEvent[]): number[] =>
  events.flatMap((event) => (event.type === 'retry' ? [event.delay] : []));

describe.each(WIRES)('$name wire with the retry policy', (wire) => {
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
    ['something that is not JSON', { steps: [...wire.beginning('Hel'), wire.notJson] }, 250],
    ['an error inside the stream', { steps: [...wire.beginning('Hel'), wire.errorInStream] }, 250],
    ['nothing at all', { steps: [] }, 250],
  ])('asks once more after %s, and shows the answer once', async (_name, fault, delay) => {
    const { attempts, shown, events, end } = await ask(wire, [fault, good]);
    expect(attempts).toBe(2);
    expect(delaysIn(events)).toEqual([delay]);
    expect(end).toMatchObject({ type: 'end', stopReason: 'done', message: answer('Hello') });
    expect(shown).toEqual(answer('Hello'));
    expect(events.some((event) => event.type === 'tool-call')).toBe(false);
  });

  it.each<[string, WireReply, string]>([
    ['401', failing(401, 'authentication_error'), 'unauthorized'],
    ['403', failing(403, 'permission_error'), 'forbidden'],
    ['404', failing(404, 'not_found_error'), 'not-found'],
    [
      '400 context too long',
      jsonReply(400, wire.errorBody('invalid_request_error', 'prompt is too long: 3 > 2 maximum')),
      'context-too-long',
    ],
    ['a wait of more than a minute', failing(429, 'rate_limit_error', { 'retry-after': '61' }), 'rate-limited'],
  ])('asks only once after %s', async (_name, fault, kind) => {
    const { attempts, end } = await ask(wire, [fault]);
    expect(attempts).toBe(1);
    expect(end).toMatchObject({ type: 'end', error: { kind } });
  });

  it('keeps the last text when tries are exhausted, and asks five times', async () => {
    const broken: WireReply = { steps: [...wire.beginning('Hel'), RESET] };
    const { attempts, shown, end } = await ask(wire, [broken, broken, broken, broken, { steps: [RESET] }]);
    expect(attempts).toBe(5);
    expect(end).toMatchObject({ type: 'end', error: { kind: 'network' }, message: answer('Hel') });
    expect(shown).toEqual(answer('Hel'));
  });

  it('takes an empty answer as it is', async () => {
    const { attempts, end } = await ask(wire, [{ steps: [...wire.beginning(), wire.end] }]);
    expect(attempts).toBe(1);
    expect(end).toMatchObject({ type: 'end', stopReason: 'done', message: { parts: [] } });
  });
});
