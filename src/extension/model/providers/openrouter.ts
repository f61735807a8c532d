import type { ProviderRecord } from './providerRecord.ts';

export const openrouter: ProviderRecord = {
  name: 'openrouter',
  label: 'OpenRouter',
  wire: { kind: 'openai-chat', baseUrl: 'https://openrouter.ai/api/v1' },
  // The upstream model's rule: the dialect says for which models the cache is marked.
  prefix: { cache: 'marked', thinking: 'keep' },
  // https://openrouter.ai/docs/features/prompt-caching: other upstreams cache by themselves.
  dialect: { host: /(^|\.)openrouter\.ai$/, differences: { marksCacheOf: /^~?anthropic\// } },
  priceName: 'openrouter',
};
