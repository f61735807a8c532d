import { GEMINI_USAGE, OPENAI_CHAT_USAGE, OPENAI_RESPONSES_USAGE } from './recorded.ts';

/** The answer of `recorded.ts` as each wire sends it without streaming. */
export const ANTHROPIC_WHOLE = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content: [
    { type: 'thinking', thinking: 'Zuerst lesen.', signature: 'EqQBCg==' },
    { type: 'text', text: 'Grüße — 你好 👋', citations: null },
    { type: 'tool_use', id: 'call_a', name: 'read_file', input: { file_path: 'ä.ts' } },
    { type: 'tool_use', id: 'call_b', name: 'list_directory', input: {} },
  ],
  stop_reason: 'tool_use',
  stop_sequence: null,
  usage: { input_tokens: 12, cache_creation_input_tokens: 100, cache_read_input_tokens: 2000, output_tokens: 89 },
};

export const OPENAI_CHAT_WHOLE = {
  id: 'c1',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [
    {
      index: 0,
      finish_reason: 'tool_calls',
      message: {
        role: 'assistant',
        reasoning_content: 'Zuerst lesen.',
        content: 'Grüße — 你好 👋',
        refusal: null,
        tool_calls: [
          { id: 'call_a', type: 'function', function: { name: 'read_file', arguments: '{"file_path":"ä.ts"}' } },
          { id: 'call_b', type: 'function', function: { name: 'list_directory', arguments: '' } },
        ],
      },
    },
  ],
  usage: OPENAI_CHAT_USAGE,
};

export const OPENAI_RESPONSES_WHOLE = {
  id: 'resp_1',
  object: 'response',
  status: 'completed',
  error: null,
  output: [
    {
      id: 'rs_1',
      type: 'reasoning',
      summary: [{ type: 'summary_text', text: 'Zuerst lesen.' }],
      encrypted_content: 'gAAAAA==',
    },
    {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'Grüße — 你好 👋', annotations: [] }],
    },
    {
      id: 'fc_2',
      type: 'function_call',
      call_id: 'call_a',
      name: 'read_file',
      arguments: '{"file_path":"ä.ts"}',
      status: 'completed',
    },
    {
      id: 'fc_3',
      type: 'function_call',
      call_id: 'call_b',
      name: 'list_directory',
      arguments: '',
      status: 'completed',
    },
  ],
  usage: OPENAI_RESPONSES_USAGE,
};

export const GEMINI_WHOLE = {
  candidates: [
    {
      index: 0,
      content: {
        role: 'model',
        parts: [
          { text: 'Zuerst lesen.', thought: true, thoughtSignature: 'EqQBCg==' },
          { text: 'Grüße — 你好 👋' },
          {
            functionCall: { id: 'call_a', name: 'read_file', args: { file_path: 'ä.ts' } },
            thoughtSignature: 'Q29k',
          },
          { functionCall: { id: 'call_b', name: 'list_directory', args: {} } },
        ],
      },
      finishReason: 'STOP',
    },
  ],
  usageMetadata: GEMINI_USAGE,
  modelVersion: 'm',
};
