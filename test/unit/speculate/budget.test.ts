import { describe, expect, it } from 'vitest';
import { DailyCost } from '../../../src/extension/background/dailyCost.ts';
import type { Usage } from '../../../src/extension/model/chatModel.ts';
import { userMessage } from '../../../src/extension/model/message.ts';
import { FREE_PRICING, UNKNOWN_PRICING, type ModelPricing } from '../../../src/extension/model/pricing.ts';
import type { RequestInput } from '../../../src/extension/model/tokens.ts';
import type { FileStore } from '../../../src/extension/ports/fileStore.ts';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import {
  NO_SPECULATION_COST,
  MAX_TOKENS,
  MAX_TOKENS_PER_DAY,
  SpeculationBudget,
  type BudgetSettings,
} from '../../../src/extension/speculate/budget.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { createMemoryFileStore } from '../../support/memoryFileStore.ts';
import { createScriptedModel } from '../../support/scriptedModel.ts';
import { toSelected } from './fixtures.ts';

const model = toSelected(createScriptedModel([]));
const usage = (input: number, more: Partial<Usage> = {}): Usage => ({
  input,
  cacheRead: 0,
  cacheWrite: 0,
  output: 0,
  ...more,
});
const NOTHING: RequestInput = { system: '', tools: [], messages: [] };
/** One US dollar per million input tokens. */
const CHEAP: ModelPricing = { priceOf: ({ input }) => input / 1e6, contextWindow: undefined };
const LIMITS: BudgetSettings = { maxSpeculationCost: 0.25, maxSpeculationCostPerDay: 5 };

function prepare(pricing: ModelPricing, settings: BudgetSettings = LIMITS, read?: FileStore['read']) {
  const files = { ...createMemoryFileStore(), ...(read && { read }) };
  const clock = createManualClock();
  const daily = (kind: string) => new DailyCost({ files, clock, log: silentLog, kind });
  const open = () =>
    new SpeculationBudget({
      settings: () => settings,
      pricingOf: () => Promise.resolve(pricing),
      dollars: daily('speculations'),
      tokens: daily('speculation-tokens'),
      log: silentLog,
    });
  return { budget: open(), open, clock };
}

describe('the budget of one speculation', () => {
  it('is spent when the cost of its requests reaches the limit', async () => {
    const run = prepare(CHEAP).budget.start(model);
    await run.count(usage(249_999), NOTHING);
    expect(await run.check()).toBeNull();
    await run.count(usage(1), NOTHING);
    expect([await run.check(), run.spent]).toEqual(['run', { ...NO_SPECULATION_COST, dollars: 0.25, tokens: 250_000 }]);
  });

  it('counts uncached tokens if the price is unknown', async () => {
    const run = prepare(UNKNOWN_PRICING).budget.start(model);
    await run.count(usage(MAX_TOKENS - 2, { cacheRead: 9_000_000, output: 1 }), NOTHING);
    expect(await run.check()).toBeNull();
    await run.count(usage(0, { cacheWrite: 1 }), NOTHING);
    const tokens = MAX_TOKENS + 9_000_000;
    expect([await run.check(), run.spent]).toEqual(['run', { ...NO_SPECULATION_COST, tokens, unpricedTokens: tokens }]);
  });

  it('estimates the tokens if the model does not report them', async () => {
    const run = prepare(UNKNOWN_PRICING).budget.start(model);
    await run.count(null, { ...NOTHING, messages: [userMessage('x'.repeat(3 * MAX_TOKENS))] });
    expect([await run.check(), run.spent.isEstimate]).toEqual(['run', true]);
  });

  it('is not limited for a free model', async () => {
    const run = prepare(FREE_PRICING).budget.start(model);
    await run.count(usage(1e9), NOTHING);
    expect([await run.check(), run.spent]).toEqual([null, { ...NO_SPECULATION_COST, tokens: 1e9 }]);
  });

  it('is not limited if the setting is null', async () => {
    for (const pricing of [CHEAP, UNKNOWN_PRICING]) {
      const none = { maxSpeculationCost: null, maxSpeculationCostPerDay: null };
      const run = prepare(pricing, none).budget.start(model);
      await run.count(usage(1e9), NOTHING);
      expect(await run.check()).toBeNull();
    }
  });

  it('allows nothing if the setting is 0', async () => {
    const run = prepare(CHEAP, { ...LIMITS, maxSpeculationCost: 0 }).budget.start(model);
    expect(await run.check()).toBe('run');
  });
});

describe('the budget of a day', () => {
  it('is shared by all speculations and windows, and renewed the next day', async () => {
    const { budget, open, clock } = prepare(CHEAP);
    for (let run = 0; run < 20; run += 1) await budget.start(model).count(usage(250_000), NOTHING);
    expect(await open().start(model).check()).toBe('day');
    await clock.advance(24 * 60 * 60 * 1_000);
    expect(await open().start(model).check()).toBeNull();
  });

  it('allows nothing if its cost cannot be read', async () => {
    const { budget } = prepare(CHEAP, LIMITS, () => Promise.reject(new Error('The disk did not answer.')));
    expect(await budget.start(model).check()).toBe('unknown');
  });

  it('counts uncached tokens if the price is unknown', async () => {
    const { budget } = prepare(UNKNOWN_PRICING);
    const runs = MAX_TOKENS_PER_DAY / MAX_TOKENS;
    for (let run = 0; run < runs; run += 1) await budget.start(model).count(usage(MAX_TOKENS), NOTHING);
    expect(await budget.start(model).check()).toBe('day');
  });
});
