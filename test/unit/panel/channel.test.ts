import { describe, expect, test } from 'vitest';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import { answerMessage, RefusedRequest } from '../../../src/extension/panel/channel.ts';
import type { HostMessage, Request } from '../../../src/shared/protocol.ts';

async function check(
  message: unknown,
  handle: (request: Request) => Promise<unknown>,
): Promise<{ sent: HostMessage[]; handled: Request[] }> {
  const sent: HostMessage[] = [];
  const handled: Request[] = [];
  const record = (request: Request): Promise<unknown> => {
    handled.push(request);
    return handle(request);
  };
  await answerMessage(message, record, (reply) => sent.push(reply), silentLog);
  return { sent, handled };
}

describe('the channel', () => {
  test('answers a request with its result', async () => {
    const request = { kind: 'request', id: 7, request: { type: 'stop' } };
    const { sent } = await check(request, () => Promise.resolve({ outcome: 'sent' }));
    expect(sent).toEqual([{ kind: 'response', id: 7, ok: true, result: { outcome: 'sent' } }]);
  });

  test('answers a failed request without the message of the error', async () => {
    const request = { kind: 'request', id: 7, request: { type: 'stop' } };
    const { sent } = await check(request, () => Promise.reject(new Error('sk-secret')));
    expect(sent).toMatchObject([{ kind: 'response', id: 7, ok: false }]);
    expect(JSON.stringify(sent)).not.toContain('sk-secret');
  });

  test('answers a refused request with the reason', async () => {
    const request = { kind: 'request', id: 7, request: { type: 'stop' } };
    const { sent } = await check(request, () => Promise.reject(new RefusedRequest('It is too large.')));
    expect(sent).toEqual([{ kind: 'response', id: 7, ok: false, message: 'It is too large.' }]);
  });

  test.each([
    ['an unknown request', { kind: 'request', id: 1, request: { type: 'write-file', path: '/etc/passwd' } }, 1],
    ['a request with a wrong argument', { kind: 'request', id: 2, request: { type: 'submit', text: 5 } }, 1],
    ['a message without an id', { hello: 'there' }, 0],
    ['null', null, 0],
  ])('refuses %s before anything handles it', async (_name, message, answers) => {
    const { sent, handled } = await check(message, () => Promise.resolve());
    expect(handled).toEqual([]);
    expect(sent).toHaveLength(answers);
    expect(sent.every((reply) => reply.kind === 'response' && !reply.ok)).toBe(true);
  });
});
