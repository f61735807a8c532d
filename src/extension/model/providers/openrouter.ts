import type { ProviderRecord } from './providerRecord.ts';

export const openrouter: ProviderRecord = {
  name: 'openrouter',
  label: 'OpenRouter',
  wire: { kind: 'openai-chat', baseUrl: 'https://openrouter.ai/api/v1' },
  // `marked`, because Anthropic's models need cache marks. Other models' providers cache automatically:
  // https://openrouter.ai/docs/features/prompt-caching
  prefix: { cache: 'marked', thinking: 'keep' },
  dialect: { host: /(^|\.)openrouter\.ai$/, differences: { marksCacheOf: /^~?anthropic\// } },
  // The rows list only models whose answers the vendors' own servers can continue too.
  continuation: [
    { models: /^~?anthropic\/claude-(3|(opus|sonnet|haiku)-4(\.[15])?$)/, form: 'trailing' },
    { models: /^~?google\/gemini-(2\.\d+|3(\.1)?)-(?!.*\b(image|tts)\b)/, form: 'trailing' },
    { models: /^~?(deepseek\/deepseek-(?!r\d)|mistralai\/(?!magistral))/, form: 'trailing' },
  ],
  priceName: 'openrouter',
};
