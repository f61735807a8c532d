import type { ProviderRecord } from './providerRecord.ts';

export const openrouter: ProviderRecord = {
  name: 'openrouter',
  label: 'OpenRouter',
  wire: { kind: 'openai-chat', baseUrl: 'https://openrouter.ai/api/v1' },
  // The upstream's rule. Only requests to Anthropic's models carry marks (`marksCacheOf`).
  prefix: { cache: 'marked', thinking: 'keep' },
  // Other upstreams cache automatically: https://openrouter.ai/docs/features/prompt-caching
  dialect: { host: /(^|\.)openrouter\.ai$/, differences: { marksCacheOf: /^~?anthropic\// } },
  priceName: 'openrouter',
};
