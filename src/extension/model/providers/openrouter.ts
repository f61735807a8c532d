import type { ProviderRecord } from './providerRecord.ts';

export const openrouter: ProviderRecord = {
  name: 'openrouter',
  label: 'OpenRouter',
  wire: { kind: 'openai-chat', baseUrl: 'https://openrouter.ai/api/v1' },
  // The same rule as for Anthropic, whose models need cache marks. Requests to other models carry no marks
  // (`marksCacheOf`), because their providers cache automatically: https://openrouter.ai/docs/features/prompt-caching
  prefix: { cache: 'marked', thinking: 'keep' },
  dialect: { host: /(^|\.)openrouter\.ai$/, differences: { marksCacheOf: /^~?anthropic\// } },
  priceName: 'openrouter',
};
