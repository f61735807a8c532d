/**
 * What a provider's prefix cache compares, as data: one row a provider, found by its name in the settings, and one for
 * all others. `wiresPrefix.test.ts` compares the bytes that go out. Sources are the vendors' own pages on caching.
 */
export interface PrefixRule {
  /**
   * `marked`: what is cached ends at marks in the request, which a fork keeps where its parent set them. `automatic`:
   * the provider finds the longest beginning that it knows by itself. `none`: nothing is shared with anybody.
   */
  readonly cache: 'marked' | 'automatic' | 'none';
  /**
   * Whether a fork, be it a suggestion's or a speculation's, keeps its parent's thinking: `off` only where switching it
   * off loses nothing of the prefix. (Seed 000 always switches it off and takes that for safe; Anthropic drops the cached
   * messages then, and at OpenAI the reasoning effort is a part of the prefix.)
   */
  readonly thinking: 'keep' | 'off';
}

interface PrefixRow extends PrefixRule {
  readonly provider: string;
}

const ROWS: readonly PrefixRow[] = [
  // https://platform.claude.com/docs/en/build-with-claude/prompt-caching: thinking and tool_choice lose the messages.
  { provider: 'anthropic', cache: 'marked', thinking: 'keep' },
  { provider: 'openai', cache: 'automatic', thinking: 'keep' },
  { provider: 'gemini', cache: 'automatic', thinking: 'keep' },
  // A fork must begin with the whole of its parent's request.
  { provider: 'deepseek', cache: 'automatic', thinking: 'keep' },
  { provider: 'moonshot', cache: 'automatic', thinking: 'keep' },
  // Marked where the header X-DashScope-CacheControl says so.
  { provider: 'dashscope', cache: 'marked', thinking: 'keep' },
  { provider: 'mistral', cache: 'automatic', thinking: 'keep' },
  // The upstream model's rule: what it marks for is in the wire's dialect.
  { provider: 'openrouter', cache: 'marked', thinking: 'keep' },
  // What VS Code lends has neither a switch for thoughts nor a cache that we could see; the tour is a script.
  { provider: 'vscode', cache: 'none', thinking: 'off' },
  { provider: 'tour', cache: 'none', thinking: 'off' },
];

/** Servers on this machine, and those of the user's own: nobody knows better than that everything counts. */
const CAREFUL: PrefixRule = { cache: 'automatic', thinking: 'keep' };

/** The rule for `<provider>/<model>`. */
export function prefixRuleOf(modelId: string): PrefixRule {
  const provider = modelId.slice(0, modelId.indexOf('/'));
  return ROWS.find((row) => row.provider === provider) ?? CAREFUL;
}
