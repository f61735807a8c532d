import type { ProviderRecord } from './providerRecord.ts';

export const gemini: ProviderRecord = {
  name: 'gemini',
  label: 'Google Gemini',
  wire: { kind: 'gemini', baseUrl: 'https://generativelanguage.googleapis.com' },
  prefix: { cache: 'automatic', thinking: 'keep' },
  // Gemini 3.5 Flash-Lite, 3.6 Flash and later answer a trailing model turn with status 400.
  continuation: [{ models: /^gemini-(2\.\d+|3(\.1)?)-(?!.*\b(image|tts|live|audio)\b)/, form: 'trailing' }],
  // https://ai.google.dev/gemini-api/docs/google-search
  searchesWeb: /^gemini-(?!1|2\.0-flash-lite)(?!.*-(image|tts|live|audio|embedding)\b)/,
  priceName: 'google',
  suggestedModels: ['gemini-3.1-pro-preview', 'gemini-3.6-flash'],
};
