/** The wire formats that the setting `premove.providers` can name. */
export const PROVIDER_KINDS = ['openai', 'openai-chat', 'anthropic', 'gemini'] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

/** All of Premove's data about one provider. */
export interface ProviderRecord {
  /** As in `<provider>/<model>`. The name of the key's environment variable derives from it (`keyVariableOf`). */
  readonly name: string;
  readonly label: string;
  /** Missing for a provider that `resolveModel` gets in its option `special`. */
  readonly wire?: { readonly kind: ProviderKind; readonly baseUrl: string };
  readonly prefix: PrefixRule;
  /**
   * Differences from the defaults in `openaiChatDialect.ts`. They are found by host, then by name, so they also apply
   * to a proxy under the same name.
   */
  readonly dialect?: { readonly host: RegExp; readonly differences: Partial<OpenAiChatDialect> };
  /** Models whose answers the provider's own server can continue. The first matching row wins. */
  readonly continuation?: readonly ContinuationRow[];
  /** Models with which the provider's own server searches the web. */
  readonly searchesWeb?: RegExp;
  /** The name in the price table; missing if the table lacks the provider or its prices. */
  readonly priceName?: string;
  /** Offered if the provider's list cannot be read. Only a few, because models get outdated. */
  readonly suggestedModels?: readonly string[];
  /** Only for servers that can run on the user's machine. At a local address, their models cost nothing. */
  readonly localProbe?: LocalProbe;
  readonly modelLabel?: (model: string) => string;
}

/**
 * How a request asks to continue its last assistant message. `prefix` and `partial`: by the message's field of this
 * name. `trailing`: by the message alone. `continue-final-message`: by two fields of the request, as in vLLM and
 * SGLang.
 */
export const NATIVE_FORMS = ['prefix', 'partial', 'trailing', 'continue-final-message'] as const;
export type NativeForm = (typeof NATIVE_FORMS)[number];

export interface ContinuationRow {
  readonly models: RegExp;
  readonly form: NativeForm;
  /** The path for the form, if other requests use another path. */
  readonly path?: string;
}

/** How a provider's prefix cache works. Source: the vendors' pages on caching. */
export interface PrefixRule {
  /**
   * `marked`: the cached part ends at marks in the request. A fork keeps its parent's marks in place. `automatic`: the
   * provider finds the longest cached prefix by itself.
   */
  readonly cache: 'marked' | 'automatic' | 'none';
  /**
   * Whether a fork keeps its parent's thinking setting or turns thinking off. `off` requires that turning thinking off
   * does not change the prefix. Anthropic drops the cached messages when thinking changes, and OpenAI's prefix includes
   * the reasoning effort.
   */
  readonly thinking: 'keep' | 'off';
  /** The shortest time that the cache is kept; missing if the vendor does not document it. */
  readonly cacheMinutes?: number;
}

export interface OpenAiChatDialect {
  readonly outputLimit: 'max_tokens' | 'max_completion_tokens';
  readonly acceptsCacheKey: boolean;
  /** Mistral always sends usage in a stream, and refuses the field that requests it. */
  readonly requestsUsage: boolean;
  /** `json_object` requests any JSON object, so the prompt must state the schema. */
  readonly answerFormat: 'json_schema' | 'json_object';
  /** Models whose cache needs marks on the messages of `ModelRequest.cacheAnchors`. */
  readonly marksCacheOf: RegExp | undefined;
  /** Whether the last tool gets a cache mark as well. */
  readonly marksTools: boolean;
  /** Mistral accepts only ids of exactly nine letters and digits. */
  readonly callIds: 'any' | 'nine-characters';
  /** Mistral refuses a user's message directly after tool results. */
  readonly insertsAssistantMessage: boolean;
  /** Whether reasoning is sent back as `reasoning_content`. Mistral refuses the field. */
  readonly acceptsReasoning: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Recognizes a server by responses that only this kind of server gives, because any program may listen on a port such
 * as 8080. Resolves to the names of the server's models, empty while the server loads one; undefined for another
 * server.
 */
export type LocalProbe = (get: GetJson) => Promise<string[] | undefined>;

/** Undefined if the request fails. */
export type GetJson = (path: string) => Promise<JsonResponse | undefined>;

export interface JsonResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined if the response is not JSON or is too long. */
  readonly json: unknown;
}
