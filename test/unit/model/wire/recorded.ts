import { sse } from '../../../support/wireServer.ts';

/**
 * Streams as the vendors document and send them. Each wire has the same answer: thinking, text, two calls, stop. The
 * arguments of the first call come in pieces, except in Gemini's stream. The text is not ASCII, so that a cut can fall
 * inside a character.
 */
export const ANTHROPIC_STREAM = [
  sse(
    {
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        content: [],
        model: 'm',
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 12, cache_creation_input_tokens: 100, cache_read_input_tokens: 2000, output_tokens: 1 },
      },
    },
    'message_start',
  ),
  sse(
    { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
    'content_block_start',
  ),
  sse({ type: 'ping' }, 'ping'),
  sse(
    { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Zuerst ' } },
    'content_block_delta',
  ),
  sse(
    { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'lesen.' } },
    'content_block_delta',
  ),
  sse(
    { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'EqQBCg==' } },
    'content_block_delta',
  ),
  sse({ type: 'content_block_stop', index: 0 }, 'content_block_stop'),
  sse({ type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } }, 'content_block_start'),
  sse(
    { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Grüße — ' } },
    'content_block_delta',
  ),
  sse({ type: 'some_future_event', index: 1 }, 'some_future_event'),
  sse({ type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: '你好 👋' } }, 'content_block_delta'),
  sse({ type: 'content_block_stop', index: 1 }, 'content_block_stop'),
  sse(
    {
      type: 'content_block_start',
      index: 2,
      content_block: { type: 'tool_use', id: 'call_a', name: 'read_file', input: {} },
    },
    'content_block_start',
  ),
  sse(
    { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '' } },
    'content_block_delta',
  ),
  sse(
    { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '{"file_path":' } },
    'content_block_delta',
  ),
  sse(
    { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '"ä.ts"}' } },
    'content_block_delta',
  ),
  sse({ type: 'content_block_stop', index: 2 }, 'content_block_stop'),
  sse(
    {
      type: 'content_block_start',
      index: 3,
      content_block: { type: 'tool_use', id: 'call_b', name: 'list_directory', input: {} },
    },
    'content_block_start',
  ),
  sse({ type: 'content_block_stop', index: 3 }, 'content_block_stop'),
  sse(
    { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 89 } },
    'message_delta',
  ),
  sse({ type: 'message_stop' }, 'message_stop'),
].join('');

export const OPENAI_CHAT_USAGE = {
  prompt_tokens: 2112,
  completion_tokens: 89,
  total_tokens: 2201,
  prompt_tokens_details: { cached_tokens: 2000, cache_write_tokens: 100 },
};

export const OPENAI_CHAT_STREAM = [
  chunk({ role: 'assistant', content: null, reasoning_content: 'Zuerst ' }),
  chunk({ reasoning_content: 'lesen.' }),
  chunk({ content: 'Grüße — ' }),
  ': keep-alive\n\n',
  chunk({ content: '你好 👋' }),
  chunk({ tool_calls: [{ index: 0, id: 'call_a', type: 'function', function: { name: 'read_file', arguments: '' } }] }),
  chunk({ tool_calls: [{ index: 0, function: { arguments: '{"file_path":' } }] }),
  chunk({ tool_calls: [{ index: 0, function: { arguments: '"ä.ts"}' } }] }),
  chunk({
    tool_calls: [{ index: 1, id: 'call_b', type: 'function', function: { name: 'list_directory', arguments: '' } }],
  }),
  chunk({}, 'tool_calls'),
  sse({
    id: 'c1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [],
    usage: OPENAI_CHAT_USAGE,
  }),
  sse('[DONE]'),
].join('');

export function chunk(delta: unknown, finishReason: string | null = null): string {
  return sse({
    id: 'c1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason: finishReason }],
  });
}

/** The beginning of a Messages API stream that has only text. */
export function anthropicText(...pieces: string[]): string[] {
  return [
    sse(
      {
        type: 'message_start',
        message: {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          content: [],
          model: 'm',
          stop_reason: null,
          usage: { input_tokens: 3, output_tokens: 1 },
        },
      },
      'message_start',
    ),
    sse({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }, 'content_block_start'),
    ...pieces.map((text) =>
      sse({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }, 'content_block_delta'),
    ),
  ];
}

export function anthropicStop(reason = 'end_turn'): string {
  return [
    sse({ type: 'content_block_stop', index: 0 }, 'content_block_stop'),
    sse(
      { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 5 } },
      'message_delta',
    ),
    sse({ type: 'message_stop' }, 'message_stop'),
  ].join('');
}

export const OPENAI_RESPONSES_USAGE = {
  input_tokens: 2112,
  input_tokens_details: { cached_tokens: 2000, cache_write_tokens: 100 },
  output_tokens: 89,
  output_tokens_details: { reasoning_tokens: 20 },
  total_tokens: 2201,
};

export const OPENAI_RESPONSES_STREAM = [
  responsesEvent('response.created', { response: { id: 'resp_1', status: 'in_progress', error: null, output: [] } }),
  responsesEvent('response.in_progress', {
    response: { id: 'resp_1', status: 'in_progress', error: null, output: [] },
  }),
  responsesEvent('response.output_item.added', {
    output_index: 0,
    item: { id: 'rs_1', type: 'reasoning', summary: [] },
  }),
  responsesEvent('response.reasoning_summary_part.added', {
    item_id: 'rs_1',
    output_index: 0,
    summary_index: 0,
    part: { type: 'summary_text', text: '' },
  }),
  responsesEvent('response.reasoning_summary_text.delta', summaryDelta('Zuerst ')),
  responsesEvent('response.reasoning_summary_text.delta', summaryDelta('lesen.')),
  responsesEvent('response.reasoning_summary_text.done', { output_index: 0, summary_index: 0, text: 'Zuerst lesen.' }),
  responsesEvent('response.output_item.done', {
    output_index: 0,
    item: {
      id: 'rs_1',
      type: 'reasoning',
      summary: [{ type: 'summary_text', text: 'Zuerst lesen.' }],
      encrypted_content: 'gAAAAA==',
    },
  }),
  ...responsesTextStart(1),
  responsesTextDelta('Grüße — ', 1),
  responsesEvent('response.some_future_event', { output_index: 1 }),
  responsesTextDelta('你好 👋', 1),
  responsesEvent('response.output_text.done', { output_index: 1, content_index: 0, text: 'Grüße — 你好 👋' }),
  responsesTextStop(1),
  responsesCall(2, 'call_a', 'read_file'),
  responsesArguments(2, '{"file_path":'),
  responsesArguments(2, '"ä.ts"}'),
  responsesEvent('response.function_call_arguments.done', {
    item_id: 'fc_2',
    output_index: 2,
    arguments: '{"file_path":"ä.ts"}',
  }),
  responsesEvent('response.output_item.done', {
    output_index: 2,
    item: {
      id: 'fc_2',
      type: 'function_call',
      call_id: 'call_a',
      name: 'read_file',
      arguments: '{"file_path":"ä.ts"}',
      status: 'completed',
    },
  }),
  responsesCall(3, 'call_b', 'list_directory'),
  responsesEvent('response.output_item.done', {
    output_index: 3,
    item: { id: 'fc_3', type: 'function_call', call_id: 'call_b', name: 'list_directory', arguments: '' },
  }),
  responsesEvent('response.completed', {
    response: {
      id: 'resp_1',
      status: 'completed',
      error: null,
      output: [],
      usage: OPENAI_RESPONSES_USAGE,
    },
  }),
].join('');

function summaryDelta(delta: string) {
  return { item_id: 'rs_1', output_index: 0, summary_index: 0, delta };
}

export function responsesEvent(type: string, rest: object): string {
  return sse({ type, sequence_number: 1, ...rest }, type);
}

/** The beginning of a message, up to its text. */
export function responsesTextStart(index = 0): string[] {
  return [
    responsesEvent('response.output_item.added', {
      output_index: index,
      item: { id: `msg_${index}`, type: 'message', role: 'assistant', status: 'in_progress', content: [] },
    }),
    responsesEvent('response.content_part.added', {
      item_id: `msg_${index}`,
      output_index: index,
      content_index: 0,
      part: { type: 'output_text', text: '', annotations: [] },
    }),
  ];
}

export function responsesTextDelta(delta: string, index = 0): string {
  return responsesEvent('response.output_text.delta', {
    item_id: `msg_${index}`,
    output_index: index,
    content_index: 0,
    delta,
  });
}

function responsesTextStop(index: number): string {
  return responsesEvent('response.output_item.done', {
    output_index: index,
    item: { id: `msg_${index}`, type: 'message', role: 'assistant', status: 'completed', content: [] },
  });
}

export function responsesCall(index: number, callId: string, name: string): string {
  return responsesEvent('response.output_item.added', {
    output_index: index,
    item: { id: `fc_${index}`, type: 'function_call', call_id: callId, name, arguments: '', status: 'in_progress' },
  });
}

export function responsesArguments(index: number, delta: string): string {
  return responsesEvent('response.function_call_arguments.delta', {
    item_id: `fc_${index}`,
    output_index: index,
    delta,
  });
}

export function responsesStop(status = 'completed', rest: object = {}): string {
  return responsesEvent(`response.${status}`, {
    response: { id: 'resp_1', status, error: null, output: [], usage: { input_tokens: 3, output_tokens: 5 }, ...rest },
  });
}

export const GEMINI_USAGE = {
  promptTokenCount: 2112,
  cachedContentTokenCount: 2000,
  candidatesTokenCount: 69,
  thoughtsTokenCount: 20,
  totalTokenCount: 2201,
};

export const GEMINI_STREAM = [
  geminiChunk([{ text: 'Zuerst ', thought: true }]),
  geminiChunk([{ text: 'lesen.', thought: true, thoughtSignature: 'EqQBCg==' }]),
  geminiChunk([{ text: 'Grüße — ' }]),
  ': keep-alive\n\n',
  sse({ someFutureField: { index: 1 } }),
  geminiChunk([{ hologram: { data: 'x' } }, { text: '你好 👋' }]),
  geminiChunk([
    { functionCall: { id: 'call_a', name: 'read_file', args: { file_path: 'ä.ts' } }, thoughtSignature: 'Q29k' },
    { functionCall: { id: 'call_b', name: 'list_directory', args: {} } },
  ]),
  geminiChunk([{ text: '' }], {
    finishReason: 'STOP',
    usageMetadata: GEMINI_USAGE,
  }),
].join('');

export function geminiChunk(
  parts: readonly object[],
  { finishReason, usageMetadata }: { finishReason?: string; usageMetadata?: object } = {},
): string {
  return sse({
    candidates: [{ content: { role: 'model', parts }, index: 0, ...(finishReason && { finishReason }) }],
    ...(usageMetadata && { usageMetadata }),
    modelVersion: 'm',
  });
}
