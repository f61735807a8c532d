import { expect, it } from 'vitest';
import { INITIAL_SUGGESTING, type BackgroundCostView } from '../../../../src/shared/suggesting.ts';
import { formatCost, formatShare } from '../../../../src/webview/strings/quantities.ts';
import {
  toBackgroundRows,
  toTotalRows,
  toUsageParts,
  toUsageRows,
} from '../../../../src/webview/transcript/answer/usageParts.ts';

const USAGE = { input: 1500, output: 400, cacheRead: 0, cacheWrite: 0, cost: 0.011 };
const CONTEXT = { used: 76_000, window: 200_000 };

it.each([
  ['shows tokens, price and share of the context', USAGE, CONTEXT, '1.9k tokens · $0.011 · 38% of context'],
  ['shows an unknown price as unknown, not as zero', { ...USAGE, cost: null }, null, '1.9k tokens · price unknown'],
  ['shows no share of the context if none is used', USAGE, { used: 0, window: 1000 }, '1.9k tokens · $0.011'],
  ['shows no price for a free answer', { ...USAGE, cost: 0 }, CONTEXT, '1.9k tokens · 38% of context'],
  ['shows no share of the context if the window is unknown', USAGE, { used: 9, window: null }, '1.9k tokens · $0.011'],
  ['shows nothing if the provider did not count', { ...USAGE, input: 0, output: 0, cost: null }, null, ''],
  ['marks estimates', { ...USAGE, estimated: true }, CONTEXT, '≈1.9k tokens · ≈$0.011 · 38% of context'],
  ['uses the singular for one token', { ...USAGE, input: 1, output: 0 }, null, '1 token · $0.011'],
  ['does not mark <$0.001 as an estimate', { ...USAGE, cost: 0.0004, estimated: true }, null, '≈1.9k tokens · <$0.001'],
  ['shows nothing without usage', null, null, ''],
])('the usage %s', (_, usage, context, words) => {
  const parts = toUsageParts({ usage, context });
  expect(parts.map(({ text }) => text).join(' · ')).toBe(words);
});

const AHEAD = { dollars: 0.017, tokens: 0 };

it.each([
  ['beside the answer’s own cost', { ...USAGE, cost: 0.006 }, AHEAD, '1.9k tokens · $0.006 + $0.017 ahead'],
  [
    'in tokens if its price is unknown',
    USAGE,
    { dollars: 0, tokens: 1_234 },
    '1.9k tokens · $0.011 + 1.2k tokens ahead',
  ],
  [
    'in dollars and tokens if its price is only partly known',
    USAGE,
    { dollars: 0.017, tokens: 900 },
    '1.9k tokens · $0.011 + $0.017 + 900 tokens ahead',
  ],
  ['separately from an unknown price', { ...USAGE, cost: null }, AHEAD, '1.9k tokens · price unknown · $0.017 ahead'],
  ['alone if the answer was free', { ...USAGE, cost: 0 }, AHEAD, '1.9k tokens · $0.017 ahead'],
  [
    'as an estimate if it is estimated',
    { ...USAGE, cost: 0 },
    { ...AHEAD, estimated: true },
    '1.9k tokens · ≈$0.017 ahead',
  ],
  ['alone if the provider did not count the answer', null, AHEAD, '$0.017 ahead'],
])('the usage shows the cost of background work %s', (_, usage, backgroundCost, words) => {
  const parts = toUsageParts({ usage, backgroundCost, context: null });
  expect(parts.map(({ text }) => text).join(' · ')).toBe(words);
});

it('the usage shows the cost of input help separately from that of work done ahead', () => {
  const inputCost = { dollars: 0.002, tokens: 0, estimated: true };
  const given = { usage: { ...USAGE, cost: 0.006 }, inputCost, context: null };
  const textOf = (parts: { readonly text: string }[]): string => parts.map(({ text }) => text).join(' · ');
  expect(textOf(toUsageParts({ ...given, backgroundCost: AHEAD }))).toBe(
    '1.9k tokens · $0.006 + $0.017 ahead + ≈$0.002 input help',
  );
  expect(textOf(toUsageParts({ ...given, searchCost: { dollars: 0.2, tokens: 0 }, inputCost: null }))).toBe(
    '1.9k tokens · $0.006 + $0.20 web search',
  );
  expect(textOf(toUsageParts({ ...given, agentCost: { dollars: 0.1, tokens: 0 }, inputCost: null }))).toBe(
    '1.9k tokens · $0.006 + $0.10 agents',
  );
  expect(textOf(toUsageParts({ ...given, otherCost: { dollars: 0.2, tokens: 0 }, inputCost: null }))).toBe(
    '1.9k tokens · $0.006 + $0.20 background',
  );
  expect(textOf(toUsageParts({ ...given, summaryCost: { dollars: 0.2, tokens: 0 }, inputCost: null }))).toBe(
    '1.9k tokens · $0.006 + $0.20 compression',
  );
  expect(textOf(toUsageParts({ ...given, usage: null }))).toBe('≈$0.002 input help');
});

it('toTotalRows returns the totals of the chat and the day, without totals of zero', () => {
  expect(toTotalRows({ chat: { dollars: 0.42, tokens: 12_000 }, today: { dollars: 1.5, tokens: 0 } })).toEqual([
    { name: 'This chat', value: '$0.42 + 12k tokens' },
    { name: 'Today, all chats', value: '$1.50' },
  ]);
  expect(toTotalRows({ chat: { dollars: 0, tokens: 0 }, today: { dollars: 0, tokens: 0 } })).toEqual([]);
});

it('toUsageRows returns a row for the models and for each known figure, with its full number', () => {
  expect(
    toUsageRows({
      models: ['anthropic/claude-sonnet-5', 'work/a\u202eb'],
      usage: { ...USAGE, cacheRead: 12_000, cost: null },
      agentCost: { dollars: 0.1, tokens: 0 },
      searchCost: { dollars: 0.2, tokens: 0 },
      input: { estimated: 12_900, counted: 13_100 },
      context: { used: 812, window: null },
      stop: { word: 'max_tokens', cutCall: null, tokens: 8_192 },
      continued: { of: 'answer', form: 'native', prefix: 1_234, automatic: null },
    }),
  ).toEqual([
    { name: 'Model', value: 'anthropic/claude-sonnet-5, work/a\\u{202e}b' },
    { name: 'Input', value: '1,500 tokens' },
    { name: 'Output', value: '400 tokens' },
    { name: 'Read from cache', value: '12,000 tokens' },
    { name: 'Cost', value: 'Premove has no price for this model, so the cost is unknown.' },
    { name: 'Agents', value: '$0.10' },
    { name: 'Web searches', value: '$0.20' },
    { name: 'Input estimate', value: '≈12,900 tokens before sending, 13,100 counted' },
    { name: 'Context', value: '812 tokens. The size of this model’s context window is unknown.' },
    { name: 'Stop reason', value: 'max_tokens' },
    { name: 'Continued', value: 'after 1,234 characters (native)' },
  ]);
});

it.each([
  [0.0000001, '<$0.001'],
  [0.00099, '<$0.001'],
  [0.001, '$0.001'],
  [0.011, '$0.011'],
  [0.0994, '$0.099'],
  [0.0996, '$0.10'],
  [1.274, '$1.27'],
  [99.6, '$100'],
  [1204.3, '$1,204'],
])('formatCost writes %d dollars as %s', (dollars, text) => expect(formatCost(dollars)).toBe(text));

it.each([
  [0, 100, '0%'],
  [1, 1000, '<1%'],
  [38, 100, '38%'],
  [999, 1000, '>99%'],
  [100, 100, '100%'],
])('formatShare writes %d of %d as %s', (part, whole, text) => expect(formatShare(part, whole)).toBe(text));

const BACKGROUND: BackgroundCostView = {
  requests: 3,
  input: 900,
  output: 100,
  cacheRead: 9_000,
  cacheWrite: 0,
  cost: 0.004,
};

it.each<[string, BackgroundCostView, string]>([
  ['with the tokens from the cache', BACKGROUND, '3 requests · 10k tokens · 9k of them from cache · $0.004'],
  ['with an unknown price', { ...BACKGROUND, cacheRead: 0, cost: null }, '3 requests · 1k tokens · price unknown'],
  ['without a price if it is free', { ...BACKGROUND, cacheRead: 0, cost: 0 }, '3 requests · 1k tokens'],
  [
    'without tokens if the provider did not count',
    { requests: 1, input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cost: null },
    '1 request · price unknown',
  ],
])('toBackgroundRows returns a row for the cost of suggestions %s', (_, suggestionCost, value) => {
  const rows = toBackgroundRows({ ...INITIAL_SUGGESTING, suggestionCost });
  expect(rows).toEqual([{ name: 'Suggestions in this chat', value }]);
});

it('toBackgroundRows returns a row for the cost of speculations, and no rows without requests', () => {
  expect(toBackgroundRows(INITIAL_SUGGESTING)).toEqual([]);
  expect(toBackgroundRows({ ...INITIAL_SUGGESTING, speculationCost: BACKGROUND })).toMatchObject([
    { name: 'Prepared edits in this chat' },
  ]);
});
