import * as z from 'zod/mini';
import { toDisplayText } from '../../shared/displayText.ts';
import { PROVIDERS, providerRecord } from './providers/providerList.ts';
import { NATIVE_FORMS, PROVIDER_KINDS, type NativeForm, type ProviderKind } from './providers/providerRecord.ts';
import { providerTexts } from '../base/texts/settingTexts.ts';

/**
 * An entry of the setting `premove.providers`. All fields are optional for a known provider. Any other provider needs
 * `kind` and `baseUrl`.
 */
const providerSchema = z.strictObject({
  kind: z.optional(z.enum(PROVIDER_KINDS)),
  baseUrl: z.optional(z.url({ protocol: /^https?$/ })),
  headers: z.optional(z.record(z.string(), z.string())),
  continuation: z.optional(z.enum([...NATIVE_FORMS, 'guided'])),
  stream: z.optional(z.boolean()),
  contextWindow: z.optional(z.int().check(z.minimum(1_000))),
});

export interface Provider {
  /** As in `<provider>/<model>`. */
  readonly name: string;
  readonly label: string;
  readonly kind: ProviderKind;
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** How the server continues a text, as set by the user. `guided`: a message asks the model to continue. */
  readonly continuation?: NativeForm | 'guided';
  /** `false`: answers are requested as a whole, for a server or a proxy that cannot stream. */
  readonly stream?: boolean;
  /** Tokens; missing if the user has not set it. */
  readonly contextWindow?: number;
}

/** The known providers, before the setting changes them. */
const KNOWN: readonly Provider[] = PROVIDERS.flatMap(({ name, label, wire }) =>
  wire ? [{ name, label, kind: wire.kind, baseUrl: wire.baseUrl, headers: {} }] : [],
);

export const KNOWN_PROVIDER_NAMES: readonly string[] = KNOWN.map(({ name }) => name);

export interface ProviderList {
  /**
   * The known providers as changed by the setting, then those that only the setting defines, in order. A provider with
   * an invalid entry is left out, even a known one, because the entry may have been meant to change the address.
   */
  readonly providers: readonly Provider[];
  readonly problems: readonly ProviderProblem[];
}

export interface ProviderProblem {
  /** Null if the whole setting is invalid, in which case there are no providers. */
  readonly name: string | null;
  readonly message: string;
}

/** Reads the setting `premove.providers`. */
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

/** A text result says what is wrong. */
function toProvider(name: string, entry: unknown): Provider | string {
  const parsed = providerSchema.safeParse(entry);
  if (!parsed.success) return describeIssue(parsed.error, name);
  const usual = KNOWN.find((provider) => provider.name === name);
  if (usual) return checkContinuation({ ...usual, ...withoutUndefined(parsed.data) });
  if (!/^[\w.-]+$/.test(name)) return providerTexts.badName(name);
  if (providerRecord(name)) return providerTexts.nameTaken(name);
  const { kind, baseUrl } = parsed.data;
  if (!kind || !baseUrl) return providerTexts.incomplete(name);
  return checkContinuation({ name, label: name, kind, baseUrl, headers: {}, ...withoutUndefined(parsed.data) });
}

/** Returns a message for the user if the provider's wire does not have the chosen form of continuation. */
function checkContinuation(provider: Provider): Provider | string {
  const { name, kind, continuation = 'guided' } = provider;
  const accepted: readonly NativeForm[] = {
    'openai-chat': NATIVE_FORMS,
    anthropic: TRAILING,
    gemini: TRAILING,
    openai: [],
  }[kind];
  const isKnown = continuation === 'guided' || accepted.includes(continuation);
  return isKnown ? provider : providerTexts.badContinuation(name, toNames([...accepted, 'guided']));
}

const TRAILING: readonly NativeForm[] = ['trailing'];

function toNames(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

/** The schema's own messages do not name the allowed values. `entry`: null if the whole setting is invalid. */
function describeIssue(error: z.core.$ZodError, entry: string | null): string {
  return entry === null ? providerTexts.notByName() : describeEntryIssue(toDisplayText(entry), error.issues[0]);
}

function describeEntryIssue(name: string, issue: z.core.$ZodIssue | undefined): string {
  const [field, header] = (issue?.path ?? []).map((key) => toDisplayText(String(key)));
  if (issue?.code === 'unrecognized_keys') {
    return providerTexts.unknownKeys(name, toNames(issue.keys.map(toDisplayText)));
  }
  switch (field) {
    case 'kind':
      return providerTexts.badKind(name, toNames(PROVIDER_KINDS));
    case 'baseUrl':
      return providerTexts.badBaseUrl(name);
    case 'headers':
      return header === undefined ? providerTexts.badHeaders(name) : providerTexts.badHeader(name, header);
    case 'stream':
      return providerTexts.badStream(name);
    case 'contextWindow':
      return providerTexts.badContextWindow(name);
    case 'continuation':
      return providerTexts.badContinuation(name, toNames([...NATIVE_FORMS, 'guided']));
    default:
      return providerTexts.notAnObject(name);
  }
}

/** The environment variable that holds a provider's key if SecretStorage has no key. */
export function keyVariableOf(provider: string): string {
  return `${provider.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}_API_KEY`;
}

/** Includes the variables of invalid entries. */
export function keyVariablesOf(setting: unknown): string[] {
  const own = setting !== null && typeof setting === 'object' ? Object.keys(setting) : [];
  return [...new Set([...KNOWN_PROVIDER_NAMES, ...own])].map(keyVariableOf);
}

export function isLocal(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

type Given = z.infer<typeof providerSchema>;

function withoutUndefined(given: Given): Partial<Omit<Provider, 'name' | 'label'>> {
  const { kind, baseUrl, headers, continuation, stream, contextWindow } = given;
  return {
    ...(kind && { kind }),
    ...(baseUrl && { baseUrl }),
    ...(headers && { headers }),
    ...(continuation && { continuation }),
    ...(stream !== undefined && { stream }),
    ...(contextWindow !== undefined && { contextWindow }),
  };
}
