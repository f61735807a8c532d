import { expect, test } from 'vitest';
import { askOnce } from '../../../src/extension/background/askOnce.ts';
import type { ModelErrorKind, ModelEvent, ModelRequest } from '../../../src/extension/model/chatModel.ts';
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
const NO_USAGE = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 };
const RETRY = { type: 'retry', attempt: 2, maxAttempts: 2, delay: 1, retryNow: () => {} } as const;
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
] as const)('the usage of a request that was refused before an answer (%s) is zero', async (kind) =>
  expect(await usageOf({ usage: null, error: error(kind) })).toEqual(NO_USAGE),
);

test.each(['timeout', 'malformed', 'network', 'server', 'content-filtered'] as const)(
  'the usage of a request that failed with %s is unknown',
  async (kind) => expect(await usageOf({ usage: null, error: error(kind) })).toBeNull(),
);

test('the usage of an answer that broke off is unknown', async () =>
  expect(await usageOf({ text: 'run', usage: null, error: error('network') })).toBeNull());

test('the usage of a failed request is the usage that the provider reported', async () => {
  const usage = { input: 7, cacheRead: 0, cacheWrite: 0, output: 0 };
  expect(await usageOf({ usage, error: error('server') })).toEqual(usage);
});

test('the text of a request is the text of its last attempt', async () => {
  const retry: ModelEvent = { ...RETRY, error: error('overloaded') };
  const model = createScriptedModel([
    { before: [{ type: 'text-delta', text: 'Hel' }, retry], text: 'Hello', error: error('server') },
  ]);
  const outcome = await askOnce(model, { ...request, maxAttempts: 2 }, new AbortController().signal);
  expect(outcome).toMatchObject({ kind: 'failed', text: 'Hello' });
});

test('the usage of a request whose attempts were all refused is zero', async () => {
  const before: ModelEvent[] = [{ ...RETRY, error: error('rate-limited') }];
  expect(await usageOf({ before, usage: null, error: error('overloaded') })).toEqual(NO_USAGE);
});

test('the usage of a request is unknown if the model may have begun to answer one of its attempts', async () => {
  const before: ModelEvent[] = [{ ...RETRY, error: error('timeout') }];
  expect(await usageOf({ before, usage: null, error: error('overloaded') })).toBeNull();
});
