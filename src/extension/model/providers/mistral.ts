import type { ProviderRecord } from './providerRecord.ts';

export const mistral: ProviderRecord = {
  name: 'mistral',
  label: 'Mistral',
  wire: { kind: 'openai-chat', baseUrl: 'https://api.mistral.ai/v1' },
  prefix: { cache: 'automatic', thinking: 'keep' },
  dialect: {
    host: /(^|\.)mistral\.ai$/,
    differences: {
      requestsUsage: false,
      callIds: 'nine-characters',
      insertsAssistantMessage: true,
      acceptsReasoning: false,
    },
  },
  // Magistral models are left out, because they always think.
  continuation: [{ models: /^(?!magistral)/, form: 'prefix' }],
  priceName: 'mistral',
};
