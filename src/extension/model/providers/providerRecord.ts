/** A wire format that the setting `premove.providers` can name. */
export const PROVIDER_KINDS = ['openai', 'openai-chat', 'anthropic', 'gemini'] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

/** The product's whole knowledge of one provider, as data. */
export interface ProviderRecord {
  /** As in `<provider>/<model>`. `keyVariableOf` derives the key's environment variable from it. */
  readonly name: string;
  readonly label: string;
  /** The wire format and address. Missing for a provider that `resolveModel` gets as `special`. */
  readonly wire?: { readonly kind: ProviderKind; readonly baseUrl: string };
  readonly prefix: PrefixRule;
  /**
   * The differences of the provider's Chat Completions. They are found by the provider's host or by its name, so they
   * also apply to a proxy under the same name, and to another name for the same host.
   */
  readonly dialect?: { readonly host: RegExp; readonly differences: Partial<OpenAiChatDialect> };
  /** The provider's name in the price table; missing if the provider is not in it, or has no price. */
  readonly priceName?: string;
  /** Models that the picker offers if the provider's list cannot be read. Few, because they age. */
  readonly suggestedModels?: readonly string[];
  /** For a server that can run on the user's machine, where it is free. */
  readonly local?: LocalProbe;
  /** Converts a model's name to the one that users see. If missing, they see the name itself. */
  readonly modelLabel?: (model: string) => string;
}

/** How a provider's prefix cache works. Source: the vendors' pages on caching. */
export interface PrefixRule {
  /**
   * `marked`: the cached part ends at marks in the request, which a fork keeps in its parent's places. `automatic`: the
   * provider finds the longest cached prefix by itself. `none`: there is no cache to share.
   */
  readonly cache: 'marked' | 'automatic' | 'none';
  /**
   * Whether a fork (a suggestion or a speculation) keeps its parent's thinking setting. `off` only if switching
   * thinking off does not change the prefix. (Seed 000 always switches it off. But Anthropic then drops the cached
   * messages, and at OpenAI the reasoning effort is a part of the prefix.)
   */
  readonly thinking: 'keep' | 'off';
}

/** The differences between servers that speak Chat Completions. */
export interface OpenAiChatDialect {
  readonly outputLimit: 'max_tokens' | 'max_completion_tokens';
  /** Whether `prompt_cache_key` may be sent. */
  readonly takesCacheKey: boolean;
  /** Whether usage in a stream must be requested. Mistral always sends it, and refuses the field that requests it. */
  readonly asksForUsage: boolean;
  /**
   * How a schema for the answer is sent. `json_object` requests any JSON object, so the prompt must name the schema.
   */
  readonly answerFormat: 'json_schema' | 'json_object';
  /** Models whose cache needs marks on messages. `ModelRequest.cacheAnchors` gives the messages. */
  readonly marksCacheOf: RegExp | undefined;
  /** Whether the last tool gets a cache mark as well. */
  readonly marksTools: boolean;
  /** Mistral accepts only ids of exactly nine letters and digits. */
  readonly callIds: 'any' | 'nine-characters';
  /**
   * Whether to insert an answer between a tool's message and a user's. Mistral refuses a user's message after a tool's.
   */
  readonly bridgesResults: boolean;
  /** Whether reasoning is sent back as `reasoning_content`. Mistral refuses the field. */
  readonly takesReasoning: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Recognizes a server by responses that only this kind of server gives, because any program may listen on a port like
 * 8080. Resolves to the names of the server's models (an empty list while it loads one), or undefined for another
 * server.
 */
export type LocalProbe = (get: GetJson) => Promise<string[] | undefined>;

/** Gets a path from the server. Undefined if nothing responds, or if the response is too long. */
export type GetJson = (path: string) => Promise<JsonAnswer | undefined>;

export interface JsonAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined if the response is not JSON. */
  readonly json: unknown;
}
