import { describe, expect, it } from 'vitest';
import type { ModelRequest } from '../../../../../src/extension/model/chatModel.ts';
import { userMessage, type Message } from '../../../../../src/extension/model/message.ts';
import { dialectOf } from '../../../../../src/extension/model/wire/openaiChat/openaiChatDialect.ts';
import {
  toOpenAiChatRequest,
  withoutRefusedFormat,
} from '../../../../../src/extension/model/wire/openaiChat/openaiChatRequest.ts';
import { answer, createConversation, createRequest } from '../requests.ts';

function bodyOf(given: Partial<ModelRequest>, name = 'some-server') {
  const dialect = dialectOf({ name, baseUrl: 'https://proxy.example/v1' });
  return toOpenAiChatRequest(createRequest(given), { dialect, source: 'openai-chat:deepseek' });
}

function messagesOf(...messages: Message[]) {
  return bodyOf({ messages, system: '' }).messages;
}

describe('toOpenAiChatRequest', () => {
  it('writes the messages last, so that a fork can begin with its parent’s bytes', () => {
    const request = { model: 'gpt-5.6', thinking: 'off', responseSchema: {}, maxOutputTokens: 9 } as const;
    expect(Object.keys(bodyOf(request, 'openai'))).toEqual([
      'model',
      'stream',
      'stream_options',
      'max_completion_tokens',
      'prompt_cache_key',
      'reasoning_effort',
      'response_format',
      'tools',
      'messages',
    ]);
  });

  it('does not send to another server the fields that only OpenAI accepts', () => {
    const body = bodyOf({ maxOutputTokens: 9 });
    expect(body).toMatchObject({ max_tokens: 9 });
    expect(body).not.toHaveProperty('prompt_cache_key');
    expect(body).not.toHaveProperty('max_completion_tokens');
  });

  it('sends a conversation with its calls and results, and with reasoning of the same source', () => {
    expect(bodyOf({ messages: createConversation('openai-chat:deepseek') }).messages).toEqual([
      { role: 'system', content: 'You are Premove.' },
      { role: 'user', content: 'Rename it' },
      {
        role: 'assistant',
        content: 'I look.',
        reasoning_content: 'Look first.',
        tool_calls: [
          { id: 'call_1', type: 'function', function: { name: 'read_file', arguments: '{"file_path":"a.ts"}' } },
          { id: 'call_2', type: 'function', function: { name: 'edit', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'call_1', content: 'const a = 1;' },
      { role: 'tool', tool_call_id: 'call_2', content: 'Error: not JSON' },
      { role: 'assistant', content: 'Done.' },
      { role: 'user', content: 'And now?' },
    ]);
  });

  it('sends no text beside calls if the text is only white space, because some servers refuse it', () => {
    const parts: Message['parts'] = [
      { type: 'text', text: '\n\n' },
      { type: 'tool-call', id: 'call_1', name: 'read_file', input: {} },
    ];
    expect(messagesOf({ role: 'assistant', parts })).toMatchObject([{ role: 'assistant', content: null }]);
  });

  it('leaves out the reasoning of another source', () => {
    expect(JSON.stringify(messagesOf(...createConversation('anthropic')))).not.toContain('reasoning_content');
  });

  it('joins adjacent plain messages of one role, because many templates require alternation', () => {
    expect(messagesOf(userMessage('a'), userMessage('b'), answer('c'), answer('d'))).toEqual([
      { role: 'user', content: 'a\n\nb' },
      { role: 'assistant', content: 'c\n\nd' },
    ]);
  });

  it('sends a result’s images in a user message after all results', () => {
    const results: Message = {
      role: 'user',
      parts: [
        {
          type: 'tool-result',
          callId: '1',
          name: 'read_file',
          content: [{ type: 'image', mimeType: 'image/png', data: 'AAA' }],
          isError: false,
        },
        { type: 'tool-result', callId: '2', name: 'grep', content: [{ type: 'text', text: 'x' }], isError: false },
      ],
    };
    expect(bodyOf({ model: 'gpt-4o', messages: [results], system: '' }).messages).toEqual([
      { role: 'tool', tool_call_id: '1', content: '[image below]' },
      { role: 'tool', tool_call_id: '2', content: 'x' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'From read_file:' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAA' } },
        ],
      },
    ]);
  });
});

const MARK = { cache_control: { type: 'ephemeral' } };

describe('cache marks', () => {
  const messages = [userMessage('a'), answer('b'), userMessage('c'), answer('d'), userMessage('e')];
  const marked = { messages, cacheAnchors: [0, 2, 4] };

  it('are on the system prompt, the last tool and the last two anchors for DashScope', () => {
    const { tools, messages: sent } = bodyOf(marked, 'dashscope');
    expect(tools?.map((tool) => 'cache_control' in tool)).toEqual([false, true]);
    expect(sent).toEqual([
      { role: 'system', content: [{ type: 'text', text: 'You are Premove.', ...MARK }] },
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'b' },
      { role: 'user', content: [{ type: 'text', text: 'c', ...MARK }] },
      { role: 'assistant', content: 'd' },
      { role: 'user', content: [{ type: 'text', text: 'e', ...MARK }] },
    ]);
  });

  it.each([
    ['openrouter', 'anthropic/claude-sonnet-5', 4],
    ['openrouter', 'openai/gpt-5.6', 0],
    ['dashscope', 'qwen3-max', 4],
    ['deepseek', 'deepseek-chat', 0],
    ['some-server', 'x', 0],
  ])('in a request to %s for the model %s have the number %i', (name, model, count) => {
    const body = JSON.stringify(bodyOf({ ...marked, model }, name));
    expect(body.split('cache_control').length - 1).toBe(count);
  });

  it('are on the last result of an anchored turn, and on the last part of an image message', () => {
    const image: Message = {
      role: 'user',
      parts: [
        { type: 'text', text: 'look' },
        { type: 'image', mimeType: 'image/png', data: 'AAA' },
      ],
    };
    const sent = bodyOf(
      { messages: [...createConversation('x').slice(0, 3), image], cacheAnchors: [2, 3] },
      'dashscope',
    );
    expect(sent.messages[4]).toMatchObject({ role: 'tool', content: [{ text: 'Error: not JSON', ...MARK }] });
    expect(sent.messages[5]).toMatchObject({ content: [{ text: 'look' }, { type: 'image_url', ...MARK }] });
  });
});

describe('a request to Mistral', () => {
  const interrupted = [...createConversation('x').slice(0, 3), userMessage('stop')];

  it('has ids of nine letters and digits, the same in call and result', () => {
    const [, , call, first, second] = bodyOf({ messages: interrupted }, 'mistral').messages;
    const ids = call?.role === 'assistant' ? call.tool_calls?.map(({ id }) => id) : [];
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(2);
    for (const id of ids ?? []) expect(id).toMatch(/^[a-zA-Z0-9]{9}$/);
    expect([first, second].map((message) => message?.role === 'tool' && message.tool_call_id)).toEqual(ids);
  });

  it('has the ids of Mistral unchanged', () => {
    const call: Message = { role: 'assistant', parts: [{ type: 'tool-call', id: 'D681PevKs', name: 'x', input: {} }] };
    expect(JSON.stringify(bodyOf({ messages: [call] }, 'mistral'))).toContain('"D681PevKs"');
  });

  it('has an answer between results and the user’s next message', () => {
    const roles = bodyOf({ messages: interrupted }, 'mistral').messages.map(({ role }) => role);
    expect(roles).toEqual(['system', 'user', 'assistant', 'tool', 'tool', 'assistant', 'user']);
    expect(
      bodyOf({ messages: interrupted })
        .messages.map(({ role }) => role)
        .slice(-2),
    ).toEqual(['tool', 'user']);
  });

  it('does not have reasoning or the field that requests usage, because Mistral refuses them', () => {
    const body = bodyOf({ messages: createConversation('openai-chat:deepseek') }, 'mistral');
    expect(body).not.toHaveProperty('stream_options');
    expect(JSON.stringify(body)).not.toContain('reasoning');
  });
});

it('toOpenAiChatRequest sends OpenRouter’s reasoning details back unchanged', () => {
  const details = [{ type: 'reasoning.encrypted', data: 'x', index: 0 }];
  const body = bodyOf({ messages: createConversation('openai-chat:deepseek', { details }) }, 'openrouter');
  expect(body.messages[2]).toMatchObject({ reasoning_details: details });
  expect(body.messages[2]).not.toHaveProperty('reasoning_content');
});

it.each([
  ['some-server', 'json_schema'],
  ['openai', 'json_schema'],
  ['mistral', 'json_schema'],
  ['deepseek', 'json_object'],
  ['moonshot', 'json_object'],
  ['dashscope', 'json_object'],
])('toOpenAiChatRequest requests an answer by schema from %s with the format %s', (name, type) => {
  expect(bodyOf({ responseSchema: { type: 'object' } }, name).response_format?.type).toBe(type);
});

describe('dialectOf', () => {
  it.each([
    ['mine', 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1', 'dashscope'],
    ['mine', 'https://api.mistral.ai/v1', 'mistral'],
    ['mine', 'https://team.openai.azure.com/openai/v1', 'openai'],
    ['mistral', 'http://127.0.0.1:4000', 'mistral'],
    ['openai', 'https://openrouter.ai/api/v1', 'openrouter'],
    ['mine', 'https://evil-openrouter.ai.example/v1', ''],
  ])('returns for %s at %s the dialect of "%s"', (name, baseUrl, expected) => {
    expect(dialectOf({ name, baseUrl })).toEqual(dialectOf({ name: expected, baseUrl: 'http://localhost' }));
  });
});

describe('withoutRefusedFormat', () => {
  const request = createRequest({ responseSchema: { type: 'object' } });

  it.each([
    [{ status: 400, message: 'This response_format type is unavailable now' }, true],
    [{ status: 422, message: 'json_schema is not supported' }, true],
    [{ status: 400, message: 'maximum context length' }, false],
    [{ status: 401, message: 'response_format' }, false],
    [new Error('response_format'), false],
  ])('returns a request without the format after %j: %s', (error, expected) => {
    const lesser = withoutRefusedFormat(request, error);
    expect(lesser !== undefined).toBe(expected);
    expect(lesser?.responseSchema).toBeUndefined();
  });

  it('returns undefined for a request without a schema', () => {
    expect(withoutRefusedFormat(createRequest(), { status: 400, message: 'response_format' })).toBeUndefined();
  });
});
