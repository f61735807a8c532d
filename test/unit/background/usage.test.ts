import { expect, test } from 'vitest';
import { countRequest, NO_BACKGROUND_USAGE } from '../../../src/extension/background/usage.ts';

const usage = { input: 1, cacheRead: 20, cacheWrite: 300, output: 4_000 };

test('countRequest adds up the usage and cost of background requests by their purpose', () => {
  let sums = NO_BACKGROUND_USAGE;
  sums = countRequest(sums, { promptId: 'prompt_suggestion', usage, cost: 0.25 });
  sums = countRequest(sums, { promptId: 'prompt_suggestion', usage, cost: 0.5 });
  sums = countRequest(sums, { promptId: 'speculation', usage, cost: 1 });
  expect(sums).toEqual({
    prompt_suggestion: {
      requests: 2,
      unmetered: 0,
      dollars: 0.75,
      unpriced: 0,
      unpricedTokens: 0,
      input: 2,
      cacheRead: 40,
      cacheWrite: 600,
      output: 8_000,
    },
    speculation: { requests: 1, unmetered: 0, dollars: 1, unpriced: 0, unpricedTokens: 0, ...usage },
  });
});

test('countRequest counts a request without usage or price as one request, unmetered and unpriced', () => {
  const sums = countRequest(NO_BACKGROUND_USAGE, { promptId: 'title', usage: null, cost: null });
  expect(sums.title).toMatchObject({ requests: 1, unmetered: 1, unpriced: 1, input: 0, dollars: 0 });
});

test('countRequest counts tokens with an unknown price separately', () => {
  const sums = countRequest(NO_BACKGROUND_USAGE, { promptId: 'title', usage, cost: null });
  expect(sums.title).toMatchObject({ unpricedTokens: 4_321, dollars: 0 });
});

test('countRequest does not change the given sums', () => {
  const before = countRequest(NO_BACKGROUND_USAGE, { promptId: 'title', usage, cost: 1 });
  countRequest(before, { promptId: 'title', usage, cost: 1 });
  expect(before.title?.requests).toBe(1);
  expect(NO_BACKGROUND_USAGE).toEqual({});
});
