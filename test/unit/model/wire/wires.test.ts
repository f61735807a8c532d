import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { forkRequest } from '../../../../src/extension/background/cacheSafeParams.ts';
import { withRetry } from '../../../../src/extension/model/retry.ts';
import type { ChatModel, ModelEnd, ModelError, ModelEvent } from '../../../../src/extension/model/chatModel.ts';
import { userMessage, type Part } from '../../../../src/extension/model/message.ts';
import {
  createVscodeChatModel,
  type VscodeDelta,
  type VscodeModel,
} from '../../../../src/extension/model/wire/vscode/vscodeModel.ts';
import { systemClock } from '../../../../src/extension/node/systemClock.ts';
import { createManualClock, settle } from '../../../support/manualClock.ts';
import { collectEvents } from '../../../support/scriptedModel.ts';
import { jsonReply, RESET, startWireServer, type WireReply, type WireServer } from '../../../support/wireServer.ts';
import { answer, createConversation, createRequest } from './requests.ts';
import { API_KEY, WIRES, type TestWire } from './wires.ts';

let server: WireServer;
beforeAll(async () => {
  server = await startWireServer();
});
afterAll(() => server.close());
afterEach(() => vi.unstubAllEnvs());

const signal = (): AbortSignal => new AbortController().signal;

function endOf(events: readonly ModelEvent[]): ModelEnd {
  const ends = events.filter((event) => event.type === 'end');
  expect(ends).toHaveLength(1);
  expect(events.at(-1)).toBe(ends[0]);
  return ends[0] as ModelEnd;
}

function errorOf(events: readonly ModelEvent[]): ModelError {
  const end = endOf(events);
  if (!('error' in end)) throw new Error(`No error, but ${end.stopReason}`);
  return end.error;
}

describe.each(WIRES)('$name wire', (wire) => {
  const run = async (reply: WireReply): Promise<ModelEvent[]> => {
    server.push(reply);
    return collectEvents(wire.create(server.url, systemClock).stream(createRequest(), signal()));
  };

  it('streams thinking, text and calls, and ends with the whole message', async () => {
    const events = await run({ steps: [wire.recorded] });
    expect(toComparable(events)).toEqual(expectedEvents(wire));
    expect(server.requests.at(-1)).toMatchObject({ method: 'POST', path: wire.path });
  });

  it('emits the same events wherever the bytes are cut', async () => {
    const bytes = new TextEncoder().encode(wire.recorded);
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: bytes.length - 1 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(cuts, async (places) => {
        const edges = [0, ...places.sort((a, b) => a - b), bytes.length];
        const pieces = edges.slice(1).map((edge, index) => bytes.slice(edges[index], edge));
        const events = await collectEvents(createOverPieces(wire, pieces).stream(createRequest(), signal()));
        expect(toComparable(events)).toEqual(expectedEvents(wire));
      }),
      { numRuns: 60 },
    );
  });

  it('emits the same events if each byte comes separately', async () => {
    const bytes = new TextEncoder().encode(wire.recorded);
    const pieces = [...bytes].map((byte) => Uint8Array.of(byte));
    const events = await collectEvents(createOverPieces(wire, pieces).stream(createRequest(), signal()));
    expect(toComparable(events)).toEqual(expectedEvents(wire));
  });

  describe('faults', () => {
    const long = 'prompt is too long: 250000 tokens > 200000 maximum';
    const cases: [string, WireReply, Partial<ModelError>][] = [
      [
        '401',
        jsonReply(401, wire.errorBody('authentication_error', `bad key ${API_KEY}`)),
        { kind: 'unauthorized', status: 401, retryable: false, message: 'bad key …' },
      ],
      ['403', jsonReply(403, wire.errorBody('permission_error', 'no')), { kind: 'forbidden', retryable: false }],
      [
        '404',
        jsonReply(404, wire.errorBody('not_found_error', 'model: x')),
        { kind: 'not-found', retryable: false, message: 'model: x' },
      ],
      [
        '400',
        jsonReply(400, wire.errorBody('invalid_request_error', 'bad')),
        { kind: 'bad-request', retryable: false },
      ],
      [
        '400 context too long',
        jsonReply(400, wire.errorBody('invalid_request_error', long)),
        { kind: 'context-too-long', retryable: false },
      ],
      [
        '400 without credit',
        jsonReply(400, wire.errorBody('invalid_request_error', 'Your credit balance is too low')),
        { kind: 'quota-exhausted', retryable: false },
      ],
      [
        '413',
        jsonReply(413, wire.errorBody('request_too_large', 'big')),
        { kind: 'context-too-long', retryable: false },
      ],
      [
        '429 with Retry-After',
        jsonReply(429, wire.errorBody('rate_limit_error', 'slow; see billing'), { 'retry-after': '7' }),
        { kind: 'rate-limited', retryAfter: 7000, retryable: true },
      ],
      [
        '429 without Retry-After',
        jsonReply(429, wire.errorBody('rate_limit_error', 'slow')),
        { kind: 'rate-limited', retryable: true },
      ],
      [
        '429 with a used-up quota',
        jsonReply(429, wire.errorBody('insufficient_quota', 'You exceeded your current quota')),
        { kind: 'quota-exhausted', retryable: false },
      ],
      [
        '422 with a body of another form',
        jsonReply(422, { detail: 'No such field' }),
        { kind: 'bad-request', status: 422, message: 'No such field' },
      ],
      ['500', jsonReply(500, wire.errorBody('api_error', 'oops')), { kind: 'server', status: 500, retryable: true }],
      [
        '502 with a page',
        { status: 502, headers: { 'content-type': 'text/html' }, steps: ['<html>Bad gateway</html>'] },
        { kind: 'server', retryable: true },
      ],
      ['529', jsonReply(529, wire.errorBody('overloaded_error', 'busy')), { kind: 'overloaded', retryable: true }],
      ['reset before the first byte', { steps: [RESET] }, { kind: 'network', retryable: true }],
      [
        'an event that is not JSON',
        { steps: [...wire.beginning('Hel'), wire.notJson] },
        { kind: 'malformed', retryable: true },
      ],
      [
        'an event of the wrong shape',
        { steps: [...wire.beginning('Hel'), wire.wrongShape] },
        { kind: 'malformed', retryable: true },
      ],
      [
        'an error inside the stream',
        { steps: [...wire.beginning('Hel'), wire.errorInStream] },
        { kind: 'overloaded', retryable: true, message: 'Overloaded' },
      ],
      ['a stream without an end event', { steps: wire.beginning('Hel') }, { kind: 'network', retryable: true }],
      [
        'a stream that ends inside an event',
        { steps: [...wire.beginning('Hel'), (wire.beginning('lo').at(-1) ?? '').slice(0, -8)] },
        { kind: 'network', retryable: true },
      ],
      ['an empty stream', { steps: [] }, { kind: 'network', retryable: true }],
      [
        'a page instead of a stream',
        { headers: { 'content-type': 'text/html' }, steps: ['<html>'] },
        { kind: 'malformed', retryable: false },
      ],
    ];
    it.each(cases)('reports an error of the expected kind for %s', async (_name, reply, expected) => {
      const error = errorOf(await run(reply));
      expect(error).toMatchObject(expected);
      expect(JSON.stringify(error)).not.toContain(API_KEY);
      if (!('retryAfter' in expected)) expect(error.retryAfter).toBeUndefined();
    });

    it('reports a refused connection as a network error that names the host', async () => {
      const gone = await startWireServer();
      await gone.close();
      const error = errorOf(await collectEvents(wire.create(gone.url, systemClock).stream(createRequest(), signal())));
      expect(error).toMatchObject({ kind: 'network', retryable: true });
      expect(error.message).toContain(new URL(gone.url).host);
      expect(error.message).toContain('ECONNREFUSED');
    });

    it('reports a connection attempt that timed out as a network error', async () => {
      const cause = Object.assign(new Error('connect ETIMEDOUT 203.0.113.1:443'), { code: 'ETIMEDOUT' });
      const timeOut = (): Promise<Response> => Promise.reject(new TypeError('fetch failed', { cause }));
      const model = wire.create('http://127.0.0.1:1', systemClock, { fetch: timeOut });
      const error = errorOf(await collectEvents(model.stream(createRequest(), signal())));
      expect(error).toMatchObject({ kind: 'network', retryable: true, noResponse: true });
    });

    it('keeps the text that came before the connection broke', async () => {
      const end = endOf(await run({ steps: [...wire.beginning('Hel', 'lo'), RESET] }));
      expect(end).toMatchObject({ error: { kind: 'network', retryable: true }, message: answer('Hello') });
    });

    it('drops a call that broke off', async () => {
      const events = await run({ steps: [...wire.beginning('Hel'), wire.halfCall, RESET] });
      expect(endOf(events)).toMatchObject({ error: { kind: 'network' }, message: answer('Hel') });
      expect(events.some((event) => event.type === 'tool-call')).toBe(false);
    });

    it('ignores an unknown event', async () => {
      const end = endOf(await run({ steps: [...wire.beginning('Hel'), wire.unknownEvent, wire.end] }));
      expect(end).toMatchObject({ stopReason: 'done', message: answer('Hel') });
    });

    it('treats an answer without content as an empty answer', async () => {
      const end = endOf(await run({ steps: [...wire.beginning(), wire.end] }));
      expect(end).toMatchObject({ stopReason: 'done', message: { parts: [] } });
    });
  });

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

  it('sends a fork as its parent’s bytes, the answer and one message', async () => {
    const request = createRequest({ messages: createConversation(wire.source, wire.thought), cacheAnchors: [2, 4] });
    const params = { modelId: 'x/y', request, answer: answer('Next.'), leaf: 'l', version: 1 };
    const sameModel = { id: 'x/y', name: request.model };
    const message = userMessage('[SUGGESTION MODE: …]');
    const fork = forkRequest(params, { message, model: sameModel, promptId: 'prompt_suggestion' });
    const model = wire.create(server.url, systemClock);
    for (const each of [request, fork]) {
      server.push({ steps: [...wire.beginning('ok'), wire.end] });
      await collectEvents(model.stream(each, signal()));
    }
    const [parent = '', child = ''] = server.requests.slice(-2).map(({ body }) => body);
    expect(parent.endsWith(']}')).toBe(true);
    for (const secret of Object.values(wire.thought as object)) expect(parent).toContain(JSON.stringify(secret));
    expect(child.startsWith(parent.slice(0, -2))).toBe(true);
    const added = JSON.parse(`[${child.slice(parent.length - 1, -2)}]`) as { role: string }[];
    expect(added.map(({ role }) => role)).toEqual([wire.name === 'Gemini' ? 'model' : 'assistant', 'user']);
  });

  it('ignores the environment variables that its SDK would read', async () => {
    for (const [name, value] of Object.entries(wire.environment)) vi.stubEnv(name, value);
    await run({ steps: [...wire.beginning('ok'), wire.end] });
    const headers = server.requests.at(-1)?.headers ?? {};
    expect(headers['x-gateway']).toBeUndefined();
    expect(JSON.stringify(headers)).not.toContain('other');
    expect(JSON.stringify(headers)).toContain(API_KEY);
  });
});

it('a model of VS Code emits the same events, without thoughts, usage and stop word', async () => {
  const external: VscodeModel = {
    name: 'External',
    isAllowed: () => true,
    send: () => Promise.resolve(recordedDeltas()),
  };
  const model = createVscodeChatModel(external, { clock: systemClock });
  const events = toComparable(await collectEvents(model.stream(createRequest(), signal())));
  const [wire] = WIRES as [TestWire];
  const isArgument = ({ type }: ModelEvent): boolean => type === 'tool-call-delta';
  const expected = expectedEvents(wire).flatMap((event): ModelEvent[] => {
    if (event.type === 'thinking-delta') return [];
    if (event.type !== 'end') return [event];
    const parts = event.message.parts.filter(({ type }) => type !== 'thinking');
    return [{ type: 'end', stopReason: 'tools', message: { ...event.message, parts }, usage: null }];
  });
  // VS Code gives complete arguments, also for a call without arguments.
  expect(events.filter((event) => !isArgument(event))).toEqual(expected.filter((event) => !isArgument(event)));
});

async function* recordedDeltas(): AsyncGenerator<VscodeDelta> {
  yield { type: 'text', text: 'Grüße — ' };
  yield { type: 'text', text: '你好 👋' };
  yield { type: 'tool-call', id: 'call_a', name: 'read_file', input: { file_path: 'ä.ts' } };
  yield { type: 'tool-call', id: 'call_b', name: 'list_directory', input: {} };
}

const expectedEvents = (wire: TestWire): ModelEvent[] => [
  { type: 'thinking-delta', text: 'Zuerst ' },
  { type: 'thinking-delta', text: 'lesen.' },
  { type: 'text-delta', text: 'Grüße — ' },
  { type: 'text-delta', text: '你好 👋' },
  { type: 'tool-call-start', id: 'call_a', name: 'read_file' },
  { type: 'tool-call-delta', id: 'call_a', text: '{"file_path":"ä.ts"}' },
  { type: 'tool-call-start', id: 'call_b', name: 'list_directory' },
  { type: 'tool-call', call: { type: 'tool-call', id: 'call_a', name: 'read_file', input: { file_path: 'ä.ts' } } },
  { type: 'tool-call', call: { type: 'tool-call', id: 'call_b', name: 'list_directory', input: {} } },
  {
    type: 'end',
    stopReason: 'tools',
    stopWord: wire.stopWord,
    message: {
      role: 'assistant',
      parts: [
        { type: 'thinking', text: 'Zuerst lesen.' },
        { type: 'text', text: 'Grüße — 你好 👋' },
        { type: 'tool-call', id: 'call_a', name: 'read_file', input: { file_path: 'ä.ts' } },
        { type: 'tool-call', id: 'call_b', name: 'list_directory', input: {} },
      ],
    },
    usage: wire.usage,
  },
];

/**
 * Removes the only differences between the wires: the opaque data of parts, and the number of pieces in which arguments
 * come.
 */
function toComparable(events: readonly ModelEvent[]): ModelEvent[] {
  const joined: ModelEvent[] = [];
  for (const event of events.map(withoutOpaque)) {
    const last = joined.at(-1);
    if (event.type === 'tool-call-delta' && last?.type === 'tool-call-delta' && last.id === event.id) {
      joined[joined.length - 1] = { ...last, text: last.text + event.text };
    } else joined.push(event);
  }
  return joined;
}

function withoutOpaque(event: ModelEvent): ModelEvent {
  if (event.type === 'tool-call') return { ...event, call: bare(event.call) };
  if (event.type !== 'end') return event;
  for (const part of event.message.parts) if (part.type === 'thinking') expect(part.opaque).toBeDefined();
  return { ...event, message: { ...event.message, parts: event.message.parts.map(bare) } };
}

function bare<P extends Part>(part: P): P {
  const { opaque: _, ...rest } = part as P & { opaque?: unknown };
  return rest as P;
}

/** Creates the adapter with a `fetch` that answers with exactly these pieces. */
function createOverPieces(wire: TestWire, pieces: readonly Uint8Array[]): ChatModel {
  const answerWithPieces = (): Promise<Response> => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece);
        controller.close();
      },
    });
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
  };
  return wire.create('http://127.0.0.1:1', systemClock, { fetch: answerWithPieces });
}

/** Waits, without measuring time, until another task of this process has made the condition true. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await settle();
}
