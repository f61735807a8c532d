import { describe, expect, it } from 'vitest';
import type { ModelEvent } from '../../../../../src/extension/model/chatModel.ts';
import { withRetry } from '../../../../../src/extension/model/retry.ts';
import {
  createVscodeChatModel,
  type VscodeDelta,
  type VscodeModel,
} from '../../../../../src/extension/model/wire/vscode/vscodeModel.ts';
import { createManualClock, settle } from '../../../../support/manualClock.ts';
import { collectEvents } from '../../../../support/scriptedModel.ts';
import { createConversation, createRequest } from '../requests.ts';

interface Fake extends VscodeModel {
  sent: number;
  readonly signals: AbortSignal[];
}

function fake(
  answer: (attempt: number) => AsyncIterable<VscodeDelta> | Promise<AsyncIterable<VscodeDelta>>,
  isAllowed = true,
): Fake {
  const model: Fake = {
    name: 'GPT-4o',
    sent: 0,
    signals: [],
    isAllowed: () => isAllowed,
    send: async (_, signal) => {
      model.sent += 1;
      model.signals.push(signal);
      return answer(model.sent);
    },
  };
  return model;
}

async function* deltas(...given: readonly (VscodeDelta | Error | 'wait')[]): AsyncGenerator<VscodeDelta> {
  for (const delta of given) {
    if (delta instanceof Error) throw delta;
    if (delta === 'wait') await new Promise(() => {});
    else yield delta;
  }
}

const textDelta = (text: string): VscodeDelta => ({ type: 'text', text });
const call = (id: string, input: unknown = { file_path: 'a.ts' }): VscodeDelta => ({
  ...{ type: 'tool-call', id, name: 'read_file', input },
});
const never = (): AbortSignal => new AbortController().signal;

function ask(model: VscodeModel, given: Parameters<typeof createRequest>[0] = {}, signal = never()) {
  return collectEvents(
    createVscodeChatModel(model, { clock: createManualClock() }).stream(createRequest(given), signal),
  );
}

describe('a model of VS Code', () => {
  it('ends with an unknown stop reason and without usage', async () => {
    const events = await ask(fake(() => deltas(textDelta('Hel'), textDelta(''), textDelta('lo'))));
    expect(events).toEqual([
      { type: 'text-delta', text: 'Hel' },
      { type: 'text-delta', text: 'lo' },
      {
        type: 'end',
        stopReason: 'unknown',
        message: { role: 'assistant', parts: [{ type: 'text', text: 'Hello' }] },
        usage: null,
      },
    ]);
  });

  it('emits complete calls at the end, in the order of the parts', async () => {
    const events = await ask(fake(() => deltas(textDelta('Look.'), call('a'), textDelta('And.'), call('b', { x: 1 }))));
    expect(events.map(({ type }) => type)).toEqual([
      ...['text-delta', 'tool-call-start', 'tool-call-delta', 'text-delta', 'tool-call-start', 'tool-call-delta'],
      ...['tool-call', 'tool-call', 'end'],
    ]);
    const message = { parts: [{ text: 'Look.' }, { id: 'a' }, { text: 'And.' }, { id: 'b', input: { x: 1 } }] };
    expect(events.at(-1)).toMatchObject({ stopReason: 'tools', message });
  });

  it('gives a call a new id if its id was used before', async () => {
    const messages = createConversation('anthropic').slice(0, 3);
    const events = await ask(
      fake(() => deltas(call('call_1'), call(''))),
      { messages },
    );
    const ids = events.flatMap((event) => (event.type === 'tool-call' ? [event.call.id] : []));
    expect(new Set([...ids, 'call_1']).size).toBe(3);
  });

  it('marks a call as malformed if its arguments are not an object, unless they are missing', async () => {
    const events = await ask(fake(() => deltas(call('a', 'text'), call('b', undefined))));
    expect(events.filter(({ type }) => type === 'tool-call')).toMatchObject([
      { call: { input: {}, malformed: '"text"' } },
      { call: { input: {} } },
    ]);
    expect(events.at(-2)).not.toHaveProperty('call.malformed');
  });

  it('keeps the text, but not the calls, when the answer fails', async () => {
    const events = await ask(fake(() => deltas(textDelta('Half'), call('a'), new Error('broken'))));
    const message = { role: 'assistant', parts: [{ type: 'text', text: 'Half' }] };
    expect(events.at(-1)).toMatchObject({ type: 'end', error: { kind: 'server' }, message });
    expect(events.filter(({ type }) => type === 'end')).toHaveLength(1);
  });

  it.each([
    ['before the answer begins', (): Promise<AsyncIterable<VscodeDelta>> => new Promise(() => {}), 0],
    ['in the middle of the answer', () => deltas(textDelta('Half'), 'wait'), 1],
  ])('ends at once when it is aborted %s, and cancels the request to VS Code', async (_, answer, parts) => {
    const model = fake(answer);
    const controller = new AbortController();
    const events = ask(model, {}, controller.signal);
    await settle();
    controller.abort();
    const end = (await events).at(-1);
    expect(end).toMatchObject({ type: 'end', stopReason: 'aborted' });
    expect(end?.type === 'end' && end.message.parts).toHaveLength(parts);
    expect(model.signals[0]?.aborted).toBe(true);
  });

  it('sends nothing if the signal has already aborted', async () => {
    const model = fake(() => deltas(textDelta('x')));
    expect(await ask(model, {}, AbortSignal.abort())).toMatchObject([{ stopReason: 'aborted' }]);
    expect(model.sent).toBe(0);
  });

  it('cancels the request to VS Code when the reader stops early', async () => {
    const model = fake(() => deltas(textDelta('a'), textDelta('b')));
    const stream = createVscodeChatModel(model, { clock: createManualClock() }).stream(createRequest(), never());
    for await (const _ of stream) break;
    expect(model.signals[0]?.aborted).toBe(true);
  });

  it.each([
    ['before the first text', (): Promise<AsyncIterable<VscodeDelta>> => new Promise(() => {}), true, true],
    ['in the middle of the answer', () => deltas(textDelta('Half'), 'wait'), true, true],
    ['but not while VS Code asks the user for consent', (): Promise<never> => new Promise(() => {}), false, false],
  ])('treats silence as a stall %s', async (_, answer, isAllowed, isStall) => {
    const clock = createManualClock();
    const events: ModelEvent[] = [];
    const controller = new AbortController();
    const model = createVscodeChatModel(fake(answer, isAllowed), { clock, stallTimeout: 30_000 });
    const reading = (async () => {
      for await (const event of model.stream(createRequest(), controller.signal)) events.push(event);
    })();
    await clock.advance(29_999);
    expect(events.some(({ type }) => type === 'end')).toBe(false);
    await clock.advance(1);
    const end = events.find(({ type }) => type === 'end');
    if (isStall) expect(end).toMatchObject({ error: { kind: 'timeout', retryable: true } });
    else expect(end).toBeUndefined();
    controller.abort();
    await reading;
    expect(clock.pending).toBe(0);
  });

  it('does not send a background request that would ask the user for consent', async () => {
    const model = fake(() => deltas(textDelta('x')), false);
    expect(await ask(model, { promptId: 'prompt_suggestion' })).toMatchObject([{ error: { kind: 'forbidden' } }]);
    expect(model.sent).toBe(0);
    expect((await ask(model, { promptId: 'prompt-1' })).at(-1)).toMatchObject({ stopReason: 'unknown' });
  });

  it('refuses a request whose image would be left out', async () => {
    const model = fake(() => deltas(textDelta('x')));
    const image = { type: 'image', mimeType: 'image/png', data: 'aGk=' } as const;
    const messages = [{ role: 'user', parts: [image] }] as const;
    expect(await ask(model, { messages })).toMatchObject([{ error: { kind: 'bad-request' } }]);
    expect(model.sent).toBe(0);
  });

  it('is retried after a temporary failure, without repeating the text that had arrived', async () => {
    const model = fake((attempt) =>
      attempt === 1 ? deltas(textDelta('Ha'), new Error('net::ERR_RESET')) : deltas(textDelta('Hello')),
    );
    const clock = createManualClock();
    const retried = withRetry(createVscodeChatModel(model, { clock }), { clock, random: () => 0 });
    const events = collectEvents(retried.stream(createRequest(), never()));
    await clock.advance(1_000);
    const end = (await events).at(-1);
    expect(end).toMatchObject({ stopReason: 'unknown', message: { parts: [{ text: 'Hello' }] } });
    expect(model.sent).toBe(2);
  });
});
