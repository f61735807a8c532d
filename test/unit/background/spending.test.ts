import { expect, test } from 'vitest';
import { BackgroundSpending, guessUsage, type BackgroundRequest } from '../../../src/extension/background/spending.ts';
import type { BackgroundUse } from '../../../src/extension/background/usage.ts';
import { DailyCost } from '../../../src/extension/background/dailyCost.ts';
import { userMessage } from '../../../src/extension/model/message.ts';
import { UNKNOWN_PRICING, type ModelPricing } from '../../../src/extension/model/pricing.ts';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { createMemoryFileStore } from '../../support/memoryFileStore.ts';
import { createScriptedModel } from '../../support/scriptedModel.ts';
import { toSelected } from '../speculate/fixtures.ts';

/** One US dollar per input token. */
const EXPENSIVE: ModelPricing = { priceOf: ({ input }) => input, contextWindow: undefined };

function rig(pricing = EXPENSIVE) {
  const cost = new DailyCost({
    files: createMemoryFileStore(),
    clock: createManualClock(),
    log: silentLog,
    kind: 'suggestions',
  });
  const counted: [BackgroundUse, string][] = [];
  const spending = new BackgroundSpending({
    loadPricing: () => Promise.resolve(pricing),
    daily: { prompt_suggestion: cost },
  });
  spending.onDidCount(({ use, leaf }) => counted.push([use, leaf]));
  return { spending, cost, counted };
}

const request: BackgroundRequest = {
  promptId: 'prompt_suggestion',
  model: toSelected(createScriptedModel([])),
  usage: { input: 3, cacheRead: 900, cacheWrite: 0, output: 4 },
  request: { system: '', tools: [], messages: [userMessage('hello')] },
  leaf: 'a',
};

test('BackgroundSpending adds the cost of a request to its answer, to the window and to the day', async () => {
  const { spending, cost, counted } = rig();
  await spending.count(request);
  expect(counted).toEqual([[{ promptId: 'prompt_suggestion', usage: request.usage, cost: 3 }, 'a']]);
  expect(spending.total.prompt_suggestion).toMatchObject({ requests: 1, cacheRead: 900, dollars: 3 });
  expect(await cost.spent()).toBe(3);
});

test('BackgroundSpending counts another kind of request separately, and not in the daily cost of suggestions', async () => {
  const { spending, cost } = rig();
  await spending.count({ ...request, promptId: 'speculation' });
  expect(spending.total).toMatchObject({ speculation: { requests: 1 } });
  expect(await cost.spent()).toBe(0);
});

test('BackgroundSpending estimates the usage of an aborted request, and does not estimate too little', async () => {
  const { spending, cost } = rig();
  const messages = [userMessage('word '.repeat(3_000))];
  await spending.count({ ...request, usage: null, request: { system: '', tools: [], messages } });
  expect(await cost.spent()).toBeGreaterThan(3_000);
  expect(spending.total.prompt_suggestion).toMatchObject({ requests: 1, unmetered: 1, unpriced: 0, input: 0 });
});

test.each([
  ['English', 'word '.repeat(2_000), 3_334],
  ['Chinese', '运行所有的测试'.repeat(1_000), 7_000],
])('guessUsage estimates enough tokens for %s', (_, text, tokens) => {
  expect(guessUsage({ system: '', tools: [], messages: [userMessage(text)] }).input).toBe(tokens);
});

test('guessUsage counts the system prompt and the tools of the request', () => {
  const tools = [{ name: 'a', description: 'x'.repeat(400), inputSchema: {} }];
  const messages = [userMessage('hi')];
  const { input } = guessUsage({ system: '', tools: [], messages });
  expect(guessUsage({ system: 'x'.repeat(300), tools: [], messages }).input).toBe(input + 100);
  expect(guessUsage({ system: '', tools, messages }).input).toBeGreaterThan(input + 130);
});

test('BackgroundSpending counts a request with an unknown price as unpriced, not as free', async () => {
  const { spending, cost } = rig(UNKNOWN_PRICING);
  await spending.count(request);
  expect(spending.total.prompt_suggestion).toMatchObject({ dollars: 0, unpriced: 1 });
  expect(await cost.spent()).toBe(0);
});

test('BackgroundSpending counts a request to a free model as free, even if its price is unknown', async () => {
  const { spending } = rig(UNKNOWN_PRICING);
  await spending.count({ ...request, model: { ...request.model, isFree: true } });
  expect(spending.total.prompt_suggestion).toMatchObject({ dollars: 0, unpriced: 0 });
});

test('guessUsage estimates a fixed number of tokens for a picture, regardless of its bytes', () => {
  const picture = { type: 'image', mimeType: 'image/png', data: 'x'.repeat(3_000_000) } as const;
  const { input } = guessUsage({ system: '', tools: [], messages: [{ role: 'user', parts: [picture] }] });
  expect(input).toBeLessThan(5_000);
  expect(input).toBeGreaterThan(1_000);
});
