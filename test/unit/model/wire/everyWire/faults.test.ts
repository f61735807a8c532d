import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelError, ModelEvent } from '../../../../../src/extension/model/chatModel.ts';
import { systemClock } from '../../../../../src/extension/node/systemClock.ts';
import { collectEvents } from '../../../../support/scriptedModel.ts';
import { jsonReply, RESET, startWireServer, type WireReply, type WireServer } from '../../../../support/wireServer.ts';
import { answer, createRequest } from '../requests.ts';
import { API_KEY, WIRES } from '../wires.ts';
import { endOf, errorOf } from './endOf.ts';

let server: WireServer;
beforeAll(async () => {
  server = await startWireServer();
});
afterAll(() => server.close());

const signal = (): AbortSignal => new AbortController().signal;

describe.each(WIRES)('the $name wire', (wire) => {
  const run = async (reply: WireReply): Promise<ModelEvent[]> => {
    server.push(reply);
    return collectEvents(wire.create(server.url, systemClock).stream(createRequest(), signal()));
  };

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
    ['400', jsonReply(400, wire.errorBody('invalid_request_error', 'bad')), { kind: 'bad-request', retryable: false }],
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
    ['413', jsonReply(413, wire.errorBody('request_too_large', 'big')), { kind: 'context-too-long', retryable: false }],
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
      '422 with a body in an unknown format',
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
