import type { ProviderRecord } from './providerRecord.ts';

export const openai: ProviderRecord = {
  name: 'openai',
  label: 'OpenAI',
  wire: { kind: 'openai', baseUrl: 'https://api.openai.com/v1' },
  // The cache is kept for 5 to 10 minutes after a request: https://platform.openai.com/docs/guides/prompt-caching
  prefix: { cache: 'automatic', thinking: 'keep', cacheMinutes: 5 },
  dialect: {
    host: /(^|\.)openai\.(com|azure\.com)$/,
    differences: { outputLimit: 'max_completion_tokens', acceptsCacheKey: true },
  },
  // https://platform.openai.com/docs/guides/tools-web-search
  searchesWeb: /^(gpt-4o(?!.*-(audio|realtime|search))|gpt-4\.1(?!-nano)|gpt-[5-9](?!.*-chat)|o3(?!-mini)|o4-mini)/,
  priceName: 'openai',
  suggestedModels: ['gpt-5.6-sol', 'gpt-5.6-terra', 'gpt-5.6-luna'],
};
