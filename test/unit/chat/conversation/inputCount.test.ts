import { expect, test } from 'vitest';
import {
  estimateRequest,
  findOverflow,
  toInputCount,
  type KnownCount,
} from '../../../../src/extension/chat/conversation/inputCount.ts';
import { userMessage } from '../../../../src/extension/model/message.ts';
import { estimateTokens } from '../../../../src/extension/model/tokens.ts';

const SENTENCE = 'The gate stops a speculation. ';
const words = (tokens: number) => SENTENCE.repeat(Math.ceil(tokens / estimateTokens(SENTENCE)));
const known = (plain: number, reported: number): KnownCount => ({ plain, estimated: plain, reported });
const requestOf = (...tokens: number[]) => ({
  model: 'm',
  promptId: 'p',
  cacheKey: 'c',
  cacheAnchors: [],
  thinking: 'inherit' as const,
  system: '',
  tools: [],
  messages: tokens.map((each) => userMessage(words(each))),
});

test.each([
  ['no count is known', null, 1],
  ['the provider counted more', known(1_000, 1_200), 1.2],
  ['the provider counted less', known(1_000, 700), 0.7],
  ['the count is implausibly large', known(10, 100_000), 4],
  ['the count is implausibly small', known(100_000, 10), 0.25],
  ['the last request was empty', known(0, 500), 1],
])('an estimate is calibrated with the count of the last request: %s', (_, last, factor) => {
  const { plain, estimated } = estimateRequest(requestOf(10_000), last);
  expect(estimated).toBe(Math.round(plain * factor));
});

test('the counted input is that of the last attempt, and includes cached tokens', () => {
  const usage = { input: 10, cacheRead: 100, cacheWrite: 1_000, output: 5 };
  const estimate = { plain: 900, estimated: 1_000 };
  expect(toInputCount(estimate, { usage })).toEqual({ ...estimate, reported: 1_110 });
  const lastUsage = { ...usage, cacheWrite: 0 };
  expect(toInputCount(estimate, { usage, lastUsage })).toMatchObject({ reported: 110 });
  expect(toInputCount(estimate, { usage: null })).toMatchObject({ reported: null });
  const stopped = { input: 0, cacheRead: 0, cacheWrite: 0, output: 9, estimated: true } as const;
  expect(toInputCount(estimate, { usage: stopped })).toMatchObject({ reported: null });
});

test.each([
  ['no overflow', 'fits', requestOf(50_000), null, 100_000, null],
  ['no overflow', 'might not fit', requestOf(120_000), null, 100_000, null],
  ['an overflow', 'has one message that is too long', requestOf(10, 300_000), null, 100_000, { isMessage: true }],
  [
    'an overflow',
    'is too long as a whole',
    requestOf(...Array<number>(30).fill(10_000)),
    null,
    100_000,
    { isMessage: false },
  ],
  ['no overflow', 'goes to a model with an unknown window', requestOf(900_000), null, undefined, null],
  [
    'an overflow',
    'extends a request that filled the window',
    requestOf(95_000, 60_000),
    known(95_000, 98_000),
    100_000,
    {},
  ],
  [
    'no overflow',
    'extends a request that was longer than the window',
    requestOf(900_000),
    known(95_000, 120_000),
    100_000,
    null,
  ],
  [
    'no overflow',
    'is only a little longer than the last request',
    requestOf(95_000, 2_000),
    known(95_000, 98_000),
    100_000,
    null,
  ],
])('findOverflow finds %s if the request %s', (_outcome, _title, request, last, window, expected) => {
  const overflow = findOverflow(request, estimateRequest(request, last), last, window);
  if (expected === null) expect(overflow).toBeNull();
  else expect(overflow).toMatchObject({ window, ...expected });
});
