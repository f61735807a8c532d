import * as z from 'zod/mini';
import { toDisplayText } from '../../shared/displayText.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import { createAnthropicModel } from './wire/anthropic/anthropic.ts';
import type { ChatModel, SelectedModel } from './chatModel.ts';
import { createGeminiModel } from './wire/gemini/gemini.ts';
import { createOpenAiChatModel } from './wire/openaiChat/openaiChat.ts';
import { dialectOf } from './wire/openaiChat/openaiChatDialect.ts';
import { createOpenAiResponsesModel } from './wire/openaiResponses/openaiResponses.ts';
import { withRetry } from './retry.ts';
import type { AdapterOptions } from './wire/wireStream.ts';

export const providerKindSchema = z.enum(['openai', 'openai-chat', 'anthropic', 'gemini']);
export type ProviderKind = z.infer<typeof providerKindSchema>;

/** An entry of the setting `premove.providers`. A known provider needs no `kind`; any other needs `kind` and `baseUrl`. */
const providerSchema = z.strictObject({
  kind: z.optional(providerKindSchema),
  baseUrl: z.optional(z.url({ protocol: /^https?$/ })),
  headers: z.optional(z.record(z.string(), z.string())),
});

export interface Provider {
  /** As in `<provider>/<model>`. */
  readonly name: string;
  readonly label: string;
  readonly kind: ProviderKind;
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
}

const KNOWN: readonly Provider[] = [
  known('openai', 'OpenAI', 'openai', 'https://api.openai.com/v1'),
  known('anthropic', 'Anthropic', 'anthropic', 'https://api.anthropic.com'),
  known('gemini', 'Google Gemini', 'gemini', 'https://generativelanguage.googleapis.com'),
  known('deepseek', 'DeepSeek', 'openai-chat', 'https://api.deepseek.com'),
  known('mistral', 'Mistral', 'openai-chat', 'https://api.mistral.ai/v1'),
  known('moonshot', 'Moonshot (Kimi)', 'openai-chat', 'https://api.moonshot.ai/v1'),
  known('dashscope', 'DashScope (Qwen)', 'openai-chat', 'https://dashscope.aliyuncs.com/compatible-mode/v1'),
  known('openrouter', 'OpenRouter', 'openai-chat', 'https://openrouter.ai/api/v1'),
  // By address: `localhost` may mean ::1, where these do not listen.
  known('ollama', 'Ollama', 'openai-chat', 'http://127.0.0.1:11434/v1'),
  known('lmstudio', 'LM Studio', 'openai-chat', 'http://127.0.0.1:1234/v1'),
  known('llamacpp', 'llama.cpp', 'openai-chat', 'http://127.0.0.1:8080/v1'),
];

/** Providers that are on no wire of ours: `resolveModel` finds them in `special`. */
const SPECIAL_LABELS: Readonly<Record<string, string>> = { tour: 'The tour', vscode: 'VS Code’s model' };

export const KNOWN_PROVIDER_NAMES: readonly string[] = KNOWN.map(({ name }) => name);

/** What people call a provider; its name where it is one of the setting's own. */
export function providerLabel(name: string): string {
  if (Object.hasOwn(SPECIAL_LABELS, name)) return SPECIAL_LABELS[name] ?? name;
  return KNOWN.find((provider) => provider.name === name)?.label ?? name;
}

export type ProviderFailure = {
  readonly kind: 'unknown-provider' | 'unknown-model' | 'missing-key' | 'bad-id' | 'bad-settings';
  /** One sentence for the user: what is wrong and what to do. */
  readonly message: string;
};

export interface ProviderList {
  /**
   * The known ones as the setting changes them, then the setting's own, in order. One whose entry is wrong is left out, a
   * known one too: what was meant for another address must not go to the usual one.
   */
  readonly providers: readonly Provider[];
  readonly problems: readonly ProviderProblem[];
}

export interface ProviderProblem {
  /** The entry that is wrong; null where the setting as a whole is, which leaves no provider. */
  readonly name: string | null;
  readonly message: string;
}

/** The providers that can be chosen. */
export function toProviders(setting: unknown): ProviderList {
  const entries = z.record(z.string(), z.unknown()).safeParse(setting ?? {});
  if (!entries.success)
    return { providers: [], problems: [{ name: null, message: describeIssue(entries.error, null) }] };
  const providers = new Map(KNOWN.map((provider) => [provider.name, provider]));
  const problems: ProviderProblem[] = [];
  for (const [name, entry] of Object.entries(entries.data)) {
    const provider = toProvider(name, entry);
    if (typeof provider !== 'string') {
      providers.set(name, provider);
      continue;
    }
    providers.delete(name);
    problems.push({ name, message: provider });
  }
  return { providers: [...providers.values()], problems };
}

/** An entry of the setting as a provider, or what is wrong with it. */
function toProvider(name: string, entry: unknown): Provider | string {
  const parsed = providerSchema.safeParse(entry);
  if (!parsed.success) return describeIssue(parsed.error, name);
  const usual = KNOWN.find((provider) => provider.name === name);
  if (usual) return { ...usual, ...withoutUndefined(parsed.data) };
  if (!/^[\w.-]+$/.test(name)) return `"${name}" in "premove.providers" is not a provider name.`;
  if (Object.hasOwn(SPECIAL_LABELS, name)) {
    return `"${name}" in "premove.providers" is taken: give your provider another name.`;
  }
  const { kind, baseUrl, headers = {} } = parsed.data;
  if (!kind || !baseUrl) return `"premove.providers" must give ${name} a "kind" and a "baseUrl".`;
  return { name, label: name, kind, baseUrl, headers };
}

/** What is wrong and how it must be, for people; the schema's own words say neither. */
function describeIssue(error: z.core.$ZodError, entry: string | null): string {
  const words = entry === null ? WRONG_SETTING : describeEntryIssue(toDisplayText(entry), error.issues[0]);
  return `In the setting "premove.providers", ${words}`;
}

const WRONG_SETTING = 'each provider must stand under its name: { "ollama": { "baseUrl": "http://…" } }.';

function describeEntryIssue(name: string, issue: z.core.$ZodIssue | undefined): string {
  const [field, header] = (issue?.path ?? []).map((key) => toDisplayText(String(key)));
  if (issue?.code === 'unrecognized_keys') {
    const keys = issue.keys.map((key) => `"${toDisplayText(key)}"`).join(', ');
    return `${name} has ${keys}, which means nothing here: a provider has "kind", "baseUrl" and "headers".`;
  }
  switch (field) {
    case 'kind':
      return `the "kind" of ${name} must be one of ${providerKindSchema.options.map((kind) => `"${kind}"`).join(', ')}.`;
    case 'baseUrl':
      return `the "baseUrl" of ${name} must be an address that begins with http:// or https://.`;
    case 'headers':
      return header === undefined
        ? `the "headers" of ${name} must be an object of names and texts.`
        : `the header "${header}" of ${name} must be a text.`;
    default:
      return `${name} must be an object with "kind", "baseUrl" and "headers".`;
  }
}

/** Splits `<provider>/<model>`; the model's name may hold slashes of its own. */
export function parseModelId(id: string): { readonly provider: string; readonly model: string } | undefined {
  const match = /^([^/\s]+)\/(\S.*)$/.exec(id.trim());
  return match?.[1] && match[2] ? { provider: match[1], model: match[2] } : undefined;
}

/** The environment variable that holds a provider's key where SecretStorage has none. */
export function keyVariableOf(provider: string): string {
  return `${provider.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}_API_KEY`;
}

/** The variables of the known providers and of those that `premove.providers` names, be it right or not. */
export function keyVariablesOf(setting: unknown): string[] {
  const own = setting !== null && typeof setting === 'object' ? Object.keys(setting) : [];
  return [...new Set([...KNOWN_PROVIDER_NAMES, ...own])].map(keyVariableOf);
}

export interface ResolveOptions {
  /** The setting `premove.providers` as it was read. */
  readonly providers: unknown;
  /** SecretStorage, else the environment (`keyVariableOf`). */
  getKey(provider: string): Promise<string | undefined>;
  readonly clock: Clock;
  readonly log: Log;
  readonly fetch?: typeof fetch;
  /** Milliseconds without a byte. Where not given: 60 s, and five minutes for servers on this machine. */
  readonly stallTimeout?: number;
  /** Providers that are not on any wire, by name: `tour`, `vscode`. */
  readonly special?: Readonly<Record<string, SpecialProvider>>;
}

/** Finds one of its models by the name in `<provider>/<model>`. Retries, where they make sense, are its own affair. */
export type SpecialProvider = (model: string) => Promise<SpecialModel | ProviderFailure>;

export type SpecialModel = { readonly kind: 'model' } & Made;

type Made = Pick<SelectedModel, 'chatModel' | 'contextWindow' | 'isFree'>;

export type ResolvedModel = { readonly kind: 'model'; readonly model: SelectedModel } | ProviderFailure;

/** Makes `<provider>/<model>` into a model that can be asked, with the retry policy around it. */
export async function resolveModel(id: string, options: ResolveOptions): Promise<ResolvedModel> {
  const parsed = parseModelId(id);
  if (!parsed) {
    return { kind: 'bad-id', message: `"${id}" is not a model: it must be "<provider>/<model>".` };
  }
  const { provider: name, model } = parsed;
  const special = options.special && Object.hasOwn(options.special, name) ? options.special[name] : undefined;
  if (special) {
    const resolved = await special(model);
    return resolved.kind === 'model' ? toSelected(id, model, resolved) : resolved;
  }
  const found = await findProvider(name, options);
  if (found.kind !== 'found') return found;
  const wire = createWireModel(found.provider, found.key, options);
  const chatModel = withRetry(wire, { clock: options.clock, log: options.log });
  return toSelected(id, model, { chatModel, ...(isFree(found.provider) && { isFree: true }) });
}

/** A provider with its key, where it needs one and there is one. */
export async function findProvider(
  name: string,
  { providers: setting, getKey }: Pick<ResolveOptions, 'providers' | 'getKey'>,
): Promise<{ kind: 'found'; provider: Provider; key: string | undefined } | ProviderFailure> {
  const { providers, problems } = toProviders(setting);
  const problem = problems.find((each) => each.name === name || each.name === null);
  if (problem) return { kind: 'bad-settings', message: problem.message };
  const provider = providers.find((candidate) => candidate.name === name);
  if (!provider) {
    const message = `There is no provider "${name}". Add it to "premove.providers", or choose another model.`;
    return { kind: 'unknown-provider', message };
  }
  const key = (await getKey(name)) || undefined;
  if (key === undefined && needsKey(provider)) {
    const message = `${provider.label} needs an API key. Run "Premove: Set API Key", or set ${keyVariableOf(name)}.`;
    return { kind: 'missing-key', message };
  }
  return { kind: 'found', provider, key };
}

/** What both the adapters and the list of models need to reach a provider. */
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

/** Milliseconds. A model on this machine is loaded and reads the whole prompt before its first byte. */
const LOCAL_STALL_TIMEOUT = 300_000;

function createWireModel(provider: Provider, key: string | undefined, options: ResolveOptions): ChatModel {
  const adapterOptions = toAdapterOptions(provider, key, options);
  switch (provider.kind) {
    case 'anthropic':
      return createAnthropicModel(adapterOptions);
    case 'openai':
      return createOpenAiResponsesModel(adapterOptions);
    case 'openai-chat':
      return createOpenAiChatModel({ ...adapterOptions, dialect: dialectOf(provider) });
    case 'gemini':
      return createGeminiModel(adapterOptions);
  }
}

function toSelected(id: string, name: string, made: Made): ResolvedModel {
  const { chatModel, contextWindow, isFree } = made;
  const known = { ...(contextWindow !== undefined && { contextWindow }), ...(isFree && { isFree }) };
  return { kind: 'model', model: { id: id.trim(), label: toLabel(id), name, chatModel, ...known } };
}

/** Another server on this machine may well be a gateway to one that charges. */
const OWN_SERVERS = ['ollama', 'lmstudio', 'llamacpp'];

function isFree({ name, baseUrl }: Provider): boolean {
  return OWN_SERVERS.includes(name) && isLocal(baseUrl);
}

/** What people are shown of `<provider>/<model>`: the model's name as its list has it, without the vendor of VS Code's. */
export function toLabel(id: string): string {
  const parsed = parseModelId(id);
  if (!parsed) return id;
  const { provider, model } = parsed;
  return (provider === 'vscode' && model.split('/').slice(1).join('/')) || model;
}

function needsKey({ baseUrl, headers }: Provider): boolean {
  const isAuthorized = Object.keys(headers).some((header) =>
    /^(authorization|x-api-key|api-key|x-goog-api-key)$/i.test(header),
  );
  return !isAuthorized && !isLocal(baseUrl);
}

/** Whether an address is plainly this machine's. */
export function isLocal(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

function known(name: string, label: string, kind: ProviderKind, baseUrl: string): Provider {
  return { name, label, kind, baseUrl, headers: {} };
}

type Given = z.infer<typeof providerSchema>;

function withoutUndefined(given: Given | undefined): Partial<Pick<Provider, 'kind' | 'baseUrl' | 'headers'>> {
  const { kind, baseUrl, headers } = given ?? {};
  return { ...(kind && { kind }), ...(baseUrl && { baseUrl }), ...(headers && { headers }) };
}
