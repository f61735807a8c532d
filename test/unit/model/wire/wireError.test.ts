import { describe, expect, it } from 'vitest';
import type { ModelError } from '../../../../src/extension/model/chatModel.ts';
import { toModelError } from '../../../../src/extension/model/wire/wireError.ts';

const CONTEXT = { secrets: [], host: 'example.com', now: 1_000_000 };

/** Converts an error as the Gemini SDK throws it: the status, and the body as text. */
function gemini(status: number, error: object, headers?: Record<string, string>): ModelError {
  const thrown = { name: 'ApiError', status, message: `got status: X. ${JSON.stringify({ error })}` };
  return toModelError(thrown, { ...CONTEXT, headers: new Headers(headers) });
}

const quota = (quotaId: string, retryDelay?: string) => ({
  code: 429,
  status: 'RESOURCE_EXHAUSTED',
  message: 'You exceeded your current quota, please check your plan and billing details.',
  details: [
    { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [{ quotaId }] },
    ...(retryDelay ? [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay }] : []),
  ],
});

describe('errors of Google', () => {
  it.each<[string, ModelError, Partial<ModelError>]>([
    [
      'an invalid key with status 400',
      gemini(400, {
        status: 'INVALID_ARGUMENT',
        message: 'API key not valid. Please pass a valid API key.',
        details: [{ reason: 'API_KEY_INVALID' }],
      }),
      { kind: 'unauthorized', retryable: false, message: 'API key not valid. Please pass a valid API key.' },
    ],
    [
      'a limit per minute',
      gemini(429, quota('GenerateRequestsPerMinutePerProjectPerModel', '34.07s')),
      { kind: 'rate-limited', retryAfter: 34_070, retryable: true },
    ],
    [
      'a limit per day',
      gemini(429, quota('GenerateRequestsPerDayPerProjectPerModel-FreeTier', '34s')),
      { kind: 'quota-exhausted', retryable: false },
    ],
    [
      'a header with the time to retry',
      gemini(429, { status: 'RESOURCE_EXHAUSTED', message: 'slow' }, { 'retry-after': '7' }),
      { kind: 'rate-limited', retryAfter: 7000 },
    ],
    [
      'a prompt that is too long',
      gemini(400, {
        status: 'INVALID_ARGUMENT',
        message: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
      }),
      { kind: 'context-too-long' },
    ],
    ['an overload', gemini(503, { status: 'UNAVAILABLE', message: 'overloaded' }), { kind: 'overloaded' }],
    [
      'a body that is not JSON',
      toModelError({ name: 'ApiError', status: 500, message: 'oops' }, CONTEXT),
      { kind: 'server' },
    ],
    [
      'a stream that ends inside an event',
      toModelError(new Error('Incomplete JSON segment at the end'), CONTEXT),
      { kind: 'network', retryable: true },
    ],
    [
      'a malformed call',
      toModelError({ error: { code: 'MALFORMED_FUNCTION_CALL', message: 'x' } }, CONTEXT),
      { kind: 'malformed', retryable: true },
    ],
  ])('are recognized: %s', (_name, error, expected) => {
    expect(error).toMatchObject(expected);
  });

  it('without a status and a message have a general message', () => {
    const error = toModelError({ error: {} }, CONTEXT);
    expect(error.message).toBe('example.com reported an error without details.');
  });

  it('hide a key that Google repeats in its message', () => {
    const key = `AIza${'x'.repeat(35)}`;
    expect(gemini(403, { message: `Key ${key} is blocked` }).message).toBe('Key … is blocked');
  });
});

describe('errors of OpenAI inside a Responses stream', () => {
  it.each([
    ['server_error', 'server', true],
    ['rate_limit_exceeded', 'rate-limited', true],
    ['insufficient_quota', 'quota-exhausted', false],
    ['context_length_exceeded', 'context-too-long', false],
    ['invalid_prompt', 'content-filtered', false],
    ['invalid_image', 'bad-request', false],
    ['something_new', 'server', true],
    ['constructor', 'server', true],
  ])('with the code %s have the kind %s', (code, kind, retryable) => {
    expect(toModelError({ error: { code, message: 'x' } }, CONTEXT)).toMatchObject({ kind, retryable });
  });
});
