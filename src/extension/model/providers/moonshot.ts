import type { ProviderRecord } from './providerRecord.ts';

export const moonshot: ProviderRecord = {
  name: 'moonshot',
  label: 'Moonshot (Kimi)',
  wire: { kind: 'openai-chat', baseUrl: 'https://api.moonshot.ai/v1' },
  prefix: { cache: 'automatic', thinking: 'keep' },
  dialect: { host: /(^|\.)moonshot\.(ai|cn)$/, differences: { answerFormat: 'json_object' } },
  // Models that always think are left out.
  continuation: [{ models: /^(moonshot-v1|kimi-(latest|k2-(0711|0905|turbo)|k2\.[56]))/, form: 'partial' }],
  priceName: 'moonshotai',
};
