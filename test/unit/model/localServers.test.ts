import { afterEach, describe, expect, it } from 'vitest';
import { findLocalServers } from '../../../src/extension/model/localServers.ts';
import { systemClock } from '../../../src/extension/node/systemClock.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { jsonReply, startWireServer, type WireReply, type WireServer } from '../../support/wireServer.ts';

const { signal } = new AbortController();
const servers: WireServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function serve(...replies: WireReply[]): Promise<WireServer> {
  const server = await startWireServer();
  server.push(...replies);
  servers.push(server);
  return server;
}

/** Asks only the given addresses, because the usual ports may be in use on the machine that runs the test. */
function find(addresses: Readonly<Record<string, string>>, clock = systemClock) {
  const nowhere = 'http://127.0.0.1:1/v1';
  const given = { ollama: nowhere, lmstudio: nowhere, llamacpp: nowhere, ...addresses };
  const providers = Object.fromEntries(Object.entries(given).map(([name, baseUrl]) => [name, { baseUrl }]));
  return findLocalServers({ providers, clock }, signal);
}

const json = (body: unknown, headers = {}): WireReply => jsonReply(200, body, headers);

const ollamaTags = {
  models: [
    { name: 'qwen3:8b', details: { family: 'qwen3' } },
    { name: 'nomic-embed-text:latest', details: { family: 'nomic-bert' } },
    { name: 'mxbai', capabilities: ['embedding'] },
    { name: 'gemma3', capabilities: ['completion', 'vision'] },
  ],
};
const lmStudioModels = {
  object: 'list',
  data: [
    { id: 'qwen2-vl-7b', object: 'model', type: 'vlm', arch: 'qwen2_vl', state: 'not-loaded' },
    { id: 'meta/llama-3.1-8b', object: 'model', type: 'llm', arch: 'llama', state: 'loaded' },
    { id: 'text-embedding-nomic', object: 'model', type: 'embeddings', arch: 'nomic-bert', state: 'not-loaded' },
  ],
};
const llamaCppModels = { object: 'list', data: [{ id: '/models/qwen3.gguf', object: 'model', owned_by: 'llamacpp' }] };

describe('findLocalServers', () => {
  it('finds Ollama, without its embedding models', async () => {
    const server = await serve(json({ version: '0.12.6' }), json(ollamaTags));
    const models = [
      { id: 'ollama/qwen3:8b', label: 'qwen3:8b' },
      { id: 'ollama/gemma3', label: 'gemma3' },
    ];
    expect(await find({ ollama: `${server.url}/v1` })).toEqual([{ provider: 'ollama', label: 'Ollama', models }]);
    expect(server.requests.map(({ path }) => path)).toEqual(['/api/version', '/api/tags']);
  });

  it('finds LM Studio, without its embedding models', async () => {
    const server = await serve(json(lmStudioModels));
    const models = [{ id: 'lmstudio/qwen2-vl-7b' }, { id: 'lmstudio/meta/llama-3.1-8b' }];
    expect(await find({ lmstudio: `${server.url}/v1` })).toMatchObject([{ label: 'LM Studio', models }]);
  });

  it('finds a newer LM Studio by its newer list of models', async () => {
    const list = { models: [{ key: 'qwen3', type: 'llm', loaded_instances: [] }] };
    const server = await serve(jsonReply(404, {}), json(list));
    expect(await find({ lmstudio: server.url })).toMatchObject([{ models: [{ id: 'lmstudio/qwen3' }] }]);
  });

  it.each([
    ['by the owner of its models', json(llamaCppModels)],
    ['by its server header', json({ data: [{ id: '/models/qwen3.gguf' }] }, { server: 'llama.cpp' })],
  ])('finds llama.cpp %s', async (_, reply) => {
    const server = await serve(reply);
    const models = [{ id: 'llamacpp//models/qwen3.gguf', label: '/models/qwen3.gguf' }];
    expect(await find({ llamacpp: `${server.url}/v1/` })).toEqual([
      { provider: 'llamacpp', label: 'llama.cpp', models },
    ]);
  });

  it('finds llama.cpp while it loads its model', async () => {
    const server = await serve(jsonReply(503, { error: { message: 'Loading model' } }, { server: 'llama.cpp' }));
    expect(await find({ llamacpp: server.url })).toMatchObject([{ provider: 'llamacpp', models: [] }]);
  });

  it.each<[string, WireReply]>([
    ['an HTML page', { headers: { 'content-type': 'text/html' }, steps: ['<html>Welcome</html>'] }],
    ['other JSON', json({ status: 'ok', version: 1 })],
    ['another server’s models', json({ data: [{ id: 'gpt-4o', owned_by: 'openai' }] })],
    ['an empty list without a server name', json({ data: [] })],
    ['an error', jsonReply(500, {})],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/v1/models' } }],
    ['malformed JSON', { steps: ['{"data":'] }],
  ])('does not recognize a server that answers with %s', async (_, reply) => {
    for (const name of ['ollama', 'lmstudio', 'llamacpp']) {
      const server = await serve(reply, reply);
      expect(await find({ [name]: `${server.url}/v1` })).toEqual([]);
    }
  });

  it('does not send the user’s headers to a program that listens on the port', async () => {
    const server = await serve(json(llamaCppModels));
    const headers = { Authorization: 'Bearer mine', 'x-team': 'blue' };
    const providers = { llamacpp: { baseUrl: server.url, headers } };
    await findLocalServers({ providers, clock: systemClock }, signal);
    const sent = server.requests.find(({ path }) => path === '/v1/models')?.headers ?? {};
    expect(Object.keys(sent).filter((name) => /authorization|x-team|api-key/.test(name))).toEqual([]);
  });

  it('does not send a request to another machine', async () => {
    const asked: string[] = [];
    const send: typeof fetch = (input) => {
      asked.push(input instanceof Request ? input.url : input.toString());
      return Promise.reject(new TypeError('fetch failed'));
    };
    const providers = { ollama: { baseUrl: 'https://gpu.example.com/v1' } };
    await findLocalServers({ providers, clock: systemClock, fetch: send }, signal);
    expect(asked).toEqual([
      'http://127.0.0.1:1234/api/v0/models',
      'http://127.0.0.1:8080/v1/models',
      'http://127.0.0.1:1234/api/v1/models',
    ]);
  });

  it('aborts the request if the server does not answer', async () => {
    const server = await serve({ steps: ['', new Promise(() => {})] });
    const clock = createManualClock();
    const finding = find({ ollama: server.url }, clock);
    await expect.poll(() => server.requests.length).toBe(1);
    await clock.advance(2_000);
    expect(await finding).toEqual([]);
    expect(await server.requests[0]?.abortedByClient).toBe(true);
  });

  it('aborts the request if the answer never ends', async () => {
    const steps = [...Array.from({ length: 80 }, () => 'x'.repeat(100_000)), new Promise(() => {})];
    const server = await serve({ steps });
    expect(await find({ ollama: server.url })).toEqual([]);
    expect(await server.requests[0]?.abortedByClient).toBe(true);
  });

  it('finds nothing if the setting is invalid', async () => {
    expect(await findLocalServers({ providers: [], clock: systemClock }, signal)).toEqual([]);
  });
});
