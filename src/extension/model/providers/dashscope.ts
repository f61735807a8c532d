import type { ProviderRecord } from './providerRecord.ts';

export const dashscope: ProviderRecord = {
  name: 'dashscope',
  label: 'DashScope (Qwen)',
  wire: { kind: 'openai-chat', baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1' },
  // The header X-DashScope-CacheControl enables cache marks.
  prefix: { cache: 'marked', thinking: 'keep', cacheMinutes: 5 },
  // Models that think or translate, and models for other media, do not continue a message.
  continuation: [{ models: /^qwen(?!.*(thinking|-vl|-omni|-audio|-mt))/, form: 'partial' }],
  dialect: {
    host: /^dashscope[\w-]*\.aliyuncs\.com$/,
    differences: {
      answerFormat: 'json_object',
      marksCacheOf: /^/,
      marksTools: true,
      headers: { 'X-DashScope-CacheControl': 'enable' },
    },
  },
};
