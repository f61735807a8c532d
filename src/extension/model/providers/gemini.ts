import type { ProviderRecord } from './providerRecord.ts';

export const gemini: ProviderRecord = {
  name: 'gemini',
  label: 'Google Gemini',
  wire: { kind: 'gemini', baseUrl: 'https://generativelanguage.googleapis.com' },
  prefix: { cache: 'automatic', thinking: 'keep' },
  priceName: 'google',
  suggestedModels: ['gemini-3.1-pro-preview', 'gemini-3.6-flash'],
};
