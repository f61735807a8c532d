import { expect, test } from 'vitest';
import { ContextMeter } from '../../../src/extension/chat/contextMeter.ts';
import { Conversation } from '../../../src/extension/chat/conversation/conversation.ts';
import type { SelectedModel } from '../../../src/extension/model/chatModel.ts';
import type { Part } from '../../../src/extension/model/message.ts';
import { UNKNOWN_PRICING, type ModelPricing } from '../../../src/extension/model/pricing.ts';
import { createToolRegistry } from '../../../src/extension/tools/registry.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { PRODUCT_TOOLS } from '../../support/productTools.ts';
import { createScriptedModel } from '../../support/scriptedModel.ts';

const MINUTE = 60_000;
const priceOf: ModelPricing['priceOf'] = ({ input, cacheRead, cacheWrite }) =>
  (input * 10 + cacheRead + cacheWrite * 12.5) / 1_000_000;

function start(modelId = 'anthropic/claude-sonnet-5', window: number | null = 200_000, prices = priceOf) {
  const clock = createManualClock();
  const conversation = new Conversation('c', { clock, onDidAppend: () => {} });
  const model: SelectedModel = { id: modelId, label: 'm', name: 'm', chatModel: createScriptedModel([]) };
  const meter = new ContextMeter({
    conversation,
    registry: createToolRegistry(PRODUCT_TOOLS),
    systemPrompt: { textFor: () => 'x'.repeat(4_000) },
    automaticCompression: () => 'undone',
    loadPricing: () => Promise.resolve({ ...UNKNOWN_PRICING, contextWindow: window ?? undefined, priceOf: prices }),
  });
  const answer = (promptId: string, part: Part, used: number): string => {
    const { id } = conversation.openAnswer({ modelId, promptId });
    conversation.closeAnswer(id, {
      outcome: 'stopped',
      stopReason: 'done',
      message: { role: 'assistant', parts: [part] },
      usage: null,
      cost: null,
      context: { used, window },
    });
    return id;
  };
  /** One prompt whose answer reads a file of this many tokens. `used`: what the provider counted, with the answer. */
  const readFile = (tokens: number, used: number): string => {
    const prompt = conversation.addPrompt([{ type: 'text', text: 'y'.repeat(400) }]);
    const call = { type: 'tool-call', id: `call-${prompt.id}`, name: 'read_file', input: {} } as const;
    const id = answer(prompt.id, call, used - tokens);
    const content = [{ type: 'text', text: 'z'.repeat(4 * tokens) }] as const;
    const result = { type: 'tool-result', callId: call.id, name: call.name, content, isError: false } as const;
    const view = { status: 'success', detail: '', summary: '', added: 0, removed: 0, files: [], diff: '' } as const;
    conversation.addResult(id, { result, view });
    answer(prompt.id, { type: 'text', text: 'Done.' }, used);
    return prompt.id;
  };
  return { clock, conversation, readFile, read: () => meter.read(model) };
}

test('in an empty chat, the system prompt and the tools fill the context, and nothing is cached', async () => {
  const { read } = start();
  const { used, parts, cache, window, compressesAt, automaticCompression } = await read();
  expect(parts.system).toBe(1_000);
  expect(parts.system + parts.tools).toBe(used);
  expect(used).toBeGreaterThan(1_000);
  expect(parts).toMatchObject({ files: 0, conversation: 0 });
  expect({ cache, window, compressesAt }).toEqual({ cache: null, window: 200_000, compressesAt: 140_000 });
  expect(automaticCompression).toBe('undone');
});

test('the parts add up to the tokens that the provider counted', async () => {
  const { readFile, read } = start();
  readFile(10_000, 30_000);
  const { used, parts } = await read();
  expect(used).toBe(30_000);
  expect(parts.system + parts.tools + parts.files + parts.conversation).toBe(used);
  expect(parts.files).toBeGreaterThan(parts.tools);
  expect(parts.conversation).toBeLessThan(parts.files);
});

test('after a summary, the meter counts only the messages that are still sent', async () => {
  const { conversation, readFile, read } = start();
  readFile(50_000, 60_000);
  const kept = readFile(1_000, 62_000);
  const before = await read();
  conversation.addSummary({
    keepFrom: kept,
    text: 'Earlier, a file was read.',
    carried: { prompts: [], todos: '', plan: '' },
    modelId: 'm/one',
    messages: 2,
    before: 62_000,
    after: 3_000,
  });
  const { used, parts, cache } = await read();
  expect(before.used).toBe(62_000);
  expect(used).toBeLessThan(10_000);
  expect(parts.files).toBeLessThan(3_000);
  // The next request has another beginning, so the provider has not cached it.
  expect(cache).toBeNull();
});

test('the meter returns the time at which the cache expires, and the extra cost of a message after it', async () => {
  const { clock, readFile, read } = start();
  await clock.advance(MINUTE);
  readFile(10_000, 100_000);
  const at = clock.now();
  const { cache } = await read();
  expect(cache?.expiresAt).toBe(at + 5 * MINUTE);
  // A provider with cache marks must cache the tokens again: 12.5 instead of 1 dollar per million tokens.
  expect(cache?.extraCost).toBeCloseTo(1.15);
});

test.each([
  ['a provider whose cache time is not documented', 'gemini/gemini-3-pro'],
  ['an unknown provider', 'mine/model'],
])('the meter returns no cache for %s', async (_, modelId) => {
  const { readFile, read } = start(modelId);
  readFile(10_000, 100_000);
  expect((await read()).cache).toBeNull();
});

test('an unknown window or price stays unknown', async () => {
  const { readFile, read } = start('openai/gpt-5.6', null, () => undefined);
  readFile(10_000, 100_000);
  const { window, compressesAt, cache } = await read();
  expect(window).toBeNull();
  expect(compressesAt).toBe(128_000);
  expect(cache?.extraCost).toBeNull();
});
