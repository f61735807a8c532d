import type { ProviderRecord } from './providerRecord.ts';

export const deepseek: ProviderRecord = {
  name: 'deepseek',
  label: 'DeepSeek',
  wire: { kind: 'openai-chat', baseUrl: 'https://api.deepseek.com' },
  // A fork must begin with the whole of its parent's request.
  prefix: { cache: 'automatic', thinking: 'keep' },
  dialect: { host: /(^|\.)deepseek\.com$/, differences: { answerFormat: 'json_object' } },
  priceName: 'deepseek',
};
