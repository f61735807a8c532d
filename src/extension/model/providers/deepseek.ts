import type { ProviderRecord } from './providerRecord.ts';

export const deepseek: ProviderRecord = {
  name: 'deepseek',
  label: 'DeepSeek',
  wire: { kind: 'openai-chat', baseUrl: 'https://api.deepseek.com' },
  // The cache is hit only if a fork begins with its parent's whole request.
  prefix: { cache: 'automatic', thinking: 'keep' },
  dialect: { host: /(^|\.)deepseek\.com$/, differences: { answerFormat: 'json_object' } },
  // https://api-docs.deepseek.com/guides/chat_prefix_completion
  continuation: [{ models: /^deepseek-(?!reasoner)/, form: 'prefix', path: '/beta' }],
  priceName: 'deepseek',
};
