import { expect, test } from 'vitest';
import { askOnce } from '../../../src/extension/background/askOnce.ts';
import type { ModelErrorKind, ModelRequest } from '../../../src/extension/model/chatModel.ts';
import { userMessage } from '../../../src/extension/model/message.ts';
import { createScriptedModel, type ScriptedAnswer } from '../../support/scriptedModel.ts';

const request: ModelRequest = {
  model: 'one',
  system: '',
  tools: [],
  messages: [userMessage('what next?')],
  cacheAnchors: [],
  cacheKey: 'k',
  thinking: 'off',
  promptId: 'prompt_suggestion',
};
const NOTHING = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 };
const error = (kind: ModelErrorKind) => ({ kind, message: 'No.', retryable: false });

async function usageOf(answer: ScriptedAnswer) {
  const outcome = await askOnce(createScriptedModel([answer]), request, new AbortController().signal);
  expect(outcome.kind).toBe('failed');
  return outcome.usage;
}

test.each([
  'unauthorized',
  'forbidden',
  'not-found',
  'rate-limited',
  'quota-exhausted',
  'overloaded',
  'bad-request',
] as const)('a request that was turned down without a word (%s) took nothing', async (kind) =>
  expect(await usageOf({ usage: null, error: error(kind) })).toEqual(NOTHING),
);

test.each(['timeout', 'malformed', 'network', 'server', 'content-filtered'] as const)(
  'nobody knows what one took that ended by %s',
  async (kind) => expect(await usageOf({ usage: null, error: error(kind) })).toBeNull(),
);

test('nobody knows what an answer took that broke off', async () =>
  expect(await usageOf({ text: 'run', usage: null, error: error('network') })).toBeNull());

test('what the provider says it took is what it took', async () => {
  const usage = { input: 7, cacheRead: 0, cacheWrite: 0, output: 0 };
  expect(await usageOf({ usage, error: error('server') })).toEqual(usage);
});
