import { createAnthropicModel } from '../../../../src/extension/model/wire/anthropic/anthropic.ts';
import type { ChatModel, Usage } from '../../../../src/extension/model/chatModel.ts';
import { createGeminiModel } from '../../../../src/extension/model/wire/gemini/gemini.ts';
import type { JsonValue } from '../../../../src/extension/model/message.ts';
import { createOpenAiChatModel } from '../../../../src/extension/model/wire/openaiChat/openaiChat.ts';
import { dialectOf } from '../../../../src/extension/model/wire/openaiChat/openaiChatDialect.ts';
import { createOpenAiResponsesModel } from '../../../../src/extension/model/wire/openaiResponses/openaiResponses.ts';
import type { Clock } from '../../../../src/extension/ports/clock.ts';
import { sse } from '../../../support/wireServer.ts';
import {
  ANTHROPIC_STREAM,
  anthropicStop,
  anthropicText,
  chunk,
  GEMINI_STREAM,
  geminiChunk,
  OPENAI_CHAT_STREAM,
  OPENAI_RESPONSES_STREAM,
  responsesArguments,
  responsesCall,
  responsesStop,
  responsesTextDelta,
  responsesTextStart,
} from './recorded.ts';

/** One wire format for tests that run with every wire format. */
export interface TestWire {
  readonly name: string;
  readonly path: string;
  /** The stream of the answer that is the same for all wires (`recorded.ts`). */
  readonly recorded: string;
  /** The provider's word for the end of the recorded stream. */
  readonly stopWord: string;
  /** The usage that the recorded stream reports. */
  readonly usage: Usage;
  /** The source and the data of `opaque` in a thought of this wire. */
  readonly source: string;
  readonly thought: JsonValue;
  create(url: string, clock: Clock, options?: TestWireOptions): ChatModel;
  /** The pieces of a stream up to its text, without the end. */
  readonly beginning: (...text: string[]) => string[];
  readonly end: string;
  /** A call whose arguments break off. */
  readonly halfCall: string;
  readonly errorInStream: string;
  readonly notJson: string;
  readonly unknownEvent: string;
  readonly wrongShape: string;
  /** Environment variables that the wire's SDK would read by itself. */
  readonly environment: Readonly<Record<string, string>>;
  readonly errorBody: (type: string, message: string) => unknown;
}

export interface TestWireOptions {
  readonly stallTimeout?: number;
  readonly fetch?: typeof fetch;
}

export const API_KEY = 'sk-test-0123456789abcdef';

const NOT_JSON = 'data: {"type":\n\n';
const USAGE: Usage = { input: 12, cacheRead: 2000, cacheWrite: 100, output: 89 };
const CUSTOM_HEADERS = 'x-gateway: secret\nAuthorization: Bearer other\nx-api-key: other';

export const WIRES: readonly TestWire[] = [
  {
    name: 'Anthropic',
    path: '/v1/messages',
    recorded: ANTHROPIC_STREAM,
    stopWord: 'tool_use',
    usage: USAGE,
    source: 'anthropic',
    thought: { signature: 'c2ln' },
    notJson: `event: content_block_delta\n${NOT_JSON}`,
    unknownEvent: sse({ type: 'some_future_event', index: 1 }, 'some_future_event'),
    wrongShape: sse({ type: 'content_block_start', index: 1, content_block: null }, 'content_block_start'),
    environment: { ANTHROPIC_CUSTOM_HEADERS: CUSTOM_HEADERS, ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' },
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
    recorded: OPENAI_CHAT_STREAM,
    stopWord: 'tool_calls',
    usage: USAGE,
    source: 'openai-chat',
    thought: {},
    notJson: NOT_JSON,
    unknownEvent: sse({ object: 'some.future.chunk' }),
    wrongShape: sse({ object: 'chat.completion.chunk', choices: [null] }),
    environment: { OPENAI_CUSTOM_HEADERS: CUSTOM_HEADERS, OPENAI_BASE_URL: 'http://127.0.0.1:9' },
    create: (url, clock, options) =>
      createOpenAiChatModel({
        dialect: dialectOf({ name: 'openai', baseUrl: url }),
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
  {
    name: 'Responses',
    path: '/v1/responses',
    recorded: OPENAI_RESPONSES_STREAM,
    stopWord: 'completed',
    usage: USAGE,
    source: 'openai',
    thought: { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: 'gAAAAA==' },
    notJson: NOT_JSON,
    unknownEvent: sse({ type: 'response.some_future_event', output_index: 1 }),
    wrongShape: sse({ type: 'response.output_item.added', output_index: 1, item: null }),
    environment: { OPENAI_CUSTOM_HEADERS: CUSTOM_HEADERS, OPENAI_BASE_URL: 'http://127.0.0.1:9' },
    create: (url, clock, options) =>
      createOpenAiResponsesModel({ apiKey: API_KEY, baseUrl: `${url}/v1`, clock, ...options }),
    beginning: (...text) => [...responsesTextStart(), ...text.map((delta) => responsesTextDelta(delta))],
    end: responsesStop(),
    halfCall: responsesCall(1, 'call_a', 'edit') + responsesArguments(1, '{"file_path":"a'),
    errorInStream: sse({ type: 'error', code: 'server_is_overloaded', message: 'Overloaded', param: null }, 'error'),
    errorBody: (type, message) => ({ error: { type, message, code: null, param: null } }),
  },
  {
    name: 'Gemini',
    path: '/v1beta/models/some-model:streamGenerateContent?alt=sse',
    recorded: GEMINI_STREAM,
    stopWord: 'STOP',
    // Gemini does not report the tokens that were written to the cache.
    usage: { input: 112, cacheRead: 2000, cacheWrite: 0, output: 89 },
    source: 'gemini',
    thought: { thoughtSignature: 'EqQBCg==' },
    notJson: NOT_JSON,
    unknownEvent: sse({ someFutureField: { index: 1 } }),
    wrongShape: sse({ candidates: [{ content: { parts: [null] } }] }),
    environment: { GOOGLE_API_KEY: 'other', GEMINI_API_KEY: 'other', GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:9' },
    create: (url, clock, options) => createGeminiModel({ apiKey: API_KEY, baseUrl: url, clock, ...options }),
    beginning: (...text) => text.map((piece) => geminiChunk([{ text: piece }])),
    end: geminiChunk([], { finishReason: 'STOP' }),
    halfCall: 'data: {"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"name":"edit","args":{"fi',
    errorInStream: sse({ error: { code: 503, message: 'Overloaded', status: 'UNAVAILABLE' } }),
    errorBody: (status, message) => ({ error: { message, status } }),
  },
];
