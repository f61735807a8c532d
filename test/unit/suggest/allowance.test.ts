import { expect, test } from 'vitest';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import { FREE_PRICING, loadPricing, UNKNOWN_PRICING, type ModelPricing } from '../../../src/extension/model/pricing.ts';
import { checkAllowance, type Allowance } from '../../../src/extension/suggest/allowance.ts';

const EXPENSIVE: ModelPricing = { priceOf: () => 0.01, contextWindow: undefined };
const spent = (dollars: number) => ({ spent: () => Promise.resolve(dollars) });

test.each<[string, number | null, ModelPricing, number, Allowance]>([
  ['is "within" if there is no limit', null, EXPENSIVE, 1_000, 'within'],
  ['is "within" if there is no limit and the price is unknown', null, UNKNOWN_PRICING, 1_000, 'within'],
  ['is "within" if less than the limit is spent', 0.5, EXPENSIVE, 0.49, 'within'],
  ['is "spent" if the limit is reached', 0.5, EXPENSIVE, 0.5, 'spent'],
  ['is "spent" if more than the limit is spent', 0.5, EXPENSIVE, 3, 'spent'],
  ['is "spent" if the limit is 0', 0, EXPENSIVE, 0, 'spent'],
  ['does not treat an unknown price as free', 0.5, UNKNOWN_PRICING, 0, 'unknown-price'],
  ['is "within" for a free model if the limit is exceeded', 0.5, FREE_PRICING, 3, 'within'],
  ['is "within" for a free model if the limit is 0', 0, FREE_PRICING, 0, 'within'],
])('the allowance %s', async (_title, limit, pricing, dollars, allowance) => {
  expect(await checkAllowance({ limit, pricing, cost: spent(dollars) })).toBe(allowance);
});

test.each<[string, Allowance]>([
  ['anthropic/claude-sonnet-5', 'within'],
  ['gateway/claude-sonnet-5', 'unknown-price'],
  ['vscode/copilot/gpt-5', 'unknown-price'],
])('the allowance of %s is %s with the shipped price table', async (model, allowance) => {
  expect(await checkAllowance({ limit: 0.5, pricing: await loadPricing(model, silentLog), cost: spent(0) })).toBe(
    allowance,
  );
});

test('checkAllowance rejects if the spent amount is unknown', async () => {
  const cost = { spent: () => Promise.reject(new Error('no permission')) };
  await expect(checkAllowance({ limit: 0.5, pricing: EXPENSIVE, cost })).rejects.toThrow('no permission');
});
