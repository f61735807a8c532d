import type { Model as GeminiModel } from '@google/genai/web';
import { createAnthropicClient, toAnthropicWireOptions } from './wire/anthropic/anthropic.ts';
import type { ModelError } from './chatModel.ts';
import { openConnection, type Connection } from './connection.ts';
import { createGeminiClient, toGeminiWireOptions } from './wire/gemini/gemini.ts';
import { createOpenAiClient, toOpenAiWireOptions } from './openaiClient.ts';
import { PROVIDERS } from './providers/providerList.ts';
import { findProvider, toAdapterOptions, type ProviderFailure, type ResolveOptions } from './resolveModel.ts';
import { stallError, toModelError } from './wire/wireError.ts';
import type { WireOptions } from './wire/wireStream.ts';

export interface ListedModel {
  /** `<provider>/<model>`. */
  readonly id: string;
  readonly label: string;
}

export type ModelList =
  | { readonly kind: 'models'; readonly models: readonly ListedModel[] }
  | { readonly kind: 'failed'; readonly error: ModelError }
  | { readonly kind: 'aborted' }
  | ProviderFailure;

/** Returns at most `MAX_MODELS` models. Does not retry. */
export async function listModels(
  providerName: string,
  options: Pick<ResolveOptions, 'providers' | 'getKey' | 'clock' | 'log' | 'fetch'>,
  signal: AbortSignal,
): Promise<ModelList> {
  const found = await findProvider(providerName, options);
  if (found.kind !== 'found') return found;
  const { provider, key } = found;
  const adapterOptions = toAdapterOptions(provider, key, { ...options, stallTimeout: LIST_TIMEOUT });
  switch (provider.kind) {
    case 'anthropic':
      return list(providerName, toAnthropicWireOptions(adapterOptions), signal, async (connection) => {
        const client = await createAnthropicClient(adapterOptions, connection.fetch);
        return client.models.list({ limit: 1000 }, { signal: connection.signal });
      });
    case 'openai':
    case 'openai-chat':
      return list(providerName, toOpenAiWireOptions(adapterOptions), signal, async (connection) => {
        const client = await createOpenAiClient(adapterOptions, connection.fetch);
        return client.models.list({ signal: connection.signal });
      });
    case 'gemini':
      return list(providerName, toGeminiWireOptions(adapterOptions), signal, async (connection) => {
        const client = await createGeminiClient(adapterOptions, connection.fetch);
        const pages = await client.models.list({ config: { pageSize: 1000, abortSignal: connection.signal } });
        return geminiModels(pages);
      });
  }
}

/** Milliseconds without a byte. Short, because the user waits for the list in the picker. */
const LIST_TIMEOUT = 10_000;
const MAX_MODELS = 2_000;

interface WireModel {
  readonly id: string;
  readonly display_name?: string | null;
}

/** Gemini also lists models that only embed text or generate images. */
async function* geminiModels(models: AsyncIterable<GeminiModel>): AsyncGenerator<WireModel> {
  for await (const { name, displayName, supportedActions } of models) {
    if (!name || !supportedActions?.includes('generateContent')) continue;
    yield { id: name.replace(/^models\//, ''), display_name: displayName ?? null };
  }
}

async function list(
  provider: string,
  options: WireOptions,
  signal: AbortSignal,
  open: (connection: Connection) => Promise<AsyncIterable<WireModel>>,
): Promise<ModelList> {
  const connection = openConnection(options, signal);
  const models: ListedModel[] = [];
  let read = 0;
  try {
    for await (const model of await open(connection)) {
      if (typeof model.id === 'string' && model.id) {
        models.push({ id: `${provider}/${model.id}`, label: model.display_name || model.id });
      }
      // Entries without an id count too, because the list of a broken server may be endless.
      read += 1;
      if (read >= MAX_MODELS) break;
    }
    return { kind: 'models', models };
  } catch (error) {
    if (signal.aborted) return { kind: 'aborted' };
    const { host, secrets, clock, stallTimeout } = options;
    const headers = connection.responseHeaders;
    if (connection.stalled) return { kind: 'failed', error: stallError(host, stallTimeout) };
    return { kind: 'failed', error: toModelError(error, { host, secrets, now: clock.now(), headers }) };
  } finally {
    connection.dispose();
  }
}

/** The models, as `<provider>/<model>`, that the picker offers if a provider's list cannot be read. */
export const SUGGESTED_MODELS: readonly string[] = PROVIDERS.flatMap(({ name, suggestedModels = [] }) =>
  suggestedModels.map((model) => `${name}/${model}`),
);
