import type { RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages';
import type { Anthropic } from '@anthropic-ai/sdk';
import { toAnthropicRequest } from './anthropicRequest.ts';
import { createAnthropicAnswer, foldAnthropicEvent, type AnthropicAnswer } from './anthropicStream.ts';
import { toAnthropicEvents } from './anthropicWhole.ts';
import type { ChatModel } from '../../chatModel.ts';
import { environmentHeaders } from '../../connection.ts';
import { callIdsIn } from '../../toolCalls.ts';
import {
  optionsFor,
  streamAnswer,
  toChunks,
  toWireOptions,
  type AdapterOptions,
  type Wire,
  type WireOptions,
} from '../wireStream.ts';

/** Creates a model for Anthropic's Messages API and compatible servers. The base URL is without `/v1`. */
export function createAnthropicModel(options: AdapterOptions): ChatModel {
  const source = options.source ?? 'anthropic';
  return {
    stream(request, signal) {
      const wire: Wire<RawMessageStreamEvent, AnthropicAnswer> = {
        initial: createAnthropicAnswer(source, callIdsIn(request.messages), request.searchesWeb),
        async open(connection) {
          const client = await createAnthropicClient(options, connection.fetch);
          const body = toAnthropicRequest(request, source);
          return toChunks(
            await client.messages.create(body, { signal: connection.signal }),
            toAnthropicEvents,
            connection,
          );
        },
        isWhole: request.stream === false,
        fold: foldAnthropicEvent,
      };
      return streamAnswer(wire, toAnthropicWireOptions(optionsFor(request, options)), signal);
    },
  };
}

/**
 * Creates a client that does not log or retry. The SDK adds the headers of the variable `ANTHROPIC_CUSTOM_HEADERS`.
 * `send` must remove these headers, as the `fetch` of a `Connection` does.
 */
export async function createAnthropicClient(
  options: Pick<AdapterOptions, 'apiKey' | 'baseUrl' | 'headers'>,
  send: typeof fetch,
): Promise<Anthropic> {
  const sdk = await import('@anthropic-ai/sdk');
  return new sdk.Anthropic({
    // Without a key, the SDK could send the user's own credentials to another provider's server.
    apiKey: options.apiKey ?? 'unused',
    authToken: null,
    baseURL: options.baseUrl,
    // `null` removes a header that the SDK makes from `apiKey`.
    defaultHeaders: { Authorization: null, 'x-api-key': options.apiKey ?? null, ...options.headers },
    fetch: send,
    maxRetries: 0,
    timeout: LONGEST_TIMEOUT,
    logLevel: 'off',
    openTelemetry: false,
  });
}

/** The longest possible timer, in milliseconds. The SDK needs no timeout, because `Connection` detects stalls. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

export function toAnthropicWireOptions(options: AdapterOptions): WireOptions {
  const ownHeaders = ['x-api-key', 'anthropic-version', ...Object.keys(options.headers ?? {})];
  return toWireOptions(options, environmentHeaders(process.env['ANTHROPIC_CUSTOM_HEADERS'], ownHeaders));
}
