import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChatModel, ModelEvent } from '../../../../../src/extension/model/chatModel.ts';
import type { Part } from '../../../../../src/extension/model/message.ts';
import {
  createVscodeChatModel,
  type VscodeDelta,
  type VscodeModel,
} from '../../../../../src/extension/model/wire/vscode/vscodeModel.ts';
import { systemClock } from '../../../../../src/extension/node/systemClock.ts';
import { collectEvents } from '../../../../support/scriptedModel.ts';
import { startWireServer, type WireReply, type WireServer } from '../../../../support/wireServer.ts';
import { createRequest } from '../requests.ts';
import { WIRES, type TestWire } from '../wires.ts';

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
});

it('a model of VS Code emits the same events, but without thoughts, usage and the provider’s stop word', async () => {
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
  // VS Code gives arguments in one piece, and `{}` for a call without arguments.
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

/** Makes the events of the wires comparable: removes the opaque data of parts, and joins the pieces of arguments. */
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
