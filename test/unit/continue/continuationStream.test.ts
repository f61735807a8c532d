import { describe, expect, it, test } from 'vitest';
import { streamContinuation, type ContinuationEvent } from '../../../src/extension/continue/continuationStream.ts';
import type { ModelError, ModelEvent, ModelRequest } from '../../../src/extension/model/chatModel.ts';
import { userMessage } from '../../../src/extension/model/message.ts';
import { createScriptedModel, type ScriptedStep } from '../../support/scriptedModel.ts';
import { createRequest } from '../model/wire/requests.ts';

const PREFIX = 'The cache is cleared when the window closes, ';
const REFUSED: ModelError = { kind: 'bad-request', message: 'No prefill.', status: 400, retryable: false };

interface Choice {
  readonly form?: 'native' | 'guided';
  readonly joins?: boolean;
  readonly signal?: AbortSignal;
}

async function continued(
  steps: readonly ScriptedStep[],
  { form = 'guided', joins = true, signal = new AbortController().signal }: Choice = {},
) {
  const model = createScriptedModel(steps);
  let refusals = 0;
  const toRequest = (asked: string): ModelRequest => ({ ...createRequest(), messages: [userMessage(asked)] });
  const onDidRefuse = (): void => void (refusals += 1);
  const stream = streamContinuation({ chatModel: model, prefix: PREFIX, form, joins, toRequest, onDidRefuse }, signal);
  const events: ContinuationEvent[] = [];
  for await (const event of stream) events.push(event);
  const result = events.find((event) => event.type === 'joined');
  const text = events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('');
  const end = events.at(-1);
  const message = end?.type === 'end' ? end.message : undefined;
  const asked = model.requests.map(({ messages }) => messages.map(({ parts }) => parts));
  return { events, text, end, message, result, asked, refusals };
}

const askedFor = (...forms: string[]) => forms.map((text) => [[{ type: 'text', text }]]);

describe('the text of a continuation', () => {
  test('is joined by the seam, and the message begins with the prefix', async () => {
    const { text, message, result } = await continued([{ text: ['Sure, continuing:\n\n', PREFIX, 'and then read.'] }]);
    expect(text).toBe('and then read.');
    expect(message).toEqual({ role: 'assistant', parts: [{ type: 'text', text: `${PREFIX}and then read.` }] });
    expect(result).toMatchObject({ outcome: 'ok' });
    expect(result?.reply.parts).toEqual([{ type: 'text', text: `Sure, continuing:\n\n${PREFIX}and then read.` }]);
  });

  test('does not include the prefix if the answer is not joined', async () => {
    const { message } = await continued(['and then read.'], { joins: false });
    expect(message?.parts).toEqual([{ type: 'text', text: 'and then read.' }]);
  });

  test('comes after the thoughts and before the sources and calls', async () => {
    const opaque = { source: 'anthropic', data: 'signature' };
    const call = { type: 'tool-call', id: 'c', name: 'read_file', input: {} } as const;
    const source = { type: 'citation', url: 'https://example.com', title: 'Example' } as const;
    const { message, events } = await continued([
      {
        parts: [
          { type: 'thinking', text: 'Hm.', opaque },
          { type: 'text', text: 'and ', opaque },
          source,
          { type: 'text', text: 'then', opaque },
          call,
        ],
      },
    ]);
    expect(message?.parts).toEqual([
      { type: 'thinking', text: 'Hm.', opaque },
      { type: 'text', text: `${PREFIX}and then` },
      source,
      call,
    ]);
    const types = events.map(({ type }) => type);
    expect(types.lastIndexOf('text-delta')).toBeLessThan(types.indexOf('tool-call-start'));
  });

  test('comes without opaque data of thoughts if there are no calls', async () => {
    const opaque = { source: 'anthropic', data: 'signature' };
    const parts = [
      { type: 'thinking', text: '', opaque },
      { type: 'text', text: 'more', opaque },
    ] as const;
    const { message } = await continued([{ parts }]);
    expect(message?.parts).toEqual([{ type: 'text', text: `${PREFIX}more` }]);
  });

  test('begins again after a retry', async () => {
    const half: ModelEvent = { type: 'text-delta', text: `${PREFIX}and` };
    const retry: ModelEvent = {
      type: 'retry',
      attempt: 2,
      maxAttempts: 5,
      delay: 0,
      error: { kind: 'server', message: 'boom', retryable: true },
      retryNow: () => {},
    };
    const { message, events } = await continued([{ before: [half, retry], text: [PREFIX, 'then read.'] }]);
    const after = events.slice(events.findIndex(({ type }) => type === 'retry') + 1);
    expect(after.map((event) => (event.type === 'text-delta' ? event.text : '')).join('')).toBe('then read.');
    expect(message?.parts).toEqual([{ type: 'text', text: `${PREFIX}then read.` }]);
  });
});

describe('the outcome of a continuation', () => {
  const call = { name: 'read_file', input: {} };
  it.each<[name: string, step: ScriptedStep, outcome: string]>([
    ['white space', ' \n', 'empty'],
    ['nothing', '', 'empty'],
    ['the prefix again', PREFIX, 'repeated'],
    ['new text', 'more', 'ok'],
    ['only a call', { calls: [call] }, 'ok'],
    ['a failure', { error: REFUSED }, 'ok'],
  ])('is reported for %s', async (_name, step, outcome) => {
    expect((await continued([step])).result?.outcome).toBe(outcome);
  });
});

describe('a native attempt that the server refuses', () => {
  it.each([400, 422])('is repeated once in the guided form after status %i', async (status) => {
    const { asked, text, refusals, events } = await continued([{ error: { ...REFUSED, status } }, 'then read.'], {
      form: 'native',
    });
    expect(asked).toEqual(askedFor('native', 'guided'));
    expect(events.map(({ type }) => type)).toEqual(['form-changed', 'text-delta', 'joined', 'end']);
    expect(text).toBe('then read.');
    expect(refusals).toBe(1);
  });

  test('fails if the guided form is refused too', async () => {
    const { asked, end } = await continued([{ error: REFUSED }, { error: REFUSED }], { form: 'native' });
    expect(asked).toEqual(askedFor('native', 'guided'));
    expect(end).toMatchObject({ type: 'end', error: REFUSED });
  });

  it.each<[name: string, step: ScriptedStep]>([
    ['another status', { error: { ...REFUSED, status: 404 } }],
    ['a full context', { error: { ...REFUSED, kind: 'context-too-long' } }],
    ['a failure after output', { text: 'then', error: REFUSED }],
  ])('is not repeated after %s', async (_name, step) => {
    const { asked, refusals } = await continued([step, 'more'], { form: 'native' });
    expect(asked).toEqual(askedFor('native'));
    expect(refusals).toBe(0);
  });

  test('adds the usage of both attempts', async () => {
    const usage = { input: 10, cacheRead: 0, cacheWrite: 0, output: 1 };
    const { end } = await continued(
      [
        { error: REFUSED, usage },
        { text: 'more', usage },
      ],
      { form: 'native' },
    );
    expect(end).toMatchObject({ usage: { input: 20, output: 2 }, lastUsage: usage });
  });
});
