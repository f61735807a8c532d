import type { ProviderRecord } from './providerRecord.ts';

export const anthropic: ProviderRecord = {
  name: 'anthropic',
  label: 'Anthropic',
  wire: { kind: 'anthropic', baseUrl: 'https://api.anthropic.com' },
  // `keep`, because changing thinking or tool_choice drops the cached messages:
  // https://platform.claude.com/docs/en/build-with-claude/prompt-caching
  prefix: { cache: 'marked', thinking: 'keep', cacheMinutes: 5 },
  // Claude 4.6 and later answer a trailing assistant message with status 400.
  continuation: [{ models: /^claude-(3-|(opus|sonnet|haiku)-4(-[15])?(-\d{8})?$)/, form: 'trailing' }],
  // https://platform.claude.com/docs/en/agents-and-tools/tool-use/web-search-tool
  searchesWeb: /^claude-(?!2|instant|3-(opus|sonnet|haiku))/,
  priceName: 'anthropic',
  suggestedModels: ['claude-opus-5', 'claude-sonnet-5', 'claude-haiku-4-5'],
};
