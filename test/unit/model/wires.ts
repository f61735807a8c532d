import { createAnthropicModel } from '../../../src/extension/model/anthropic.ts';
import type { ChatModel } from '../../../src/extension/model/chatModel.ts';
import { createOpenAiChatModel } from '../../../src/extension/model/openaiChat.ts';
import type { Clock } from '../../../src/extension/ports/clock.ts';
import { sse } from '../../support/wireServer.ts';
import { anthropicStop, anthropicText, chunk } from './recorded.ts';

/** What a test needs to put either wire to the same question. */
export interface TestWire {
  readonly name: string;
  readonly path: string;
  create(url: string, clock: Clock, options?: TestWireOptions): ChatModel;
  /** The stream's pieces up to and with the text, without its end. */
  readonly beginning: (...text: string[]) => string[];
  readonly end: string;
  /** A call whose arguments break off. */
  readonly halfCall: string;
  readonly errorInStream: string;
  readonly errorBody: (type: string, message: string) => unknown;
}

export interface TestWireOptions {
  readonly stallTimeout?: number;
  readonly fetch?: typeof fetch;
}

export const API_KEY = 'sk-test-0123456789abcdef';

export const WIRES: readonly TestWire[] = [
  {
    name: 'Anthropic',
    path: '/v1/messages',
    create: (url, clock, options) => createAnthropicModel({ apiKey: API_KEY, baseUrl: url, clock, ...options }),
    beginning: anthropicText,
    end: anthropicStop(),
    halfCall: [
      sse(
        {
          type: 'content_block_start',
          index: 1,
          content_block: { type: 'tool_use', id: 'call_a', name: 'edit', input: {} },
        },
        'content_block_start',
      ),
      sse(
        { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"file_path":"a' } },
        'content_block_delta',
      ),
    ].join(''),
    errorInStream: sse({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 'error'),
    errorBody: (type, message) => ({ type: 'error', error: { type, message } }),
  },
  {
    name: 'Chat Completions',
    path: '/v1/chat/completions',
    create: (url, clock, options) =>
      createOpenAiChatModel({
        kind: 'openai',
        apiKey: API_KEY,
        baseUrl: `${url}/v1`,
        clock,
        ...options,
      }),
    beginning: (...text) => text.map((content) => chunk({ content })),
    end: chunk({}, 'stop') + sse('[DONE]'),
    halfCall: chunk({
      tool_calls: [
        { index: 0, id: 'call_a', type: 'function', function: { name: 'edit', arguments: '{"file_path":"a' } },
      ],
    }),
    errorInStream: sse({ error: { type: 'overloaded_error', message: 'Overloaded' } }),
    errorBody: (type, message) => ({ error: { type, message, code: null } }),
  },
];
