import { describe, expect, test } from 'vitest';
import { toSpending } from '../../../../src/extension/chat/conversation/spending.ts';
import type { ModelEvent, Usage } from '../../../../src/extension/model/chatModel.ts';
import type { Part } from '../../../../src/extension/model/message.ts';
import { contextWindowOf, priceOf } from '../../../../src/extension/model/pricing.ts';
import type { AnswerItem } from '../../../../src/shared/transcriptItem.ts';
import { createLatch } from '../../../support/latch.ts';
import type { ScriptedStep } from '../../../support/scriptedModel.ts';
import { start, until } from '../../panel/harness.ts';
import { read, toSelected } from '../../speculate/fixtures.ts';

const PRICED = 'anthropic/claude-haiku-4-5';
const usage = (input: number, output: number): Usage => ({ input, cacheRead: 0, cacheWrite: 0, output });

async function answerWith(steps: readonly ScriptedStep[], modelId = PRICED) {
  const setup = await start(steps, 'auto-edit', { 'a.ts': 'alpha\n' }, undefined, {}, { model: modelId });
  setup.settings.enableFollowupSuggestions = false;
  setup.setResolved({ kind: 'model', model: toSelected(setup.scripted, modelId) });
  const { controller, store } = setup;
  const answer = () => store.state.items.at(-1) as AnswerItem;
  const retry = async (): Promise<void> => {
    const { conversationId } = store.state;
    await controller.handle({ type: 'retry', conversationId, itemId: answer().id });
    await until(() => store.state.status === 'idle');
  };
  await setup.exchange('hi');
  const reloaded = async () => (await setup.reload()).store.state.items.at(-1);
  return { ...setup, answer, retry, reloaded };
}

describe('the usage of an answer', () => {
  test('is priced per request, and the context is that of the last request', async () => {
    const { answer, reloaded } = await answerWith([
      { calls: [read('a.ts')], usage: usage(1000, 10) },
      { text: 'Read.', usage: usage(1100, 20) },
    ]);
    const cost = ((await priceOf(PRICED, usage(1000, 10))) ?? 0) + ((await priceOf(PRICED, usage(1100, 20))) ?? 0);
    expect(cost).toBeGreaterThan(0);
    expect(answer().usage).toEqual({ ...usage(2100, 30), cost });
    expect(answer().context).toEqual({ used: 1120, window: await contextWindowOf(PRICED) });
    expect(await reloaded()).toEqual(answer());
  });

  test.each([
    ['on a local server', 'ollama/qwen3', [{ text: 'Hi.', usage: usage(10, 1) }]],
    ['in the tour', 'tour/tour', [{ text: 'Hi.', usage: usage(10, 1) }]],
    ['if one request was not counted', PRICED, [{ calls: [read('a.ts')] }, { text: 'Hi.', usage: usage(10, 1) }]],
  ] as const)('has no price %s', async (_name, modelId, steps) => {
    const { answer, reloaded } = await answerWith(steps, modelId);
    expect(answer().usage).toEqual({ ...usage(10, 1), cost: null });
    expect(answer().context?.used).toBe(11);
    expect(await reloaded()).toEqual(answer());
  });

  test('is estimated from the received text if the answer is stopped, also after a reload', async () => {
    const hold = new Promise<never>(() => {});
    const setup = await start([
      { calls: [read('a.ts')], usage: usage(1000, 10) },
      { text: 'word'.repeat(100), hold },
    ]);
    setup.setResolved({ kind: 'model', model: toSelected(setup.scripted, PRICED) });
    await setup.submit('hi');
    const answer = () => setup.store.state.items.at(-1) as AnswerItem;
    await until(() => JSON.stringify(answer()).includes('wordword'));
    await setup.chats.session.stop();
    const cost = ((await priceOf(PRICED, usage(1000, 10))) ?? 0) + ((await priceOf(PRICED, usage(0, 100))) ?? 0);
    expect(answer()).toMatchObject({ status: 'stopped', usage: { ...usage(1000, 110), cost, estimated: true } });
    expect(answer().context?.used).toBe(1010);
    expect((await setup.reload()).store.state.items.at(-1)).toEqual(answer());
  });

  test('keeps the price of the other requests if one is stopped before any output', async () => {
    const setup = await start([
      { calls: [read('a.ts')], usage: usage(1000, 10) },
      { hold: new Promise<never>(() => {}) },
    ]);
    setup.setResolved({ kind: 'model', model: toSelected(setup.scripted, PRICED) });
    await setup.submit('hi');
    await until(() => setup.scripted.requests.length === 2);
    await setup.chats.session.stop();
    const cost = await priceOf(PRICED, usage(1000, 10));
    const answer = setup.store.state.items.at(-1) as AnswerItem;
    expect(answer).toMatchObject({ status: 'stopped', usage: { ...usage(1000, 10), cost, estimated: true } });
  });

  test('is null if no request was counted', async () => {
    const { answer } = await answerWith(['Hi.']);
    expect(answer()).toMatchObject({ usage: null, context: null });
  });

  test('includes the tool turns that a retry keeps, and not the failed request', async () => {
    const error = { kind: 'server', message: '', retryable: true } as const;
    const { answer, retry, reloaded } = await answerWith([
      { calls: [read('a.ts')], usage: usage(1000, 10) },
      { text: 'Half', error, usage: usage(1100, 5) },
      { text: 'Whole.', usage: usage(1100, 20) },
    ]);
    await retry();
    expect(answer().usage).toMatchObject(usage(2100, 30));
    expect(await reloaded()).toEqual(answer());
  });
});

describe('toSpending', () => {
  const pricing = {
    contextWindow: 100,
    // The price doubles from a hundred tokens on.
    priceOf: ({ input }: Usage) => (input >= 100 ? 2 * input : input),
  };

  test('prices failed attempts separately, and takes the context from the last attempt', () => {
    const end = { usage: usage(150, 0), lastUsage: usage(60, 0) };
    expect(toSpending(end, pricing)).toEqual({ cost: 150, context: { used: 60, window: 100 } });
  });

  test('prices failed attempts even if the last attempt was not counted', () => {
    const end = { usage: usage(60, 0), lastUsage: null };
    expect(toSpending(end, pricing)).toEqual({ cost: 60, context: null });
  });

  test('counts cached tokens and the answer as part of the context', () => {
    const all = { input: 1, cacheRead: 2, cacheWrite: 3, output: 4 };
    expect(toSpending({ usage: all }, pricing).context?.used).toBe(10);
  });

  test('returns null for usage that was not counted, and for a price that is unknown', () => {
    expect(toSpending({ usage: null }, pricing)).toEqual({ cost: null, context: null });
    const unpriced = { priceOf: () => undefined, contextWindow: undefined };
    expect(toSpending({ usage: usage(1, 1) }, unpriced)).toEqual({ cost: null, context: { used: 2, window: null } });
  });
});

test('an answer keeps its thinking time and its model after a reload', async () => {
  const { opened: hold, open: finish } = createLatch();
  const { store, submit, clock, reload } = await start([{ thinking: 'Hm.', hold }]);
  const answer = () => store.state.items.at(-1) as AnswerItem;
  await submit('hi');
  await until(() => answer().kind === 'answer' && answer().blocks.length === 1);
  await clock.advance(3_000);
  finish();
  await until(() => store.state.status === 'idle');
  expect(answer().blocks).toEqual([{ kind: 'thinking', text: 'Hm.', duration: 3_000 }]);
  expect(answer().models).toEqual(['test/one']);
  expect((await reload()).store.state.items.at(-1)).toEqual(answer());
});

describe('sources', () => {
  const cite = (url: string, title = 'Docs') => ({ type: 'citation', url, title }) as const;
  const text = (value: string): Part => ({ type: 'text', text: value });
  const docs = 'https://a.example/docs';

  test('are listed once each and do not split a sentence, also after a reload', async () => {
    const parts = [text('It says'), cite(docs), text(' so'), cite(docs), cite('http://b.example/'), text('.')];
    const { answer, reloaded } = await answerWith([{ parts }]);
    expect(answer().blocks).toEqual([{ kind: 'text', text: 'It says so.' }]);
    expect(answer().citations).toEqual([
      { url: docs, title: 'Docs' },
      { url: 'http://b.example/', title: 'Docs' },
    ]);
    expect(await reloaded()).toEqual(answer());
  });

  test('are collected over all turns of an answer', async () => {
    const { answer, reloaded } = await answerWith([
      { parts: [text('Look'), cite(docs), { type: 'tool-call', id: '1', ...read('a.ts') }] },
      { parts: [text('Done'), cite('https://b.example/'), cite(docs)] },
    ]);
    expect(answer().citations.map((citation) => citation.url)).toEqual([docs, 'https://b.example/']);
    expect(answer().blocks.map((block) => block.kind)).toEqual(['text', 'tool', 'text']);
    expect(await reloaded()).toEqual(answer());
  });

  test('are discarded with a failed attempt', async () => {
    const error = { kind: 'overloaded', message: '', retryable: true } as const;
    const before: ModelEvent[] = [
      { type: 'text-delta', text: 'It' },
      cite('https://void.example/'),
      { type: 'retry', attempt: 2, maxAttempts: 5, delay: 1, error, retryNow: () => {} },
    ];
    const { answer, reloaded } = await answerWith([{ before, parts: [text('So'), cite(docs)] }]);
    expect(answer().citations.map((citation) => citation.url)).toEqual([docs]);
    expect(await reloaded()).toEqual(answer());
  });

  test.each(['javascript:alert(1)', 'file:///etc/passwd', 'command:x', 'https://', 'nonsense'])(
    'do not include an address that cannot be opened: %s',
    async (url) => {
      const { answer } = await answerWith([{ parts: [text('See'), cite(url)] }]);
      expect(answer().citations).toEqual([]);
    },
  );
});
