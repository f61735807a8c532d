import { describe, expect, it } from 'vitest';
import type { ChatModel } from '../../../src/extension/model/chatModel.ts';
import { userMessage, type JsonObject, type Message } from '../../../src/extension/model/message.ts';
import { nativeContinuationOf, type NativeContinuation } from '../../../src/extension/model/nativeContinuation.ts';
import { providerRecord } from '../../../src/extension/model/providers/providerList.ts';
import { createAnthropicModel } from '../../../src/extension/model/wire/anthropic/anthropic.ts';
import { createGeminiModel } from '../../../src/extension/model/wire/gemini/gemini.ts';
import { createOpenAiChatModel } from '../../../src/extension/model/wire/openaiChat/openaiChat.ts';
import { collectEvents } from '../../support/scriptedModel.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { createRequest } from './wire/requests.ts';

const urlOf = (name: string): string => providerRecord(name)?.wire?.baseUrl ?? '';
const formOf = (provider: string, model: string) =>
  nativeContinuationOf({ name: provider, baseUrl: urlOf(provider) }, model)?.form;

describe('the native form of a model', () => {
  it.each([
    ['anthropic', 'claude-3-opus-20240229', 'trailing'],
    ['anthropic', 'claude-3-5-haiku-20241022', 'trailing'],
    ['anthropic', 'claude-3-7-sonnet-20250219', 'trailing'],
    ['anthropic', 'claude-opus-4-20250514', 'trailing'],
    ['anthropic', 'claude-opus-4-1', 'trailing'],
    ['anthropic', 'claude-opus-4-1-20250805', 'trailing'],
    ['anthropic', 'claude-sonnet-4-5-20250929', 'trailing'],
    ['anthropic', 'claude-haiku-4-5', 'trailing'],
    ['anthropic', 'claude-opus-4-5-20251101', 'trailing'],
    ['anthropic', 'claude-opus-4-6', undefined],
    ['anthropic', 'claude-sonnet-4-6-20260101', undefined],
    ['anthropic', 'claude-opus-5', undefined],
    ['anthropic', 'claude-sonnet-5', undefined],
    ['anthropic', 'claude-fable-5', undefined],
    ['gemini', 'gemini-2.0-flash', 'trailing'],
    ['gemini', 'gemini-2.5-pro', 'trailing'],
    ['gemini', 'gemini-2.5-flash-lite', 'trailing'],
    ['gemini', 'gemini-3-pro-preview', 'trailing'],
    ['gemini', 'gemini-3-flash-preview', 'trailing'],
    ['gemini', 'gemini-3.1-pro-preview', 'trailing'],
    ['gemini', 'gemini-3.1-flash-lite', 'trailing'],
    ['gemini', 'gemini-3.5-flash-lite', undefined],
    ['gemini', 'gemini-3.6-flash', undefined],
    ['gemini', 'gemini-4-pro', undefined],
    ['gemini', 'gemini-2.5-flash-image', undefined],
    ['gemini', 'gemma-3-27b-it', undefined],
    ['deepseek', 'deepseek-chat', 'prefix'],
    ['deepseek', 'deepseek-v4', 'prefix'],
    ['deepseek', 'deepseek-reasoner', undefined],
    ['mistral', 'mistral-large-latest', 'prefix'],
    ['mistral', 'codestral-2508', 'prefix'],
    ['mistral', 'magistral-medium-latest', undefined],
    ['moonshot', 'moonshot-v1-128k', 'partial'],
    ['moonshot', 'kimi-k2-0905-preview', 'partial'],
    ['moonshot', 'kimi-k2.6', 'partial'],
    ['moonshot', 'kimi-latest', 'partial'],
    ['moonshot', 'kimi-k2-turbo-preview', 'partial'],
    ['moonshot', 'kimi-k2-thinking', undefined],
    ['moonshot', 'kimi-k2-thinking-turbo', undefined],
    ['moonshot', 'kimi-k2.7-code', undefined],
    ['dashscope', 'qwen-max', 'partial'],
    ['dashscope', 'qwen3-235b-a22b-instruct-2507', 'partial'],
    ['dashscope', 'qwen3-235b-a22b-thinking-2507', undefined],
    ['dashscope', 'qwen3-vl-plus', undefined],
    ['dashscope', 'qwen-plus', 'partial'],
    ['dashscope', 'qwen3-coder-plus', 'partial'],
    ['dashscope', 'qwq-plus', undefined],
    ['dashscope', 'qvq-max', undefined],
    ['dashscope', 'deepseek-v3.2', undefined],
    ['openrouter', 'anthropic/claude-sonnet-4.5', 'trailing'],
    ['openrouter', 'anthropic/claude-opus-4', 'trailing'],
    ['openrouter', 'anthropic/claude-3.7-sonnet', 'trailing'],
    ['openrouter', 'anthropic/claude-opus-4.6', undefined],
    ['openrouter', 'anthropic/claude-sonnet-5', undefined],
    ['openrouter', 'google/gemini-2.5-flash', 'trailing'],
    ['openrouter', 'google/gemini-3.6-flash', undefined],
    ['openrouter', 'deepseek/deepseek-chat-v3.1', 'trailing'],
    ['openrouter', 'deepseek/deepseek-r1', undefined],
    ['openrouter', 'mistralai/mistral-large-2512', 'trailing'],
    ['openrouter', 'mistralai/magistral-medium-2506', undefined],
    ['openrouter', 'moonshotai/kimi-k2-0905', undefined],
    ['openrouter', 'openai/gpt-5.6', undefined],
    ['openrouter', 'qwen/qwen3-coder', undefined],
    ['openai', 'gpt-5.6-sol', undefined],
    ['openai', 'gpt-4.1', undefined],
    ['openai', 'o3', undefined],
    ['openai', 'gpt-oss-120b', undefined],
    ['ollama', 'llama3.3', 'trailing'],
    ['llamacpp', 'any.gguf', 'trailing'],
    ['lmstudio', 'any', undefined],
    ['vscode', 'copilot/claude-3.5-sonnet', undefined],
    ['tour', 'tour', undefined],
  ])('of %s/%s is %s', (provider, model, form) => expect(formOf(provider, model)).toBe(form));

  it.each([
    ['a proxy under the provider’s name', { name: 'anthropic', baseUrl: 'https://proxy.example' }, undefined],
    ['the provider’s host under another name', { name: 'work', baseUrl: urlOf('anthropic') }, 'trailing'],
    ['an unknown server', { name: 'work', baseUrl: 'http://127.0.0.1:8000/v1' }, undefined],
    ['an invalid address', { name: 'work', baseUrl: 'nonsense' }, undefined],
  ])('depends on the host, not on the provider’s name: %s', (_name, provider, form) => {
    expect(nativeContinuationOf(provider, 'claude-haiku-4-5')?.form).toBe(form);
  });

  it.each([
    ['https://api.moonshot.cn/v1', 'kimi-k2.6', 'partial'],
    ['https://dashscope-intl.aliyuncs.com/compatible-mode/v1', 'qwen-max', 'partial'],
    ['https://api.deepseek.com/v1', 'deepseek-chat', 'prefix'],
  ])('is the same at another address of the provider: %s', (baseUrl, model, form) => {
    expect(nativeContinuationOf({ name: 'work', baseUrl }, model)?.form).toBe(form);
  });

  it('of a local server does not depend on its address', () => {
    const remote = { name: 'ollama', baseUrl: 'http://gpu.example:11434/v1' };
    expect(nativeContinuationOf(remote, 'llama3.3')?.form).toBe('trailing');
  });

  it('is the form in the settings if the settings name a form', () => {
    const vllm = { name: 'vllm', baseUrl: 'http://127.0.0.1:8000/v1' };
    expect(nativeContinuationOf({ ...vllm, continuation: 'continue-final-message' }, 'x')).toEqual({
      form: 'continue-final-message',
    });
    const mistral = { name: 'mistral', baseUrl: urlOf('mistral') };
    expect(nativeContinuationOf({ ...mistral, continuation: 'guided' }, 'mistral-large')).toBeUndefined();
  });
});

describe('a request that continues an assistant message', () => {
  const half: Message = { role: 'assistant', parts: [{ type: 'text', text: 'Once upon' }], prefix: true };
  const request = { tools: [], system: '', thinking: 'off', messages: [userMessage('A story'), half] } as const;
  const USER = { role: 'user', content: 'A story' };

  it.each<[string, string, NativeContinuation, string, JsonObject]>([
    [
      'DeepSeek',
      'deepseek-chat',
      { form: 'prefix', path: '/beta' },
      '/beta/chat/completions',
      {
        thinking: { type: 'disabled' },
        messages: [USER, { role: 'assistant', content: 'Once upon', prefix: true }],
      },
    ],
    [
      'Mistral',
      'mistral-large',
      { form: 'prefix' },
      '/v1/chat/completions',
      { messages: [USER, { role: 'assistant', content: 'Once upon', prefix: true }] },
    ],
    [
      'Moonshot',
      'kimi-k2.6',
      { form: 'partial' },
      '/v1/chat/completions',
      {
        thinking: { type: 'disabled' },
        messages: [USER, { role: 'assistant', content: 'Once upon', partial: true }],
      },
    ],
    [
      'DashScope',
      'qwen-max',
      { form: 'partial' },
      '/v1/chat/completions',
      { enable_thinking: false, messages: [USER, { role: 'assistant', content: 'Once upon', partial: true }] },
    ],
    [
      'vLLM',
      'llama',
      { form: 'continue-final-message' },
      '/v1/chat/completions',
      {
        continue_final_message: true,
        add_generation_prompt: false,
        messages: [USER, { role: 'assistant', content: 'Once upon' }],
      },
    ],
    [
      'llama.cpp',
      'llama',
      { form: 'trailing' },
      '/v1/chat/completions',
      { messages: [USER, { role: 'assistant', content: 'Once upon' }] },
    ],
  ])('has the form of %s', async (_name, model, continuation, path, expected) => {
    const sent = await send(
      (fetch) =>
        createOpenAiChatModel({
          ...connection(fetch),
          baseUrl: 'http://127.0.0.1/v1',
          continuationOf: () => continuation,
        }),
      { ...request, model },
    );
    expect(sent.path).toBe(path);
    const { model: _model, stream: _stream, stream_options: _options, ...body } = sent.body;
    expect(body).toEqual(expected);
  });

  it('has no field for a continuation if the last message is not a prefix', async () => {
    const { prefix: _prefix, ...whole } = half;
    const sent = await send(
      (fetch) =>
        createOpenAiChatModel({
          ...connection(fetch),
          baseUrl: 'http://127.0.0.1/v1',
          continuationOf: () => ({ form: 'prefix', path: '/beta' }),
        }),
      { ...request, messages: [userMessage('A story'), whole, userMessage('Go on')] },
    );
    expect(sent.path).toBe('/v1/chat/completions');
    expect(JSON.stringify(sent.body)).not.toContain('prefix');
  });

  it('ends with the message on the wires of Anthropic and Gemini', async () => {
    const anthropic = await send(
      (fetch) => createAnthropicModel({ ...connection(fetch), baseUrl: 'http://127.0.0.1' }),
      { ...request, model: 'claude-haiku-4-5' },
    );
    expect(anthropic.body).toMatchObject({
      thinking: { type: 'disabled' },
      messages: [{ role: 'user' }, { role: 'assistant', content: [{ type: 'text', text: 'Once upon' }] }],
    });
    const gemini = await send((fetch) => createGeminiModel({ ...connection(fetch), baseUrl: 'http://127.0.0.1' }), {
      ...request,
      model: 'gemini-2.5-flash',
    });
    expect(gemini.body).toMatchObject({
      generationConfig: { thinkingConfig: { thinkingBudget: 0 } },
      contents: [{ role: 'user' }, { role: 'model', parts: [{ text: 'Once upon' }] }],
    });
  });
});

function connection(send: typeof fetch) {
  return { apiKey: 'key', clock: createManualClock(), fetch: send };
}

/** The path and body of the request that the model sends. The server answers with an error. */
async function send(
  create: (fetch: typeof globalThis.fetch) => ChatModel,
  given: Parameters<typeof createRequest>[0],
): Promise<{ readonly path: string; readonly body: JsonObject }> {
  const sent: { path: string; body: JsonObject }[] = [];
  const model = create(async (input, init) => {
    const request = new Request(input, init);
    sent.push({ path: new URL(request.url).pathname, body: (await request.json()) as JsonObject });
    return new Response('{}', { status: 400 });
  });
  await collectEvents(model.stream(createRequest(given), new AbortController().signal));
  const [first] = sent;
  if (!first || sent.length > 1) throw new Error(`${sent.length} requests were sent`);
  return first;
}
