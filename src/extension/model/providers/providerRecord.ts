/** A wire format that the setting `premove.providers` can name. */
export const PROVIDER_KINDS = ['openai', 'openai-chat', 'anthropic', 'gemini'] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

/** Everything that the product knows of one provider, as data. */
export interface ProviderRecord {
  /** As in `<provider>/<model>`. `keyVariableOf` makes it into the name of the key's variable. */
  readonly name: string;
  readonly label: string;
  /** How it is reached; missing for a provider that is on no wire of ours, for which `resolveModel` has `special`. */
  readonly wire?: { readonly kind: ProviderKind; readonly baseUrl: string };
  readonly prefix: PrefixRule;
  /**
   * How its Chat Completions differ from the plain ones. It is found by the provider's name or by its host, so that a
   * proxy keeps the name's dialect and another name for the same host has it as well.
   */
  readonly dialect?: { readonly host: RegExp; readonly differences: Partial<OpenAiChatDialect> };
  /** Its name in the table of prices; missing if it is not there, or has no price. */
  readonly priceName?: string;
  /** Models that the picker offers if the provider's list cannot be read. Few, because they age. */
  readonly suggestedModels?: readonly string[];
  /** Marks a server that runs on the user's machine, and is free there. */
  readonly local?: LocalProbe;
  /** A model's name as people are shown it; the name itself if missing. */
  readonly modelLabel?: (model: string) => string;
}

/** What a provider's prefix cache compares. Sources are the vendors' own pages on caching. */
export interface PrefixRule {
  /**
   * `marked`: what is cached ends at marks in the request, which a fork keeps where its parent set them. `automatic`:
   * the provider finds the longest beginning that it knows by itself. `none`: there is no cache to share.
   */
  readonly cache: 'marked' | 'automatic' | 'none';
  /**
   * Whether a fork, be it a suggestion's or a speculation's, keeps its parent's thinking: `off` only if switching it off
   * loses nothing of the prefix. (Seed 000 always switches it off and takes that for safe; Anthropic drops the cached
   * messages then, and at OpenAI the reasoning effort is a part of the prefix.)
   */
  readonly thinking: 'keep' | 'off';
}

/** Where servers that speak Chat Completions differ. */
export interface OpenAiChatDialect {
  readonly outputLimit: 'max_tokens' | 'max_completion_tokens';
  /** Whether `prompt_cache_key` may be sent. */
  readonly takesCacheKey: boolean;
  /** Whether usage in a stream must be asked for. Mistral sends it anyway and refuses the question. */
  readonly asksForUsage: boolean;
  /**
   * How a whole answer is held to a schema. `json_object` asks for any JSON: the prompt must name the schema.
   */
  readonly answerFormat: 'json_schema' | 'json_object';
  /** Models whose cache wants marks on messages; the anchors of the request say where. */
  readonly marksCacheOf: RegExp | undefined;
  /** Whether the last tool is marked as well. */
  readonly marksTools: boolean;
  /** Mistral takes ids of exactly nine letters and digits. */
  readonly callIds: 'any' | 'nine-characters';
  /** Mistral refuses a user's message right behind a tool's. */
  readonly bridgesResults: boolean;
  /** Whether reasoning goes back as `reasoning_content`. Mistral refuses the field. */
  readonly takesReasoning: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Recognises a server by answers that only it gives, because anything may listen on a port like 8080. Resolves to the
 * names of its models, none while it loads one; undefined if it is another server.
 */
export type LocalProbe = (get: GetJson) => Promise<string[] | undefined>;

/** Gets a path of the server. Undefined if nothing answers, or if the answer does not end in sight. */
export type GetJson = (path: string) => Promise<JsonAnswer | undefined>;

export interface JsonAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined if the answer is no JSON. */
  readonly json: unknown;
}
