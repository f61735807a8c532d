import { describe, expect, it } from 'vitest';
import { toVscodeModelError } from '../../../../../src/extension/model/wire/vscode/vscodeModelError.ts';

const vscodeError = (code: string, message = 'said') =>
  Object.assign(new Error(message), { name: 'LanguageModelError', code });
const named = (name: string, message = 'said') => Object.assign(new Error(message), { name });

describe('toVscodeModelError', () => {
  it.each([
    ['refused consent', vscodeError('NoPermissions'), 'forbidden', false, 'Send again and allow it'],
    ['a missing model', vscodeError('NotFound'), 'not-found', false, 'Select another model'],
    ['a blocked model', vscodeError('Blocked'), 'quota-exhausted', false, 'Select another model'],
    [
      'a model blocked by a rate limit',
      vscodeError('Blocked', 'You have been rate limited'),
      'rate-limited',
      true,
      'Try again in a minute',
    ],
    ['Copilot’s quota', named('ChatQuotaExceeded'), 'quota-exhausted', false, 'reported: said'],
    ['Copilot’s rate limit', named('ChatRateLimited'), 'rate-limited', true, 'Try again in a minute'],
    ['an HTTP status', new Error('Request Failed: 503 upstream'), 'overloaded', true, 'Try again'],
    ['a server error', new Error('Request Failed: 500'), 'server', true, 'Try again'],
    ['an expired sign-in', new Error('HTTP 401: bad token'), 'unauthorized', false, 'Sign in'],
    [
      'a long prompt',
      new Error('Request Failed: 400 prompt token count of 130000 exceeds the limit: maximum context'),
      'context-too-long',
      false,
      'start a new chat',
    ],
    [
      'a filtered answer',
      new Error('Response got filtered by Responsible AI'),
      'content-filtered',
      false,
      'Rephrase it',
    ],
    ['a lost network', new Error('net::ERR_INTERNET_DISCONNECTED'), 'network', true, 'Check your network'],
    ['an unknown error', new Error('No key is configured'), 'server', false, 'reported: No key is configured'],
    [
      'an error with a cause',
      Object.assign(new Error(''), { code: 'Unknown', cause: new Error('deep') }),
      'server',
      false,
      'deep',
    ],
    ['a string', 'oh', 'server', false, 'reported: oh'],
    ['undefined', undefined, 'server', false, 'failed'],
  ])('converts %s', (_, error, kind, retryable, words) => {
    const read = toVscodeModelError(error, 'GPT-4o');
    expect(read).toMatchObject({ kind, retryable });
    expect(read.message).toContain(words);
    expect(read.message).toContain('GPT-4o');
  });

  it.each([
    ['fetch failed: connect ECONNREFUSED 127.0.0.1:11434', '127.0.0.1:11434'],
    ['net::ERR_CONNECTION_REFUSED', 'GPT-4o'],
    ['net::ERR_INTERNET_DISCONNECTED', undefined],
  ])('names the address or model that refused the connection: %s', (text, refusedBy) => {
    expect(toVscodeModelError(new Error(text), 'GPT-4o').refusedBy).toBe(refusedBy);
  });

  it('removes secrets and line breaks from the message', () => {
    const { message } = toVscodeModelError(new Error('bad key\nsk-live-0123456789'), 'GPT-4o');
    expect(message).not.toContain('0123456789');
    expect(message).not.toContain('\n');
  });
});
