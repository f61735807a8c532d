import type { ModelRequest } from '../../../../src/extension/model/chatModel.ts';
import { userMessage, type JsonValue, type Message } from '../../../../src/extension/model/message.ts';

/** Creates a request. Fields that are not given have default values. */
export function createRequest(given: Partial<ModelRequest> = {}): ModelRequest {
  return {
    model: 'some-model',
    system: 'You are Premove.',
    tools: [
      {
        name: 'read_file',
        description: 'Reads.',
        inputSchema: { type: 'object', properties: { file_path: { type: 'string' } } },
      },
      { name: 'edit', description: 'Edits.', inputSchema: { type: 'object', properties: {} } },
    ],
    messages: [userMessage('Hello')],
    cacheAnchors: [],
    cacheKey: 'conversation-1',
    thinking: 'inherit',
    promptId: 'prompt-1',
    ...given,
  };
}

export function answer(text: string): Message {
  return { role: 'assistant', parts: [{ type: 'text', text }] };
}

/**
 * A conversation with a tool turn: prompt, thinking and two calls, their results, answer, next prompt. `data` is the
 * opaque data that `source` requires back with its thinking.
 */
export function createConversation(source: string, data: JsonValue = { signature: 'c2ln' }): Message[] {
  return [
    userMessage('Rename it'),
    {
      role: 'assistant',
      parts: [
        { type: 'thinking', text: 'Look first.', opaque: { source, data } },
        { type: 'text', text: 'I look.' },
        { type: 'tool-call', id: 'call_1', name: 'read_file', input: { file_path: 'a.ts' } },
        { type: 'tool-call', id: 'call_2', name: 'edit', input: {}, malformed: '{"file' },
      ],
    },
    {
      role: 'user',
      parts: [
        {
          type: 'tool-result',
          callId: 'call_1',
          name: 'read_file',
          content: [{ type: 'text', text: 'const a = 1;' }],
          isError: false,
        },
        {
          type: 'tool-result',
          callId: 'call_2',
          name: 'edit',
          content: [{ type: 'text', text: 'not JSON' }],
          isError: true,
        },
      ],
    },
    answer('Done.'),
    userMessage('And now?'),
  ];
}
