import type { OpenAI } from 'openai';
import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import type { Clock } from '../ports/clock.ts';
import type { ChatModel, ModelRequest } from './chatModel.ts';
import { DEFAULT_STALL_TIMEOUT, environmentHeaders, hostOf } from './connection.ts';
import { toOpenAiChatRequest } from './openaiChatRequest.ts';
import { createOpenAiChatAnswer, foldOpenAiChatChunk, type OpenAiChatAnswer } from './openaiChatStream.ts';
import { streamAnswer, type Wire, type WireOptions } from './wireStream.ts';

export interface OpenAiChatOptions {
  /** `openai` for OpenAI itself; its extra fields are sent only there. */
  readonly kind: 'openai' | 'openai-chat';
  /** Undefined for servers that want none, or want it in a header of the user's. */
  readonly apiKey: string | undefined;
  /** With `/v1` or what the server has in its place. */
  readonly baseUrl: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
  readonly clock: Clock;
  /** Milliseconds without a byte; 60,000 where not given. */
  readonly stallTimeout?: number;
  /** Names the writer of thinking parts; each provider behind this wire needs its own. */
  readonly source?: string;
}

/** OpenAI's Chat Completions, and the many servers compatible with it. The SDK is loaded by the first request. */
export function createOpenAiChatModel(options: OpenAiChatOptions): ChatModel {
  const source = options.source ?? 'openai-chat';
  return {
    stream(request, signal) {
      const wire: Wire<ChatCompletionChunk, OpenAiChatAnswer> = {
        initial: createOpenAiChatAnswer(source, callIds(request)),
        async open(connection) {
          const client = await createOpenAiClient(options, connection.fetch);
          const body = toOpenAiChatRequest(request, { kind: options.kind, source });
          return client.chat.completions.create(body, { signal: connection.signal });
        },
        fold: foldOpenAiChatChunk,
      };
      return streamAnswer(wire, toOpenAiWireOptions(options), signal);
    },
  };
}

/** A client that takes nothing from the environment, logs nothing and retries nothing: those are our decisions. */
export async function createOpenAiClient(options: OpenAiChatOptions, send: typeof fetch): Promise<OpenAI> {
  const sdk = await import('openai');
  return new sdk.OpenAI({
    // The SDK insists on a key; without one the header below stays out.
    apiKey: options.apiKey ?? 'none',
    organization: null,
    project: null,
    baseURL: options.baseUrl,
    // Named here as well, because headers from the SDK's environment variable would win over `apiKey`.
    defaultHeaders: {
      Authorization: options.apiKey === undefined ? null : `Bearer ${options.apiKey}`,
      ...options.headers,
    },
    fetch: send,
    maxRetries: 0,
    timeout: NO_TIMEOUT,
    logLevel: 'off',
  });
}

/** The longest a timer can take: stalls are ours to notice, and a long answer is none. */
const NO_TIMEOUT = 2 ** 31 - 1;

export function toOpenAiWireOptions(options: OpenAiChatOptions): WireOptions {
  const headers = options.headers ?? {};
  return {
    clock: options.clock,
    stallTimeout: options.stallTimeout ?? DEFAULT_STALL_TIMEOUT,
    ...(options.fetch && { fetch: options.fetch }),
    host: hostOf(options.baseUrl),
    secrets: [...(options.apiKey ? [options.apiKey] : []), ...Object.values(headers)],
    unwantedHeaders: environmentHeaders(process.env['OPENAI_CUSTOM_HEADERS'], [
      'authorization',
      ...Object.keys(headers),
    ]),
  };
}

function callIds({ messages }: ModelRequest): string[] {
  return messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool-call' ? [part.id] : [])));
}
