import { afterEach, expect, it, vi } from 'vitest';
import { createAnthropicClient } from '../../../../src/extension/model/wire/anthropic/anthropic.ts';

afterEach(() => vi.unstubAllEnvs());

/** The requests of a client with this key. */
async function requestsWith(apiKey: string | undefined): Promise<readonly Request[]> {
  const requests: Request[] = [];
  const send: typeof fetch = (input, init) => {
    requests.push(new Request(input, init));
    return Promise.resolve(Response.json({ data: [], has_more: false }));
  };
  const client = await createAnthropicClient({ baseUrl: 'http://127.0.0.1:9', apiKey }, send);
  await client.models.list();
  return requests;
}

it.each([
  ['a key', { ANTHROPIC_API_KEY: 'secret' }],
  ['a token', { ANTHROPIC_AUTH_TOKEN: 'secret' }],
  ['a profile that does not exist', { ANTHROPIC_PROFILE: 'gone' }],
  [
    'an identity token',
    { ANTHROPIC_FEDERATION_RULE_ID: 'rule', ANTHROPIC_ORGANIZATION_ID: 'o', ANTHROPIC_IDENTITY_TOKEN: 'secret' },
  ],
])('a server without a key gets no credentials if the environment has %s', async (_, environment) => {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const requests = await requestsWith(undefined);
  expect(requests.map(({ url }) => new URL(url).pathname)).toEqual(['/v1/models']);
  const headers = [...(requests[0]?.headers ?? [])];
  expect(headers.filter(([name]) => /api-key|authorization/.test(name))).toEqual([]);
  expect(JSON.stringify(headers)).not.toContain('secret');
});

it('a key is sent in one header', async () => {
  const [request] = await requestsWith('key');
  expect(request?.headers.get('x-api-key')).toBe('key');
  expect(request?.headers.has('authorization')).toBe(false);
});
