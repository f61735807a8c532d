import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import { createAnthropicModel } from './wire/anthropic/anthropic.ts';
import { outputLimitOf } from './capabilities.ts';
import type { ChatModel, SelectedModel } from './chatModel.ts';
import { createGeminiModel } from './wire/gemini/gemini.ts';
import { parseModelId, toLabel } from './modelId.ts';
import { nativeContinuationOf } from './nativeContinuation.ts';
import { createOpenAiChatModel } from './wire/openaiChat/openaiChat.ts';
import { dialectOf } from './wire/openaiChat/openaiChatDialect.ts';
import { createOpenAiResponsesModel } from './wire/openaiResponses/openaiResponses.ts';
import { providerRecord } from './providers/providerList.ts';
import { chosenEffort } from './thinkingEffort.ts';
import { isLocal, keyVariableOf, toProviders, type Provider } from './providerSettings.ts';
import { withRetry } from './retry.ts';
import { searchesWeb } from './webSearch.ts';
import type { AdapterOptions } from './wire/wireStream.ts';
import { modelTexts } from '../base/texts/settingTexts.ts';

export type ProviderFailure = {
  readonly kind: 'unknown-provider' | 'unknown-model' | 'missing-key' | 'unreadable-key' | 'bad-id' | 'bad-settings';
  /** For the user: what is wrong and what to do. */
  readonly message: string;
};

export interface ResolveOptions {
  /** The setting `premove.providers`, not validated. */
  readonly providers: unknown;
  /**
   * Reads SecretStorage, then the environment (`keyVariableOf`). Rejects if SecretStorage fails, for example because
   * the keyring is locked.
   */
  getKey(provider: string): Promise<string | undefined>;
  /** The setting `premove.thinkingEffort`, by `<provider>/<model>`. */
  readonly thinkingEffort?: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly log: Log;
  readonly fetch?: typeof fetch;
  /**
   * Milliseconds to wait for the next byte. Default: five minutes for servers on this machine and for answers that are
   * requested as a whole, else 60 seconds.
   */
  readonly stallTimeout?: number;
  /** The providers whose record has no `wire`, by name: `tour`, `vscode`. */
  readonly special?: Readonly<Record<string, SpecialProvider>>;
}

/**
 * Resolves the `<model>` of `<provider>/<model>`. Must add retries if they are useful, because `resolveModel` does not.
 */
export type SpecialProvider = (model: string) => Promise<SpecialModel | ProviderFailure>;

export type SpecialModel = { readonly kind: 'model' } & ModelParts;

type ModelParts = Pick<
  SelectedModel,
  'chatModel' | 'contextWindow' | 'outputLimit' | 'isFree' | 'continuation' | 'effort' | 'searchesWeb'
>;

export type ResolvedModel = { readonly kind: 'model'; readonly model: SelectedModel } | ProviderFailure;

/**
 * Wraps the model in the retry policy, unless its provider is special. Never rejects: if a special provider rejects,
 * returns a failure. If `getKey` rejects, returns a failure too, unless the provider needs no key.
 */
export async function resolveModel(id: string, options: ResolveOptions): Promise<ResolvedModel> {
  const parsed = parseModelId(id);
  if (!parsed) {
    return { kind: 'bad-id', message: modelTexts.badId(id) };
  }
  const { provider: name, model } = parsed;
  const special = options.special && Object.hasOwn(options.special, name) ? options.special[name] : undefined;
  if (special) {
    try {
      const resolved = await special(model);
      return resolved.kind === 'model' ? toSelected(id, model, resolved) : resolved;
    } catch (error) {
      options.log.error(`The model ${id} could not be loaded`, error);
      return { kind: 'unknown-model', message: modelTexts.notLoaded(id) };
    }
  }
  const found = await findProvider(name, options);
  if (found.kind !== 'found') return found;
  const wire = withStreamSetting(found.provider, createWireModel(found.provider, found.key, options));
  const chatModel = withRetry(wire, { clock: options.clock, log: options.log });
  const outputLimit = outputLimitOf(model);
  const native = nativeContinuationOf(found.provider, model);
  const effort = chosenEffort(id.trim(), options.providers, options.thinkingEffort ?? {});
  return toSelected(id, model, {
    chatModel,
    ...(found.provider.contextWindow !== undefined && { contextWindow: found.provider.contextWindow }),
    ...(outputLimit !== undefined && { outputLimit }),
    ...(effort && { effort }),
    ...(isFree(found.provider) && { isFree: true }),
    ...(searchesWeb(found.provider, model) && { searchesWeb: true }),
    ...(native && { continuation: { form: native.form, endpoint: found.provider.baseUrl } }),
  });
}

/** If a provider needs no key, a key that cannot be read counts as no key. Never rejects. */
export async function findProvider(
  name: string,
  { providers: setting, getKey, log }: Pick<ResolveOptions, 'providers' | 'getKey' | 'log'>,
): Promise<{ kind: 'found'; provider: Provider; key: string | undefined } | ProviderFailure> {
  const { providers, problems } = toProviders(setting);
  const problem = problems.find((each) => each.name === name || each.name === null);
  if (problem) return { kind: 'bad-settings', message: problem.message };
  const provider = providers.find((candidate) => candidate.name === name);
  if (!provider) {
    return { kind: 'unknown-provider', message: modelTexts.unknownProvider(name) };
  }
  let key: string | undefined;
  try {
    key = (await getKey(name)) || undefined;
  } catch (error) {
    log.error(`The API key for ${name} could not be read`, error);
    if (needsKey(provider)) {
      return { kind: 'unreadable-key', message: modelTexts.unreadableKey(provider.label, keyVariableOf(name)) };
    }
  }
  if (key === undefined && needsKey(provider)) {
    return { kind: 'missing-key', message: modelTexts.missingKey(provider.label, keyVariableOf(name)) };
  }
  return { kind: 'found', provider, key };
}

export function toAdapterOptions(
  provider: Provider,
  key: string | undefined,
  { clock, fetch: send, stallTimeout }: Pick<ResolveOptions, 'clock' | 'fetch' | 'stallTimeout'>,
): AdapterOptions {
  const timeout = stallTimeout ?? (isLocal(provider.baseUrl) ? LOCAL_STALL_TIMEOUT : undefined);
  return {
    apiKey: key,
    baseUrl: provider.baseUrl,
    headers: provider.headers,
    clock,
    source: provider.kind === provider.name ? provider.kind : `${provider.kind}:${provider.name}`,
    ...(send && { fetch: send }),
    ...(timeout !== undefined && { stallTimeout: timeout }),
  };
}

/** Milliseconds. A server on this machine may load the model and read the whole prompt before its first byte. */
const LOCAL_STALL_TIMEOUT = 300_000;

function createWireModel(provider: Provider, key: string | undefined, options: ResolveOptions): ChatModel {
  const adapterOptions = toAdapterOptions(provider, key, options);
  switch (provider.kind) {
    case 'anthropic':
      return createAnthropicModel(adapterOptions);
    case 'openai':
      return createOpenAiResponsesModel(adapterOptions);
    case 'openai-chat':
      return createOpenAiChatModel({
        ...adapterOptions,
        dialect: dialectOf(provider),
        continuationOf: (model) => nativeContinuationOf(provider, model),
      });
    case 'gemini':
      return createGeminiModel(adapterOptions);
  }
}

function withStreamSetting({ stream }: Provider, model: ChatModel): ChatModel {
  if (stream !== false) return model;
  return { ...model, stream: (request, signal) => model.stream({ ...request, stream }, signal) };
}

function toSelected(id: string, name: string, parts: ModelParts): ResolvedModel {
  return { kind: 'model', model: { id: id.trim(), label: toLabel(id), name, ...parts } };
}

/** Only known local servers count, because another server on this machine may be a gateway to a paid one. */
function isFree({ name, baseUrl }: Provider): boolean {
  return providerRecord(name)?.localProbe !== undefined && isLocal(baseUrl);
}

function needsKey({ baseUrl, headers }: Provider): boolean {
  const isAuthorized = Object.keys(headers).some((header) =>
    /^(authorization|x-api-key|api-key|x-goog-api-key)$/i.test(header),
  );
  return !isAuthorized && !isLocal(baseUrl);
}
