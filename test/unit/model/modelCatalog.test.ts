import { describe, expect, it } from 'vitest';
import type { ModelError } from '../../../src/extension/model/chatModel.ts';
import type { ModelList } from '../../../src/extension/model/listModels.ts';
import type { LocalServer } from '../../../src/extension/model/localServers.ts';
import {
  createModelCatalog,
  type CatalogProvider,
  type ModelCatalog,
} from '../../../src/extension/model/modelCatalog.ts';

const { signal } = new AbortController();

const provider = (name: string, given: Partial<CatalogProvider> = {}): CatalogProvider => ({
  ...{ name, label: name.toUpperCase(), access: 'ready', isConfigured: false },
  ...given,
});
const models = (...ids: string[]): ModelList => ({ kind: 'models', models: ids.map((id) => ({ id, label: id })) });
const failed = (kind: ModelError['kind'], message = 'It failed.'): ModelList => ({
  kind: 'failed',
  error: { kind, message, retryable: false },
});
const ollama: LocalServer = { provider: 'ollama', label: 'Ollama', models: [{ id: 'ollama/q', label: 'q' }] };

interface Given {
  readonly providers?: readonly CatalogProvider[];
  readonly lists?: Readonly<Record<string, ModelList | Promise<ModelList>>>;
  readonly vscode?: Awaited<ReturnType<Parameters<typeof createModelCatalog>[0]['listVscode']>> | Error;
  readonly local?: readonly LocalServer[];
}

function create({ providers = [], lists = {}, vscode = [], local = [] }: Given): ModelCatalog {
  return createModelCatalog({
    providers,
    listModels: (name) => Promise.resolve(lists[name] ?? models()),
    listVscode: () => (vscode instanceof Error ? Promise.reject(vscode) : Promise.resolve(vscode)),
    findLocalServers: () => Promise.resolve(local),
  });
}

const overview = ({ groups }: ModelCatalog): string[] =>
  groups.map(({ kind, name, state }) => `${kind} ${name}: ${state.kind}`);

async function loaded(given: Given): Promise<ModelCatalog> {
  const catalog = create(given);
  await catalog.load(signal);
  return catalog;
}

describe('the list of models', () => {
  it('has providers first, then VS Code, then local servers, then providers that need a key', async () => {
    const catalog = await loaded({
      providers: [provider('openai', { access: 'needs-key' }), provider('anthropic'), provider('ollama')],
      lists: { anthropic: models('anthropic/sonnet') },
      vscode: [{ vendor: 'copilot', label: 'GitHub Copilot', models: [{ id: 'vscode/copilot/m', label: 'm' }] }],
      local: [ollama],
    });
    expect(overview(catalog)).toEqual([
      'provider anthropic: models',
      'vscode copilot: models',
      'local ollama: models',
      'provider openai: needs-key',
    ]);
    expect(catalog.hasNoLocalServer).toBe(false);
  });

  it('has groups that failed or are empty after groups with models, and before groups that need a key', async () => {
    const catalog = await loaded({
      providers: [
        provider('locked', { access: 'needs-key' }),
        provider('broken'),
        provider('refused'),
        provider('bare'),
        provider('fine'),
      ],
      lists: { broken: failed('network'), refused: failed('unauthorized'), fine: models('fine/m') },
      local: [ollama, { provider: 'lmstudio', label: 'LM Studio', models: [] }],
    });
    expect(overview(catalog)).toEqual([
      'provider fine: models',
      'local ollama: models',
      'provider broken: failed',
      'provider refused: refused-key',
      'provider bare: models',
      'local lmstudio: models',
      'provider locked: needs-key',
    ]);
  });

  it('shows a loaded group while another group is still loading', async () => {
    let answer: (list: ModelList) => void = () => {};
    const slow = new Promise<ModelList>((resolve) => (answer = resolve));
    const catalog = create({ providers: [provider('slow'), provider('fast')], lists: { slow } });
    const seen: string[][] = [];
    catalog.onDidChange(() => seen.push(overview(catalog)));
    const loading = catalog.load(signal);
    await expect.poll(() => seen.at(-1)).toEqual(['provider slow: loading', 'provider fast: models']);
    expect(catalog.isLoading).toBe(true);
    answer(models());
    await loading;
    expect(seen.at(-1)).toEqual(['provider slow: models', 'provider fast: models']);
    expect(catalog.isLoading).toBe(false);
  });

  it.each<[string, ModelList, object]>([
    ['a refused key', failed('unauthorized'), { kind: 'refused-key' }],
    ['a broken connection', failed('network', 'No connection.'), { kind: 'failed', message: 'No connection.' }],
    ['invalid settings', { kind: 'bad-settings', message: 'Fix it.' }, { kind: 'failed', message: 'Fix it.' }],
    ['a key that cannot be read', { kind: 'unreadable-key', message: 'Unlock it.' }, { kind: 'unreadable-key' }],
    ['a removed key', { kind: 'missing-key', message: '' }, { kind: 'needs-key' }],
  ])('shows %s in the state of the provider, and lists the other providers', async (_, list, state) => {
    const catalog = await loaded({ providers: [provider('a'), provider('b')], lists: { a: list } });
    expect(catalog.groups.find(({ name }) => name === 'a')?.state).toEqual(state);
    expect(catalog.groups.find(({ name }) => name === 'b')?.state).toEqual({ kind: 'models', models: [] });
  });

  it('does not send a request to a provider whose key is missing', async () => {
    const asked: string[] = [];
    const catalog = createModelCatalog({
      providers: [provider('openai', { access: 'needs-key' })],
      listModels: async (name) => {
        asked.push(name);
        return models();
      },
      listVscode: async () => [],
      findLocalServers: async () => [],
    });
    await catalog.load(signal);
    expect(asked).toEqual([]);
  });

  it('has at the end the providers whose key cannot be read, and does not send them a request', async () => {
    const providers = [provider('openai', { access: 'unreadable-key' }), provider('anthropic')];
    const catalog = await loaded({ providers, lists: { openai: models('openai/m') } });
    expect(overview(catalog)).toEqual(['provider anthropic: models', 'provider openai: unreadable-key']);
  });

  it('hides local servers that do not respond, unless the user has configured them', async () => {
    const catalog = await loaded({
      providers: [provider('ollama'), provider('lmstudio', { isConfigured: true })],
      lists: { lmstudio: failed('network') },
    });
    expect(overview(catalog)).toEqual(['provider lmstudio: failed']);
    expect(catalog.hasNoLocalServer).toBe(true);
  });

  it('lists a local server once, even if the user has configured its address', async () => {
    const catalog = await loaded({ providers: [provider('ollama', { isConfigured: true })], local: [ollama] });
    expect(overview(catalog)).toEqual(['local ollama: models']);
  });

  it('lists the other groups if VS Code’s models cannot be listed', async () => {
    const catalog = await loaded({ providers: [provider('a')], vscode: new Error('no host') });
    expect(catalog.groups.map(({ state }) => state)).toEqual([
      { kind: 'models', models: [] },
      { kind: 'failed', message: 'no host' },
    ]);
  });
});
