import { describe, expect, it } from 'vitest';
import type { ModelRequest } from '../../../src/extension/model/chatModel.ts';
import { userMessage, type Message } from '../../../src/extension/model/message.ts';
import { toOpenAiChatRequest } from '../../../src/extension/model/openaiChatRequest.ts';
import { answer, createConversation, createRequest } from './requests.ts';

function bodyOf(given: Partial<ModelRequest>, kind: 'openai' | 'openai-chat' = 'openai-chat') {
  return toOpenAiChatRequest(createRequest(given), { kind, source: 'openai-chat:deepseek' });
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

  it('sends OpenAI’s own fields to nobody else', () => {
    const body = bodyOf({ maxOutputTokens: 9 });
    expect(body).toMatchObject({ max_tokens: 9 });
    expect(body).not.toHaveProperty('prompt_cache_key');
    expect(body).not.toHaveProperty('max_completion_tokens');
  });

  it('sends a conversation with its calls, results, and reasoning to the one who wrote it', () => {
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

  it('leaves out reasoning of another source', () => {
    expect(JSON.stringify(messagesOf(...createConversation('anthropic')))).not.toContain('reasoning_content');
  });

  it('joins plain messages of one role, because many templates demand alternation', () => {
    expect(messagesOf(userMessage('a'), userMessage('b'), answer('c'), answer('d'))).toEqual([
      { role: 'user', content: 'a\n\nb' },
      { role: 'assistant', content: 'c\n\nd' },
    ]);
  });

  it('sends a result’s images in a message of the user’s, behind all results', () => {
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
    expect(messagesOf(results)).toEqual([
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
