import { sse } from '../../support/wireServer.ts';

/**
 * Streams as the vendors document and send them, for both wires the same conversation: thinking, text, two calls whose
 * arguments come in pieces, stop. Non-ASCII text, so that a cut can fall inside a character.
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
    usage: {
      prompt_tokens: 2112,
      completion_tokens: 89,
      total_tokens: 2201,
      prompt_tokens_details: { cached_tokens: 2000, cache_write_tokens: 100 },
    },
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

/** A Messages API stream of text alone. */
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
