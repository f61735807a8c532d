import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CacheSafeParamsStore, prefixRuleOf } from '../../../src/extension/background/cacheSafeParams.ts';
import { KNOWN_PROVIDER_NAMES } from '../../../src/extension/model/providerSettings.ts';
import { resolveModel } from '../../../src/extension/model/resolveModel.ts';
import type { SelectedModel } from '../../../src/extension/model/chatModel.ts';
import { systemClock } from '../../../src/extension/node/systemClock.ts';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import { createOverlay } from '../../../src/extension/speculate/overlay.ts';
import { runSpeculation } from '../../../src/extension/speculate/engine.ts';
import { SUGGESTION_PROMPT } from '../../../src/extension/suggest/prompt.ts';
import { suggestNextPrompt, type SuggestionInput } from '../../../src/extension/suggest/suggester.ts';
import { NO_RULES } from '../../../src/extension/approval/rules/permissionRules.ts';
import { createSeenFiles } from '../../../src/extension/tools/seenFiles.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { createFakeShell } from '../../support/shell/fakeShell.ts';
import { createMemoryOutput } from '../../support/memoryOutput.ts';
import { bashJudge } from '../../support/shell/shellDecision.ts';
import { collectEvents } from '../../support/scriptedModel.ts';
import { startWireServer, type WireServer } from '../../support/wireServer.ts';
import { answer, createConversation, createRequest } from '../model/wire/requests.ts';
import { API_KEY, WIRES, type TestWire } from '../model/wire/wires.ts';
import { createRegistry, UNLIMITED } from '../speculate/fixtures.ts';
import { EDIT_TOOLS } from '../../support/productTools.ts';

let server: WireServer;
beforeAll(async () => {
  server = await startWireServer();
});
afterAll(() => server.close());

/** One model of each provider: a thinking model if possible, and one with cache marks if the provider has any. */
const MODELS: Readonly<Record<string, string>> = {
  anthropic: 'claude-sonnet-5',
  openai: 'gpt-5.6',
  gemini: 'gemini-2.5-flash',
  deepseek: 'deepseek-chat',
  mistral: 'magistral-medium',
  moonshot: 'kimi-k2.5',
  dashscope: 'qwen3-max',
  openrouter: 'anthropic/claude-sonnet-5',
  ollama: 'qwen3:8b',
  lmstudio: 'gpt-oss-20b',
  llamacpp: 'default',
};
const PROVIDERS = KNOWN_PROVIDER_NAMES.map((provider) => ({ provider, id: `${provider}/${MODELS[provider]}` }));

const live = (): AbortSignal => new AbortController().signal;

function wireOf(provider: string): TestWire {
  const name = { anthropic: 'Anthropic', openai: 'Responses', gemini: 'Gemini' }[provider] ?? 'Chat Completions';
  return WIRES.find((wire) => wire.name === name) as TestWire;
}

/** Resolves a model as a user would configure it, except for the address. */
async function resolve(provider: string, id: string): Promise<SelectedModel> {
  const baseUrl = ['anthropic', 'gemini'].includes(provider) ? server.url : `${server.url}/v1`;
  const resolved = await resolveModel(id, {
    providers: { [provider]: { baseUrl } },
    getKey: () => Promise.resolve(API_KEY),
    clock: systemClock,
    log: silentLog,
  });
  if (resolved.kind !== 'model') throw new Error(resolved.message);
  return resolved.model;
}

/** Sends the last request of a conversation with a tool turn. Returns the input of the next background request. */
async function converse(provider: string, id: string): Promise<{ wire: TestWire; input: SuggestionInput }> {
  const wire = wireOf(provider);
  const model = await resolve(provider, id);
  const source = wire.source === provider ? provider : `${wire.source}:${provider}`;
  const messages = createConversation(source, wire.thought);
  const request = createRequest({ model: model.name, messages, cacheAnchors: [2, 4] });
  server.push({ steps: [...wire.beginning('ok'), wire.end] });
  await collectEvents(model.chatModel.stream(request, live()));
  const params = new CacheSafeParamsStore().save(id, request, answer('Renamed everywhere.'), 'leaf');
  const curatedHistory = [...messages, answer('Renamed everywhere.')];
  return { wire, input: { params, curatedHistory, enableCacheSharing: true, model, commandNames: [] } };
}

const bodies = (): string[] => server.requests.map(({ body }) => body);

/** Expects the child to be the parent's bytes, the answer of the parent, and one user message with `prompt`. */
function expectFork(parent: string, child: string, prompt: string): void {
  expect(parent.endsWith(']}')).toBe(true);
  expect(child.startsWith(parent.slice(0, -2))).toBe(true);
  const added = JSON.parse(`[${child.slice(parent.length - 1, -2)}]`) as { role: string }[];
  expect(added).toHaveLength(2);
  expect(JSON.stringify(added[0])).toContain('Renamed everywhere.');
  expect(added[1]?.role).toBe('user');
  expect(JSON.stringify(added[1])).toContain(JSON.stringify(prompt).slice(1, -1));
}

describe.each(PROVIDERS)('the model $id', ({ provider, id }) => {
  it('gets requests for suggestions and speculations as the parent’s bytes, the answer, and a message', async () => {
    const { wire, input } = await converse(provider, id);
    server.push({ steps: [...wire.beginning('run the tests'), wire.end] });
    expect(await suggestNextPrompt(input, live())).toMatchObject({ kind: 'suggestion', text: 'run the tests' });
    server.push({ steps: [...wire.beginning('They are green.'), wire.end] });
    const disk = createMemoryWorkspace({});
    await runSpeculation(
      {
        prompt: 'run the tests',
        params: input.params!,
        model: input.model,
        approvalMode: 'default',
        rules: NO_RULES,
        defaultMode: 'preview',
      },
      {
        registry: createRegistry(),
        overlay: createOverlay(disk),
        disk,
        facts: { shell: bashJudge, editTools: EDIT_TOOLS },
        shell: createFakeShell(),
        seen: createSeenFiles(),
        keep: createMemoryOutput(),
        pause: { isHidden: false, pass: async () => true },
        budget: UNLIMITED,
        onProgress: () => {},
        onTurns: () => {},
        onUsage: () => {},
        log: silentLog,
      },
      live(),
    );
    const [parent = '', suggestion = '', speculation = ''] = bodies().slice(-3);
    expectFork(parent, suggestion, SUGGESTION_PROMPT);
    expectFork(parent, speculation, 'run the tests');
  });

  it('gets cache marks only if its prefix rule requires them', async () => {
    await converse(provider, id);
    const parent = bodies().at(-1) ?? '';
    expect(parent.includes('cache_control')).toBe(prefixRuleOf(id).cache === 'marked');
  });

  it('reports the tokens that the cache has served in the usage of the suggestion', async () => {
    const { wire, input } = await converse(provider, id);
    server.push({ steps: [wire.recorded] });
    const { usage } = await suggestNextPrompt(input, live());
    expect(usage).toEqual(wire.usage);
    expect(usage?.cacheRead).toBeGreaterThan(0);
  });

  it('has its connection closed when a suggestion is aborted', async () => {
    const { wire, input } = await converse(provider, id);
    const abort = new AbortController();
    server.push({ steps: [...wire.beginning('run'), new Promise(() => {})] });
    const before = server.requests.length;
    const result = suggestNextPrompt(input, abort.signal);
    await expect.poll(() => server.requests.length).toBe(before + 1);
    abort.abort();
    expect(await result).toMatchObject({ kind: 'aborted' });
    expect(await server.requests.at(-1)?.abortedByClient).toBe(true);
  });

  it('gets a standalone request without tools for a suggestion if cache sharing is off', async () => {
    const { wire, input } = await converse(provider, id);
    server.push({ steps: [...wire.beginning('{"suggestion": "run the tests"}'), wire.end] });
    const result = await suggestNextPrompt({ ...input, enableCacheSharing: false }, live());
    expect(result).toMatchObject({ kind: 'suggestion', text: 'run the tests' });
    const body = JSON.parse(bodies().at(-1) ?? '') as Record<string, unknown>;
    expect(body['tools']).toBeUndefined();
    expect(JSON.stringify(body)).not.toContain('conversation-1');
  });
});

it('a fast model of another provider gets text only, and its answer is the suggestion', async () => {
  const { input } = await converse('anthropic', 'anthropic/claude-sonnet-5');
  const fastModel = await resolve('gemini', 'gemini/gemini-2.5-flash');
  const wire = wireOf('gemini');
  server.push({ steps: [...wire.beginning('{"suggestion": "run the tests"}'), wire.end] });
  const result = await suggestNextPrompt({ ...input, fastModel }, live());
  expect(result).toMatchObject({ kind: 'suggestion', text: 'run the tests' });
  const { path, body } = server.requests.at(-1) ?? { path: '', body: '' };
  expect(path).toContain('gemini-2.5-flash');
  expect(body).not.toContain('functionCall');
  expect(body).not.toContain('c2ln');
  expect(JSON.parse(body)).toMatchObject({ generationConfig: { thinkingConfig: { thinkingBudget: 0 } } });
});
