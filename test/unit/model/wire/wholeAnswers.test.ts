import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelEnd, ModelError, ModelEvent } from '../../../../src/extension/model/chatModel.ts';
import { withRetry } from '../../../../src/extension/model/retry.ts';
import { systemClock } from '../../../../src/extension/node/systemClock.ts';
import { createManualClock, settle } from '../../../support/manualClock.ts';
import { collectEvents } from '../../../support/scriptedModel.ts';
import { jsonReply, RESET, startWireServer, type WireReply, type WireServer } from '../../../support/wireServer.ts';
import { ANTHROPIC_WHOLE, GEMINI_WHOLE, OPENAI_CHAT_WHOLE, OPENAI_RESPONSES_WHOLE } from './recordedWhole.ts';
import { createRequest } from './requests.ts';
import { WIRES } from './wires.ts';

let server: WireServer;
beforeAll(async () => {
  server = await startWireServer();
});
afterAll(() => server.close());

/** Answers without streaming: the recorded answer, an answer that was cut, and an answer without a stop reason. */
const WHOLE: Readonly<Record<string, { recorded: object; cut: object; noReason: object; noReasonIs: string }>> = {
  Anthropic: {
    recorded: ANTHROPIC_WHOLE,
    cut: { ...ANTHROPIC_WHOLE, content: [{ type: 'text', text: 'Hel' }], stop_reason: 'max_tokens' },
    noReason: { ...ANTHROPIC_WHOLE, content: [{ type: 'text', text: 'Hel' }], stop_reason: null },
    noReasonIs: 'unknown',
  },
  'Chat Completions': {
    recorded: OPENAI_CHAT_WHOLE,
    cut: { ...OPENAI_CHAT_WHOLE, choices: [{ index: 0, finish_reason: 'length', message: { content: 'Hel' } }] },
    noReason: { ...OPENAI_CHAT_WHOLE, choices: [{ index: 0, finish_reason: null, message: { content: 'Hel' } }] },
    noReasonIs: 'unknown',
  },
  Responses: {
    recorded: OPENAI_RESPONSES_WHOLE,
    cut: {
      ...OPENAI_RESPONSES_WHOLE,
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output: [{ type: 'message', content: [{ type: 'output_text', text: 'Hel' }] }],
    },
    noReason: {
      ...OPENAI_RESPONSES_WHOLE,
      status: undefined,
      output: [{ type: 'message', content: [{ type: 'output_text', text: 'Hel' }] }],
    },
    noReasonIs: 'done',
  },
  Gemini: {
    recorded: GEMINI_WHOLE,
    cut: { candidates: [{ content: { role: 'model', parts: [{ text: 'Hel' }] }, finishReason: 'MAX_TOKENS' }] },
    noReason: { candidates: [{ content: { role: 'model', parts: [{ text: 'Hel' }] } }] },
    noReasonIs: 'unknown',
  },
};

const signal = (): AbortSignal => new AbortController().signal;
const request = createRequest({ stream: false });

describe.each(WIRES)('a whole answer over the $name wire', (wire) => {
  const { recorded, cut, noReason, noReasonIs } = WHOLE[wire.name] ?? { recorded: {}, cut: {}, noReason: {} };
  const run = async (reply: WireReply): Promise<ModelEvent[]> => {
    server.push(reply);
    return collectEvents(wire.create(server.url, systemClock).stream(request, signal()));
  };

  it('has the same events as a stream, each text in one piece, and the same message', async () => {
    const whole = await run(jsonReply(200, recorded));
    server.push({ steps: [wire.recorded] });
    const streamed = await collectEvents(wire.create(server.url, systemClock).stream(createRequest(), signal()));
    expect(whole).toEqual(joined(streamed));
    expect(whole.map(({ type }) => type)).toEqual([
      'thinking-delta',
      'text-delta',
      'tool-call-start',
      'tool-call-delta',
      'tool-call-start',
      'tool-call',
      'tool-call',
      'end',
    ]);
  });

  it('is requested without the fields of a stream', async () => {
    await run(jsonReply(200, recorded));
    const { path, body = '' } = server.requests.at(-1) ?? {};
    const { stream, stream_options } = JSON.parse(body) as Record<string, unknown>;
    expect(stream).toBe(wire.name === 'Gemini' ? undefined : false);
    expect(stream_options).toBeUndefined();
    expect(path).not.toContain('streamGenerateContent');
  });

  it('reports that it was cut off', async () => {
    const events = await run(jsonReply(200, cut));
    expect(endOf(events)).toMatchObject({ stopReason: 'length', message: { parts: [{ type: 'text', text: 'Hel' }] } });
  });

  it('is complete if the server reports no stop reason', async () => {
    expect(endOf(await run(jsonReply(200, noReason)))).toMatchObject({ stopReason: noReasonIs });
  });

  it.each<[string, WireReply, Partial<ModelError>]>([
    [
      'a page',
      { headers: { 'content-type': 'text/html' }, steps: ['<html>'] },
      { kind: 'malformed', retryable: false },
    ],
    ['a stream', { steps: [wire.recorded] }, { kind: 'malformed', retryable: false }],
    [
      'JSON of the wrong shape',
      jsonReply(200, {
        content: [null],
        choices: [null],
        output: [null],
        candidates: [{ content: { parts: [null] } }],
      }),
      { kind: 'malformed', retryable: true },
    ],
    [
      'JSON that breaks off',
      { headers: { 'content-type': 'application/json' }, steps: ['{"content": [', RESET] },
      { kind: 'network', retryable: true },
    ],
    [
      '529',
      jsonReply(529, wire.errorBody('overloaded_error', 'busy')),
      { kind: 'overloaded', status: 529, retryable: true },
    ],
  ])('reports an error for %s', async (_name, reply, expected) => {
    const end = endOf(await run(reply));
    if (!('error' in end)) throw new Error(`No error, but ${end.stopReason}`);
    expect(end.error).toMatchObject(expected);
  });

  it('is requested again by the retry policy after a failure', async () => {
    const clock = createManualClock();
    const model = withRetry(wire.create(server.url, clock), { clock, random: () => 0 });
    server.push(jsonReply(529, wire.errorBody('overloaded_error', 'busy')), jsonReply(200, recorded));
    const events: ModelEvent[] = [];
    for await (const event of model.stream(request, signal())) {
      events.push(event);
      if (event.type === 'retry') event.retryNow();
    }
    expect(events.map(({ type }) => type).slice(0, 2)).toEqual(['retry', 'thinking-delta']);
    expect(endOf(events)).toMatchObject({ stopReason: 'tools' });
  });

  it.each([
    ['before the first byte', [] as string[]],
    ['inside the body', ['{"content":']],
  ])('closes the connection when aborted %s', async (_name, sent) => {
    const controller = new AbortController();
    server.push({ headers: { 'content-type': 'application/json' }, steps: [...sent, new Promise(() => {})] });
    const before = server.requests.length;
    const reading = collectEvents(wire.create(server.url, systemClock).stream(request, controller.signal));
    while (server.requests.length === before) await settle();
    await settle();
    controller.abort();
    expect(endOf(await reading)).toMatchObject({ stopReason: 'aborted', message: { parts: [] } });
    expect(await server.requests.at(-1)?.abortedByClient).toBe(true);
  });

  it('has a longer stall timeout than a stream', async () => {
    const clock = createManualClock();
    server.push({ steps: [new Promise(() => {})] });
    const reading = collectEvents(wire.create(server.url, clock).stream(request, signal()));
    while (clock.pending !== 1) await settle();
    await clock.advance(299_999);
    expect(clock.pending).toBe(1);
    await clock.advance(1);
    expect(endOf(await reading)).toMatchObject({ error: { kind: 'timeout' } });
  });
});

function endOf(events: readonly ModelEvent[]): ModelEnd {
  const ends = events.filter((event) => event.type === 'end');
  expect(ends).toHaveLength(1);
  return ends[0] as ModelEnd;
}

/** Joins adjacent pieces of the same type, because an answer without streaming has each text in one piece. */
function joined(events: readonly ModelEvent[]): ModelEvent[] {
  const all: ModelEvent[] = [];
  for (const event of events) {
    const last = all.at(-1);
    const isPiece = 'text' in event && last && 'text' in last && last.type === event.type;
    if (isPiece) all[all.length - 1] = { ...last, text: last.text + event.text };
    else all.push(event);
  }
  return all;
}
