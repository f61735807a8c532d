/** The wire formats that the setting `premove.providers` can name. */
export const PROVIDER_KINDS = ['openai', 'openai-chat', 'anthropic', 'gemini'] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

/** All of Premove's data about one provider. */
export interface ProviderRecord {
  /** As in `<provider>/<model>`. `keyVariableOf` derives the key's environment variable from it. */
  readonly name: string;
  readonly label: string;
  /** The wire format and address. Missing for a provider that `resolveModel` gets in its option `special`. */
  readonly wire?: { readonly kind: ProviderKind; readonly baseUrl: string };
  readonly prefix: PrefixRule;
  /**
   * How the provider's Chat Completions API differs from the defaults in `openaiChatDialect.ts`. The differences are
   * looked up by host, then by the provider's name. They therefore also apply to another name for the same host, and to
   * a proxy under the same name.
   */
  readonly dialect?: { readonly host: RegExp; readonly differences: Partial<OpenAiChatDialect> };
  /** The models whose answers the provider's own server can continue. The first matching row wins. */
  readonly continuation?: readonly ContinuationRow[];
  /** The models with which the provider's own server searches the web. Missing if there are none. */
  readonly searchesWeb?: RegExp;
  /** The provider's name in the price table. Missing if the table does not have the provider or its prices. */
  readonly priceName?: string;
  /** Models that the picker offers if the provider's list cannot be read. Only a few, because models get outdated. */
  readonly suggestedModels?: readonly string[];
  /**
   * Recognizes the provider's server. Only for servers that can run on the user's machine. At a local address, their
   * models cost nothing.
   */
  readonly localProbe?: LocalProbe;
  /** Converts a model's name to the name that users see. If missing, users see the name itself. */
  readonly modelLabel?: (model: string) => string;
}

/**
 * How a server is asked to continue the assistant message at the end of a request. `prefix` and `partial`: by the field
 * of this name in the message. `trailing`: by the message alone. `continue-final-message`: by two fields of the
 * request, as in vLLM and SGLang.
 */
export const NATIVE_FORMS = ['prefix', 'partial', 'trailing', 'continue-final-message'] as const;
export type NativeForm = (typeof NATIVE_FORMS)[number];

export interface ContinuationRow {
  readonly models: RegExp;
  readonly form: NativeForm;
  /** The path of the address that accepts the form, if other requests use another path. */
  readonly path?: string;
}

/** How a provider's prefix cache works. Source: the vendors' pages on caching. */
export interface PrefixRule {
  /**
   * `marked`: the cached part ends at marks in the request. A fork keeps its parent's marks in place. `automatic`: the
   * provider finds the longest cached prefix by itself. `none`: there is no cache to share.
   */
  readonly cache: 'marked' | 'automatic' | 'none';
  /**
   * Whether a fork (a suggestion or a speculation) keeps its parent's thinking setting or turns thinking off. `off`
   * requires that turning thinking off does not change the prefix. Anthropic drops the cached messages when thinking
   * changes, and OpenAI counts the reasoning effort as part of the prefix.
   */
  readonly thinking: 'keep' | 'off';
  /** The shortest time that the cache is kept after a request; missing if the vendor does not document it. */
  readonly cacheMinutes?: number;
}

/** The differences between servers with the Chat Completions API. */
export interface OpenAiChatDialect {
  readonly outputLimit: 'max_tokens' | 'max_completion_tokens';
  /** Whether `prompt_cache_key` may be sent. */
  readonly acceptsCacheKey: boolean;
  /** Whether usage in a stream must be requested. Mistral always sends it, and refuses the field that requests it. */
  readonly requestsUsage: boolean;
  /** How the answer's schema is sent. `json_object` requests any JSON object, so the prompt must state the schema. */
  readonly answerFormat: 'json_schema' | 'json_object';
  /** Matches models whose cache needs marks on messages; `ModelRequest.cacheAnchors` lists the messages. */
  readonly marksCacheOf: RegExp | undefined;
  /** Whether the last tool gets a cache mark as well. */
  readonly marksTools: boolean;
  /** Mistral accepts only ids of exactly nine letters and digits. */
  readonly callIds: 'any' | 'nine-characters';
  /**
   * Whether to insert an assistant message between tool results and a user's message. Mistral refuses a user's message
   * directly after tool results.
   */
  readonly insertsAssistantMessage: boolean;
  /** Whether reasoning is sent back as `reasoning_content`. Mistral refuses the field. */
  readonly acceptsReasoning: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Recognizes a server by responses that only this kind of server gives, because any program may listen on a port such
 * as 8080. Resolves to the names of the server's models (empty while the server loads one); undefined for another
 * server.
 */
export type LocalProbe = (get: GetJson) => Promise<string[] | undefined>;

/**
 * Gets a path from the server. Undefined if the request fails, for example because no server listens at the address.
 */
export type GetJson = (path: string) => Promise<JsonAnswer | undefined>;

export interface JsonAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined if the response is not JSON or is too long. */
  readonly json: unknown;
}
