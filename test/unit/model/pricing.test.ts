import { afterEach, describe, expect, it, vi } from 'vitest';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import { SUGGESTED_MODELS } from '../../../src/extension/model/listModels.ts';
import {
  contextWindowOf,
  loadModelFacts,
  loadPricing,
  priceOf,
  UNKNOWN_PRICING,
} from '../../../src/extension/model/pricing.ts';

const USAGE = { input: 1_000_000, cacheRead: 0, cacheWrite: 0, output: 0 };

describe('loadPricing, if the price table cannot be loaded', () => {
  const TABLE = '@pydantic/genai-prices';
  afterEach(() => void vi.doUnmock(TABLE));

  it('resolves to an unknown price, and logs the error', async () => {
    vi.doMock(TABLE, () => {
      throw new Error('The file is missing');
    });
    const logged: string[] = [];
    const log = { ...silentLog, error: (message: string) => void logged.push(message) };
    expect(await loadPricing('openai/gpt-5', log)).toBe(UNKNOWN_PRICING);
    expect(logged).toEqual(['The price table could not be loaded']);
    vi.doUnmock(TABLE);
    expect(await loadPricing('openai/gpt-5', log)).not.toBe(UNKNOWN_PRICING);
  });
});

describe('priceOf', () => {
  it.each(['anthropic/claude-haiku-4-5', 'openai/gpt-5', 'gemini/gemini-2.5-flash', 'deepseek/deepseek-chat'])(
    'returns a price for %s, which is lower for input from the cache',
    async (id) => {
      const full = await priceOf(id, { ...USAGE, input: 1000 });
      const cached = await priceOf(id, { ...USAGE, input: 0, cacheRead: 1000 });
      expect(full).toBeGreaterThan(0);
      expect(cached).toBeGreaterThan(0);
      expect(cached).toBeLessThan(full ?? 0);
    },
  );

  it('adds up the parts of the usage, each at its own price', async () => {
    const id = 'anthropic/claude-haiku-4-5';
    const whole = { input: 1000, cacheRead: 2000, cacheWrite: 3000, output: 400 };
    const none = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 };
    const parts = Object.entries(whole).map(([key, tokens]) => priceOf(id, { ...none, [key]: tokens }));
    const sum = (await Promise.all(parts)).reduce<number>((total, part) => total + (part ?? 0), 0);
    expect(await priceOf(id, whole)).toBeCloseTo(sum, 10);
  });

  it.each([
    ['anthropic/claude-haiku-4-5', 3, 0.03],
    ['openai/gpt-5', 3, 0.03],
    ['gemini/gemini-3.1-pro-preview', 3, 0.042],
    ['gemini/gemini-2.5-flash', 3, 0.035],
    ['gemini/gemini-2.5-flash', 0, 0],
  ])('includes the web searches of %s (%d): %d dollars', async (id, searches, dollars) => {
    const none = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 };
    expect(await priceOf(id, { ...none, searches })).toBeCloseTo(dollars, 10);
  });

  it.each([
    'anthropic/no-such-model',
    'openrouter/openai/gpt-oss-20b:free',
    'ollama/qwen3:8b',
    'dashscope/qwen-max',
    'tour/tour',
    'my-proxy/claude-haiku-4-5',
    'constructor/x',
    'claude-haiku-4-5',
    '',
  ])('returns no price for %j', async (id) => {
    expect(await priceOf(id, USAGE)).toBeUndefined();
  });
});

describe('contextWindowOf', () => {
  it.each([
    ['anthropic/claude-haiku-4-5', 200_000],
    ['openai/gpt-5', 400_000],
    ['gemini/gemini-2.5-pro', 1_048_576],
    ['ollama/llama3', undefined],
    ['openai/no-such-model', undefined],
    ['my-proxy/gpt-5', undefined],
  ])('returns for %s the context window %s', async (id, expected) => {
    expect(await contextWindowOf(id)).toBe(expected);
  });

  it.each(SUGGESTED_MODELS)('returns the context window of the suggested model %s', async (id) => {
    const tokens = (await contextWindowOf(id)) ?? 0;
    expect(tokens).toBeGreaterThanOrEqual(200_000);
    expect(tokens).toBeLessThanOrEqual(2_000_000);
  });

  it('returns undefined for models of VS Code, which reports their context windows itself', async () => {
    expect(await contextWindowOf('vscode/copilot/gpt-5')).toBeUndefined();
  });
});

describe('loadModelFacts', () => {
  it('returns the context window, and the price per million tokens', async () => {
    const factsOf = await loadModelFacts();
    const { contextWindow, perMillion } = factsOf('anthropic/claude-haiku-4-5');
    expect(contextWindow).toBe(200_000);
    expect(perMillion?.input).toBeCloseTo(1, 6);
    expect(perMillion?.output).toBeCloseTo(5, 6);
  });

  it.each(['ollama/qwen3:8b', 'anthropic/no-such-model', 'work/gpt-test', 'nonsense'])(
    'does not return a price for %s',
    async (id) => {
      expect((await loadModelFacts())(id).perMillion).toBeUndefined();
    },
  );
});
