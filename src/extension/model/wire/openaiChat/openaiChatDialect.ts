/**
 * Where servers that speak Chat Completions differ, as data: one row a provider, found by its name in the
 * settings or by its host, so that a proxy keeps the name's dialect and another name for the same host gets
 * it as well.
 */
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

const PLAIN: OpenAiChatDialect = {
  outputLimit: 'max_tokens',
  takesCacheKey: false,
  asksForUsage: true,
  answerFormat: 'json_schema',
  marksCacheOf: undefined,
  marksTools: false,
  callIds: 'any',
  bridgesResults: false,
  takesReasoning: true,
  headers: {},
};

interface DialectRow {
  readonly name: string;
  readonly host: RegExp;
  readonly dialect: Partial<OpenAiChatDialect>;
}

const ROWS: readonly DialectRow[] = [
  {
    name: 'openai',
    host: /(^|\.)openai\.(com|azure\.com)$/,
    dialect: { outputLimit: 'max_completion_tokens', takesCacheKey: true },
  },
  { name: 'deepseek', host: /(^|\.)deepseek\.com$/, dialect: { answerFormat: 'json_object' } },
  { name: 'moonshot', host: /(^|\.)moonshot\.(ai|cn)$/, dialect: { answerFormat: 'json_object' } },
  {
    name: 'mistral',
    host: /(^|\.)mistral\.ai$/,
    dialect: { asksForUsage: false, callIds: 'nine-characters', bridgesResults: true, takesReasoning: false },
  },
  {
    name: 'dashscope',
    host: /^dashscope[\w-]*\.aliyuncs\.com$/,
    dialect: {
      answerFormat: 'json_object',
      marksCacheOf: /^/,
      marksTools: true,
      headers: { 'X-DashScope-CacheControl': 'enable' },
    },
  },
  // https://openrouter.ai/docs/features/prompt-caching: other upstreams cache by themselves.
  { name: 'openrouter', host: /(^|\.)openrouter\.ai$/, dialect: { marksCacheOf: /^~?anthropic\// } },
];

export function dialectOf({ name, baseUrl }: { readonly name: string; readonly baseUrl: string }): OpenAiChatDialect {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : '';
  const row = ROWS.find((candidate) => candidate.host.test(host)) ?? ROWS.find((candidate) => candidate.name === name);
  return { ...PLAIN, ...row?.dialect };
}
