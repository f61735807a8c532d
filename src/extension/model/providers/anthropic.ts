import type { ProviderRecord } from './providerRecord.ts';

export const anthropic: ProviderRecord = {
  name: 'anthropic',
  label: 'Anthropic',
  wire: { kind: 'anthropic', baseUrl: 'https://api.anthropic.com' },
  // `keep`, because changing thinking or tool_choice drops the cached messages:
  // https://platform.claude.com/docs/en/build-with-claude/prompt-caching
  prefix: { cache: 'marked', thinking: 'keep' },
  priceName: 'anthropic',
  suggestedModels: ['claude-opus-5', 'claude-sonnet-5', 'claude-haiku-4-5'],
};
