import { expect, test } from 'vitest';
import { FREE_PRICING, loadPricing, UNKNOWN_PRICING, type ModelPricing } from '../../../src/extension/model/pricing.ts';
import { checkAllowance, type Allowance } from '../../../src/extension/suggest/allowance.ts';

const DEAR: ModelPricing = { priceOf: () => 0.01, contextWindow: undefined };
const spent = (dollars: number) => ({ spent: () => Promise.resolve(dollars) });

test.each<[string, number | null, ModelPricing, number, Allowance]>([
  ['no limit', null, DEAR, 1_000, 'within'],
  ['no limit and no price', null, UNKNOWN_PRICING, 1_000, 'within'],
  ['less spent than is allowed', 0.5, DEAR, 0.49, 'within'],
  ['all of it spent', 0.5, DEAR, 0.5, 'spent'],
  ['more spent', 0.5, DEAR, 3, 'spent'],
  ['nothing allowed', 0, DEAR, 0, 'spent'],
  ['a price that nobody knows is not none', 0.5, UNKNOWN_PRICING, 0, 'unknown-price'],
  ['what is free goes on when all is spent', 0.5, FREE_PRICING, 3, 'within'],
  ['what is free where nothing is allowed', 0, FREE_PRICING, 0, 'within'],
])('%s', async (_title, limit, pricing, dollars, allowance) => {
  expect(await checkAllowance({ limit, pricing, cost: spent(dollars) })).toBe(allowance);
});

test.each<[string, Allowance]>([
  ['anthropic/claude-sonnet-5', 'within'],
  ['gateway/claude-sonnet-5', 'unknown-price'],
  ['vscode/copilot/gpt-5', 'unknown-price'],
])('of %s, by the table that ships with the product: %s', async (model, allowance) => {
  expect(await checkAllowance({ limit: 0.5, pricing: await loadPricing(model), cost: spent(0) })).toBe(allowance);
});

test('is not given where it cannot be told what was spent', async () => {
  const cost = { spent: () => Promise.reject(new Error('no permission')) };
  await expect(checkAllowance({ limit: 0.5, pricing: DEAR, cost })).rejects.toThrow('no permission');
});
