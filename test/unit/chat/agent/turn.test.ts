import { describe, expect, test } from 'vitest';
import { Conversation } from '../../../../src/extension/chat/conversation/conversation.ts';
import type { ConversationEntry } from '../../../../src/extension/chat/conversation/conversationEntry.ts';
import type { ClientEvent } from '../../../../src/extension/chat/agent/clientEvent.ts';
import { LoopWatch } from '../../../../src/extension/chat/agent/loopWatch.ts';
import { runTurn } from '../../../../src/extension/chat/agent/turn.ts';
import type { ChatModel, ModelEvent, Usage } from '../../../../src/extension/model/chatModel.ts';
import type { Message } from '../../../../src/extension/model/message.ts';
import { UNKNOWN_PRICING } from '../../../../src/extension/model/pricing.ts';
import { createManualClock } from '../../../support/manualClock.ts';
import { createRequest } from '../../model/wire/requests.ts';

function start(stream: () => AsyncGenerator<ModelEvent>, contextWindow?: number) {
  const clock = createManualClock();
  const written: ConversationEntry[] = [];
  const conversation = new Conversation('c', { clock, onDidAppend: (entry) => written.push(entry) });
  conversation.addPrompt([{ type: 'text', text: 'go' }]);
  const chatModel: ChatModel = { stream };
  const events: ClientEvent[] = [];
  const running = runTurn(
    {
      conversation,
      model: { id: 'fake/model', label: 'model', name: 'model', chatModel, ...(contextWindow && { contextWindow }) },
      request: createRequest(),
      loadPricing: async () => UNKNOWN_PRICING,
      loops: new LoopWatch(conversation),
      clock,
    },
    new AbortController().signal,
  );
  const follow = async (): Promise<Message | undefined> => {
    for (;;) {
      const next = await running.next();
      if (next.done) return next.value.answer?.end.message;
      events.push(next.value);
    }
  };
  const turn = follow();
  return { clock, written, events, turn };
}

const kept = {
  type: 'answered',
  outcome: 'failed',
  error: { kind: 'malformed' },
  message: {
    role: 'assistant',
    parts: [
      { type: 'thinking', text: 'Hm.' },
      { type: 'text', text: 'Half an answer' },
    ],
  },
};

describe('an answer whose stream ends without an `end` event', () => {
  test('keeps the partial answer when the stream throws', async () => {
    const { clock, turn, written } = start(async function* () {
      yield { type: 'thinking-delta', text: 'Hm.' };
      yield { type: 'text-delta', text: 'Half' };
      await clock.advance(1_000);
      yield { type: 'text-delta', text: ' an answer' };
      throw new Error('A bug');
    });
    await expect(turn).rejects.toThrow('A bug');
    expect(written.at(-1)).toMatchObject(kept);
  });

  test('keeps the partial answer when the stream stops without an error', async () => {
    const { turn, written, events } = start(async function* () {
      yield { type: 'thinking-delta', text: 'Hm.' };
      yield { type: 'text-delta', text: 'Half an answer' };
    });
    expect(await turn).toEqual(kept.message);
    expect(written.at(-1)).toMatchObject(kept);
    expect(events.at(-1)).toMatchObject({ type: 'end', error: { kind: 'malformed' } });
  });

  test('ends a thought when the stream stops without an error', async () => {
    const { turn, events } = start(async function* () {
      yield { type: 'thinking-delta', text: 'Hm.' };
    });
    await turn;
    expect(events.map(({ type }) => type)).toEqual(['turn-start', 'thinking-delta', 'thinking-end', 'end']);
  });

  test('keeps the sources that it received', async () => {
    const source = { url: 'https://example.com/a', title: 'A' };
    const { turn, written } = start(async function* () {
      yield { type: 'text-delta', text: 'Half' };
      yield { type: 'citation', ...source };
    });
    await turn;
    expect(written.find(({ type }) => type === 'progress')).toMatchObject({ citations: [source] });
    expect(written.at(-1)).toMatchObject({ message: { parts: [{ text: 'Half' }, { type: 'citation', ...source }] } });
  });

  test('keeps nothing of a failed attempt', async () => {
    const error = { kind: 'network', message: 'gone', retryable: true } as const;
    const { turn, written } = start(async function* () {
      yield { type: 'thinking-delta', text: 'Void' };
      yield { type: 'text-delta', text: 'Void' };
      yield { type: 'citation', url: 'https://example.com', title: 'Void' };
      yield { type: 'retry', attempt: 2, maxAttempts: 5, delay: 1, error, retryNow: () => {} };
    });
    expect((await turn)?.parts).toEqual([]);
    expect(written.at(-1)).toMatchObject({ type: 'answered', message: { parts: [] } });
    expect(written.at(-1)).not.toHaveProperty('thoughts');
  });
});

describe('an answer that is cut short', () => {
  const counts = (output: number): Usage => ({ input: 1000, cacheRead: 0, cacheWrite: 0, output });
  const text = 'word'.repeat(100);

  test.each<[string, Usage | null, Usage]>([
    ['estimated, if the provider has not counted it', null, { ...counts(100), input: 0, estimated: true }],
    ['estimated, if the provider has only counted the beginning', counts(1), { ...counts(100), estimated: true }],
    ['as the provider has counted it', counts(90), counts(90)],
  ])('records its output: %s', async (_name, usage, expected) => {
    const { turn, written } = start(async function* () {
      yield { type: 'thinking-delta', text: text.slice(0, 100) };
      yield { type: 'text-delta', text: text.slice(100, 200) };
      yield { type: 'tool-call-start', id: 'a', name: 'edit' };
      yield { type: 'tool-call-delta', id: 'a', text: text.slice(200) };
      yield { type: 'end', stopReason: 'aborted', message: kept.message as Message, usage };
    });
    await turn;
    expect(written.at(-1)).toMatchObject({ usage: expected, context: usage ? { used: 1000 + expected.output } : null });
    expect(written.at(-1)).toHaveProperty('usage', expected);
  });

  test('counts the text of a failed attempt once if the next attempt repeats that text', async () => {
    const error = { kind: 'network', message: 'gone', retryable: true } as const;
    const { turn, written } = start(async function* () {
      yield { type: 'text-delta', text };
      yield { type: 'retry', attempt: 2, maxAttempts: 5, delay: 1, error, retryNow: () => {} };
      yield { type: 'text-delta', text };
      yield { type: 'end', stopReason: 'aborted', message: kept.message as Message, usage: null };
    });
    await turn;
    expect(written.at(-1)).toMatchObject({ usage: { output: 100 } });
  });

  test('has no estimate if it is empty, and a complete answer never has one', async () => {
    const nothing = start(async function* () {
      yield { type: 'end', stopReason: 'aborted', message: { role: 'assistant', parts: [] }, usage: null };
    });
    await nothing.turn;
    expect(nothing.written.at(-1)).toMatchObject({ usage: null });
    const whole = start(async function* () {
      yield { type: 'text-delta', text };
      yield { type: 'end', stopReason: 'done', message: kept.message as Message, usage: null };
    });
    await whole.turn;
    expect(whole.written.at(-1)).toMatchObject({ usage: null });
  });
});

test('a thought is timed from its first word to the next text or the end, even if sources come between', async () => {
  const { clock, turn, written, events } = start(async function* () {
    yield { type: 'thinking-delta', text: 'Hm.' };
    await clock.advance(2_000);
    yield { type: 'citation', url: 'https://example.com', title: 'A' };
    yield { type: 'thinking-delta', text: ' Well.' };
    await clock.advance(1_000);
    yield { type: 'text-delta', text: 'So' };
    await clock.advance(500);
    yield { type: 'thinking-delta', text: 'But' };
    await clock.advance(4_000);
    yield { type: 'end', stopReason: 'done', message: kept.message as Message, usage: null };
  });
  await turn;
  expect(written.at(-1)).toMatchObject({ type: 'answered', thoughts: [3_000, 4_000] });
  expect(events.filter(({ type }) => type === 'thinking-end')).toMatchObject([
    { duration: 3_000 },
    { duration: 4_000 },
  ]);
});

test('an answer at the output limit that fills the context window is recorded and reported as context-full', async () => {
  const usage = { input: 700, cacheRead: 0, cacheWrite: 0, output: 300 };
  const message: Message = { role: 'assistant', parts: [{ type: 'text', text: 'Half' }] };
  const { turn, written, events } = start(async function* () {
    yield { type: 'text-delta', text: 'Half' };
    yield { type: 'end', stopReason: 'length', stopWord: 'length', message, usage };
  }, 1_000);
  await turn;
  const ending = { stopReason: 'context-full', stopWord: 'length' };
  expect(written.at(-1)).toMatchObject({ type: 'answered', outcome: 'stopped', ...ending });
  expect(events.at(-1)).toMatchObject({ type: 'end', ...ending });
});
