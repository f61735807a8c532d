import { expect, test } from 'vitest';
import { countRequest, NO_BACKGROUND_USAGE, totalCost } from '../../../src/extension/background/usage.ts';

const usage = { input: 1, cacheRead: 20, cacheWrite: 300, output: 4_000 };

test('adds up what background requests cost, by what they were for', () => {
  let sums = NO_BACKGROUND_USAGE;
  sums = countRequest(sums, 'prompt_suggestion', usage);
  sums = countRequest(sums, 'prompt_suggestion', usage);
  sums = countRequest(sums, 'speculation', usage);
  expect(sums).toEqual({
    prompt_suggestion: { requests: 2, unmetered: 0, input: 2, cacheRead: 40, cacheWrite: 600, output: 8_000 },
    speculation: { requests: 1, unmetered: 0, ...usage },
  });
  expect(totalCost(sums)).toEqual({
    requests: 3,
    unmetered: 0,
    input: 3,
    cacheRead: 60,
    cacheWrite: 900,
    output: 12_000,
  });
});

test('counts a request without usage as one', () => {
  const sums = countRequest(NO_BACKGROUND_USAGE, 'title', null);
  expect(sums.title).toMatchObject({ requests: 1, unmetered: 1, input: 0 });
});

test('leaves the sums it was given alone', () => {
  const before = countRequest(NO_BACKGROUND_USAGE, 'title', usage);
  countRequest(before, 'title', usage);
  expect(before.title?.requests).toBe(1);
  expect(NO_BACKGROUND_USAGE).toEqual({});
});

test('costs nothing at first', () => {
  expect(totalCost(NO_BACKGROUND_USAGE).requests).toBe(0);
});
