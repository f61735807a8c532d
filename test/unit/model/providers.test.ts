import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listModels } from '../../../src/extension/model/listModels.ts';
import { keyVariableOf, keyVariablesOf, toProviders } from '../../../src/extension/model/providerSettings.ts';
import { parseModelId } from '../../../src/extension/model/modelId.ts';
import { resolveModel, toAdapterOptions } from '../../../src/extension/model/resolveModel.ts';
import { systemClock } from '../../../src/extension/node/systemClock.ts';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import type { Log } from '../../../src/extension/ports/log.ts';
import { collectEvents, createScriptedModel } from '../../support/scriptedModel.ts';
import { jsonReply, startWireServer, type WireServer } from '../../support/wireServer.ts';
import { createRequest } from './wire/requests.ts';
import { API_KEY } from './wire/wires.ts';

const special = {
  tour: () => Promise.resolve({ kind: 'model', chatModel: createScriptedModel([]) } as const),
  vscode: (name: string) =>
    Promise.resolve(
      name === 'copilot/gpt-4o'
        ? ({ kind: 'model', chatModel: createScriptedModel([]), contextWindow: 64_000 } as const)
        : ({ kind: 'unknown-model', message: `no ${name}` } as const),
    ),
};

function resolve(id: string, providers: unknown = {}, key?: string) {
  const getKey = () => Promise.resolve(key);
  return resolveModel(id, { providers, getKey, clock: systemClock, log: silentLog, special });
}

describe('parseModelId', () => {
  it.each([
    ['anthropic/claude-sonnet-5', { provider: 'anthropic', model: 'claude-sonnet-5' }],
    ['openrouter/z-ai/glm-5', { provider: 'openrouter', model: 'z-ai/glm-5' }],
    ['ollama/qwen3:8b', { provider: 'ollama', model: 'qwen3:8b' }],
    ['claude-sonnet-5', undefined],
    ['/x', undefined],
    ['x/', undefined],
    ['', undefined],
  ])('parses %s', (id, expected) => {
    expect(parseModelId(id)).toEqual(expected);
  });
});

describe('resolveModel', () => {
  it.each([
    ['gemini/gemini-3.6-flash', {}, true],
    ['mine/gemini', { mine: { kind: 'gemini', baseUrl: 'https://models.example' } }, true],
    ['anthropic/claude-sonnet-5', {}, undefined],
    ['openai/gpt-5.6-sol', {}, undefined],
  ])('returns whether aborted requests of %s are charged', async (id, providers, expected) => {
    const resolved = await resolve(id, providers, 'k');
    expect(resolved.kind === 'model' && resolved.model.chatModel.billsAborted).toBe(expected);
  });

  it.each([
    ['anthropic/claude-sonnet-5', {}, 'k', 'claude-sonnet-5'],
    ['openai/gpt-5.6-sol', {}, 'k', 'gpt-5.6-sol'],
    ['openrouter/z-ai/glm-5', {}, 'k', 'z-ai/glm-5'],
    ['gemini/gemini-3.6-flash', {}, 'k', 'gemini-3.6-flash'],
    ['ollama/qwen3:8b', {}, undefined, 'qwen3:8b'],
    ['tour/tour', {}, undefined, 'tour'],
    ['vscode/copilot/gpt-4o', {}, undefined, 'gpt-4o'],
    ['llamacpp//models/qwen3.gguf', {}, undefined, '/models/qwen3.gguf'],
    ['mine/x', { mine: { kind: 'openai-chat', baseUrl: 'http://localhost:8000/v1' } }, undefined, 'x'],
    [
      'corp/x',
      { corp: { kind: 'anthropic', baseUrl: 'https://a.b', headers: { Authorization: 'B' } } },
      undefined,
      'x',
    ],
    ['anthropic/x', { anthropic: { baseUrl: 'http://127.0.0.1:9' } }, undefined, 'x'],
  ])('finds %s', async (id, providers, key, label) => {
    expect(await resolve(id, providers, key)).toMatchObject({ kind: 'model', model: { id, label } });
  });

  it.each([
    ['sonnet', {}, 'k', 'bad-id', '<provider>/<model>'],
    ['nobody/x', {}, 'k', 'unknown-provider', 'nobody'],
    ['constructor/x', {}, 'k', 'unknown-provider', 'constructor'],
    ['anthropic/x', {}, undefined, 'missing-key', 'ANTHROPIC_API_KEY'],
    ['anthropic/x', {}, '', 'missing-key', 'Set API Key'],
    ['gemini/x', {}, undefined, 'missing-key', 'GEMINI_API_KEY'],
    ['mine/x', { mine: { kind: 'openai-chat' } }, 'k', 'bad-settings', 'baseUrl'],
    ['mine/x', { mine: { kind: 'telnet', baseUrl: 'http://a.b' } }, 'k', 'bad-settings', 'the "kind" of mine'],
    ['mine/x', { mine: { kind: 'openai-chat', baseUrl: 'file:///etc' } }, 'k', 'bad-settings', 'the "baseUrl" of mine'],
    ['mine/x', { mine: { kind: 'openai-chat', baseUrl: 'https://a.b', apiKey: 'k' } }, 'k', 'bad-settings', 'mine'],
    ['mine/x', [], 'k', 'bad-settings', 'premove.providers'],
    ['tours/x', { tours: { kind: 'openai', baseUrl: 5 } }, 'k', 'bad-settings', 'the "baseUrl" of tours'],
    ['anthropic/x', { anthropic: { baseUrl: 'a.b' } }, 'k', 'bad-settings', 'the "baseUrl" of anthropic'],
    ['vscode/copilot/gone', {}, undefined, 'unknown-model', 'copilot/gone'],
  ])('refuses %s with %j', async (id, providers, key, kind, words) => {
    const result = await resolve(id, providers, key);
    expect(result).toMatchObject({ kind });
    expect('message' in result && result.message).toContain(words);
  });
});

describe('resolveModel, if the secret storage cannot be read', () => {
  const resolveLocked = async (id: string) => {
    const logged: unknown[] = [];
    const log: Log = { ...silentLog, error: (message, error) => void logged.push(message, error) };
    const getKey = () => Promise.reject(LOCKED);
    return { resolved: await resolveModel(id, { providers: {}, getKey, clock: systemClock, log }), logged };
  };
  const LOCKED = new Error('The keyring is locked');

  it('refuses a model whose provider needs a key, and logs the error', async () => {
    const { resolved, logged } = await resolveLocked('anthropic/claude-sonnet-5');
    expect(resolved).toEqual({
      kind: 'unreadable-key',
      message:
        'The API key for Anthropic could not be read from VS Code’s secret storage. The environment variable ANTHROPIC_API_KEY was not used, because it may hold the key of another account. Unlock the keyring of your system, or select another model.',
    });
    expect(logged).toEqual(['The API key for anthropic could not be read', LOCKED]);
  });

  it('finds a model whose provider needs no key', async () => {
    expect((await resolveLocked('ollama/qwen3:8b')).resolved).toMatchObject({ kind: 'model' });
  });
});

it('resolveModel refuses a model if VS Code rejects the search for it', async () => {
  const logged: string[] = [];
  const log: Log = { ...silentLog, error: (message) => void logged.push(message) };
  const getKey = () => Promise.resolve(undefined);
  const failing = { vscode: () => Promise.reject(new Error('No extension host')) };
  const options = { providers: {}, getKey, clock: systemClock, log, special: failing };
  expect(await resolveModel('vscode/copilot/gpt-4o', options)).toEqual({
    kind: 'unknown-model',
    message: 'The model vscode/copilot/gpt-4o could not be loaded. Try again, or select another model.',
  });
  expect(logged).toEqual(['The model vscode/copilot/gpt-4o could not be loaded']);
});

it('resolveModel returns the context window if the model reports one', async () => {
  expect(await resolve('vscode/copilot/gpt-4o')).toMatchObject({ model: { contextWindow: 64_000 } });
  expect(await resolve('tour/tour')).not.toHaveProperty('model.contextWindow');
});

it.each([
  ['openai', undefined, undefined],
  ['ollama', undefined, 300_000],
  ['openai', 20_000, 20_000],
  ['ollama', 20_000, 20_000],
])('the stall timeout of %s, with %s ms in the setting, is %s ms', (name, stallTimeout, expected) => {
  const provider = toProviders({}).providers.find((found) => found.name === name);
  if (!provider) throw new Error(`${name} is not known`);
  const set = stallTimeout !== undefined && { stallTimeout };
  expect(toAdapterOptions(provider, undefined, { clock: systemClock, ...set }).stallTimeout).toBe(expected);
});

it('keyVariableOf derives the environment variable of a key from the name of the provider', () => {
  expect(['openai', 'my-corp.2'].map(keyVariableOf)).toEqual(['OPENAI_API_KEY', 'MY_CORP_2_API_KEY']);
});

it.each([
  [[], 'each provider must be listed under its name: { "ollama": { "baseUrl": "http://…" } }.'],
  ['openai', 'each provider must be listed under its name: { "ollama": { "baseUrl": "http://…" } }.'],
  [{ mine: 'http://localhost' }, 'mine must be an object with "kind" and "baseUrl".'],
  [{ mine: { kind: 'azure' } }, 'the "kind" of mine must be one of "openai", "openai-chat", "anthropic", "gemini".'],
  [{ mine: { baseUrl: 'localhost:1' } }, 'the "baseUrl" of mine must begin with http:// or https://.'],
  [{ mine: { baseUrl: 5 } }, 'the "baseUrl" of mine must begin with http:// or https://.'],
  [{ mine: { headers: 'a: b' } }, 'the "headers" of mine must be an object of names and strings.'],
  [{ mine: { stream: 'no' } }, 'the "stream" of mine must be true or false.'],
  [{ mine: { contextWindow: 0 } }, 'the "contextWindow" of mine must be a number of tokens, at least 1,000.'],
  [{ mine: { headers: { 'x-team': 5 } } }, 'the header "x-team" of mine must be a string.'],
  [
    { mine: { baseURL: 'https://a.b' } },
    'mine has the unknown keys "baseURL". Known keys: "kind", "baseUrl", "headers", "continuation", "stream", "contextWindow".',
  ],
  [
    { mistral: { continuation: 'magic' } },
    'the "continuation" of mistral must be one of "prefix", "partial", "trailing", "continue-final-message", "guided".',
  ],
  [{ anthropic: { continuation: 'prefix' } }, 'the "continuation" of anthropic must be one of "trailing", "guided".'],
  [{ openai: { continuation: 'trailing' } }, 'the "continuation" of openai must be one of "guided".'],
])('toProviders reports the mistake in %j, and the expected form', (setting, words) => {
  const message = `In the setting "premove.providers", ${words}`;
  expect(toProviders(setting).problems.map((problem) => problem.message)).toEqual([message]);
});

it.each([
  [
    { 'my corp': { kind: 'openai', baseUrl: 'https://a.b' } },
    '"my corp" in "premove.providers" is not a provider name. Use letters, digits, ".", "_" and "-".',
  ],
  [
    { tour: { kind: 'openai', baseUrl: 'https://a.b' } },
    '"tour" in "premove.providers" is taken. Give your provider another name.',
  ],
  [{ mine: { kind: 'openai' } }, 'In the setting "premove.providers", mine must have a "kind" and a "baseUrl".'],
])('toProviders refuses %j', (setting, message) => {
  expect(toProviders(setting).problems.map((problem) => problem.message)).toEqual([message]);
});

it('toProviders leaves out a provider with an invalid entry, and keeps the others', () => {
  const right = { kind: 'openai', baseUrl: 'https://a.b' };
  const { providers, problems } = toProviders({ first: right, anthropic: { baseUrl: 5 }, mine: {}, last: right });
  const names = providers.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['openai', 'first', 'last']));
  expect(names).not.toContain('anthropic');
  expect(names).not.toContain('mine');
  expect(problems.map(({ name }) => name)).toEqual(['anthropic', 'mine']);
});

it('the setting can change a known provider without naming its kind', () => {
  const { providers } = toProviders({ deepseek: { baseUrl: 'https://proxy.example/v1' } });
  const found = providers.find(({ name }) => name === 'deepseek');
  expect(found).toMatchObject({ kind: 'openai-chat', label: 'DeepSeek', baseUrl: 'https://proxy.example/v1' });
});

const KINDS = ['anthropic', 'openai', 'openai-chat', 'gemini'];

/** The path of each kind's requests if the base URL is the root of the server. */
const PATHS: readonly (readonly [string, string])[] = [
  ['anthropic', '/v1/messages'],
  ['openai', '/responses'],
  ['openai-chat', '/chat/completions'],
  ['gemini', '/v1beta/models/some-model:streamGenerateContent?alt=sse'],
];

let server: WireServer;
beforeAll(async () => {
  server = await startWireServer();
});
afterAll(() => server.close());

it.each(KINDS)('a local server of kind %s gets a request without a key', async (kind) => {
  const result = await resolve('mine/x', { mine: { kind, baseUrl: server.url } });
  if (result.kind !== 'model') throw new Error(result.message);
  server.push(jsonReply(400, { error: { message: 'seen' } }));
  const events = await collectEvents(result.model.chatModel.stream(createRequest(), new AbortController().signal));
  expect(events).toMatchObject([{ type: 'end', error: { message: 'seen' } }]);
  const { headers } = server.requests.at(-1) ?? { headers: {} };
  expect(Object.keys(headers).filter((name) => /authorization|api-key/.test(name))).toEqual([]);
});

it.each(KINDS)('a server of kind %s gets the configured headers', async (kind) => {
  const headers = { authorization: 'Bearer of-my-own', 'x-team': 'blue' };
  const result = await resolve('mine/x', { mine: { kind, baseUrl: server.url, headers } });
  if (result.kind !== 'model') throw new Error(result.message);
  server.push(jsonReply(400, { error: { message: 'bad Bearer of-my-own' } }));
  const events = await collectEvents(result.model.chatModel.stream(createRequest(), new AbortController().signal));
  expect(server.requests.at(-1)?.headers).toMatchObject(headers);
  expect(events).toMatchObject([{ type: 'end', error: { message: 'bad …' } }]);
});

it.each(PATHS)('a server of kind %s gets a request at %s', async (kind, path) => {
  const result = await resolve('mine/x', { mine: { kind, baseUrl: server.url } }, API_KEY);
  if (result.kind !== 'model') throw new Error(result.message);
  server.push(jsonReply(400, {}));
  await collectEvents(result.model.chatModel.stream(createRequest(), new AbortController().signal));
  expect(server.requests.at(-1)).toMatchObject({ method: 'POST', path });
});

it.each(KINDS)('a server of kind %s is asked for whole answers if its setting turns streaming off', async (kind) => {
  const ask = async (stream: boolean): Promise<string> => {
    const result = await resolve('mine/x', { mine: { kind, baseUrl: server.url, stream } });
    if (result.kind !== 'model') throw new Error(result.message);
    server.push(jsonReply(400, {}));
    await collectEvents(result.model.chatModel.stream(createRequest(), new AbortController().signal));
    const { path = '', body = '' } = server.requests.at(-1) ?? {};
    return `${path} ${JSON.stringify((JSON.parse(body) as { stream?: boolean }).stream)}`;
  };
  const streaming = kind === 'gemini' ? /:streamGenerateContent\?alt=sse undefined$/ : / true$/;
  const whole = kind === 'gemini' ? /:generateContent undefined$/ : / false$/;
  expect(await ask(true)).toMatch(streaming);
  expect(await ask(false)).toMatch(whole);
});

it('the address of a Gemini server may include the version', async () => {
  const result = await resolve('gemini/x', { gemini: { baseUrl: `${server.url}/proxy/v1alpha/` } }, API_KEY);
  if (result.kind !== 'model') throw new Error(result.message);
  server.push(jsonReply(400, {}));
  await collectEvents(result.model.chatModel.stream(createRequest(), new AbortController().signal));
  const { path, headers } = server.requests.at(-1) ?? {};
  expect(path).toBe('/proxy/v1alpha/models/some-model:streamGenerateContent?alt=sse');
  expect(headers?.['x-goog-api-key']).toBe(API_KEY);
});

describe('listModels', () => {
  const list = (kind: string) =>
    listModels(
      'mine',
      {
        providers: { mine: { kind, baseUrl: server.url } },
        getKey: () => Promise.resolve(API_KEY),
        clock: systemClock,
        log: silentLog,
      },
      new AbortController().signal,
    );

  it.each([
    [
      'anthropic',
      '/v1/models?limit=1000',
      { data: [{ type: 'model', id: 'm1', display_name: 'M 1' }], has_more: false },
      'M 1',
    ],
    ['openai', '/models', { object: 'list', data: [{ object: 'model', id: 'm1' }] }, 'm1'],
    ['openai-chat', '/models', { object: 'list', data: [{ object: 'model', id: 'm1' }] }, 'm1'],
    [
      'gemini',
      '/v1beta/models?pageSize=1000',
      {
        models: [
          { name: 'models/m1', displayName: 'M 1', supportedGenerationMethods: ['generateContent'] },
          { name: 'models/embedder', supportedGenerationMethods: ['embedContent'] },
        ],
      },
      'M 1',
    ],
  ])('requests the models of a provider of kind %s at %s', async (kind, path, body, label) => {
    server.push(jsonReply(200, body));
    expect(await list(kind)).toEqual({ kind: 'models', models: [{ id: 'mine/m1', label }] });
    expect(server.requests.at(-1)).toMatchObject({ method: 'GET', path });
  });

  it('ends even if the server returns empty pages without end', async () => {
    const page = { data: Array.from({ length: 1000 }, () => ({ type: 'model' })), has_more: true, last_id: 'm' };
    server.push(jsonReply(200, page), jsonReply(200, page), jsonReply(200, page));
    expect(await list('anthropic')).toEqual({ kind: 'models', models: [] });
    server.discard();
  });

  it.each(KINDS)('returns an error of a provider of kind %s as a value', async (kind) => {
    server.push(jsonReply(401, { error: { message: `bad ${API_KEY}` } }));
    expect(await list(kind)).toMatchObject({ kind: 'failed', error: { kind: 'unauthorized', message: 'bad …' } });
  });
});

it('keyVariablesOf returns the key variables of all known and configured providers', () => {
  expect(keyVariablesOf(undefined)).toContain('OPENAI_API_KEY');
  expect(keyVariablesOf({ 'my-work': { kind: 'openai-chat' } })).toEqual([...keyVariablesOf({}), 'MY_WORK_API_KEY']);
});
