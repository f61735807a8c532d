import type { RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages';
import type { Anthropic } from '@anthropic-ai/sdk';
import type { Clock } from '../ports/clock.ts';
import { toAnthropicRequest } from './anthropicRequest.ts';
import { createAnthropicAnswer, foldAnthropicEvent, type AnthropicAnswer } from './anthropicStream.ts';
import type { ChatModel } from './chatModel.ts';
import { DEFAULT_STALL_TIMEOUT, environmentHeaders, hostOf } from './connection.ts';
import { streamAnswer, type Wire, type WireOptions } from './wireStream.ts';

export interface AnthropicOptions {
  /** Undefined for servers that want none, or want it in a header of the user's. */
  readonly apiKey: string | undefined;
  /** Without `/v1`. */
  readonly baseUrl?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
  readonly clock: Clock;
  /** Milliseconds without a byte; 60,000 where not given. */
  readonly stallTimeout?: number;
  /** Names the signer of thinking parts; another provider behind this wire needs its own. */
  readonly source?: string;
}

export const ANTHROPIC_BASE_URL = 'https://api.anthropic.com';

/** Anthropic's Messages API, and what is compatible with it. The SDK is loaded by the first request. */
export function createAnthropicModel(options: AnthropicOptions): ChatModel {
  const source = options.source ?? 'anthropic';
  return {
    stream(request, signal) {
      const wire: Wire<RawMessageStreamEvent, AnthropicAnswer> = {
        initial: createAnthropicAnswer(source),
        async open(connection) {
          const client = await createAnthropicClient(options, connection.fetch);
          return client.messages.create(toAnthropicRequest(request, source), { signal: connection.signal });
        },
        fold: foldAnthropicEvent,
      };
      return streamAnswer(wire, toAnthropicWireOptions(options), signal);
    },
  };
}

/** A client that takes nothing from the environment, logs nothing and retries nothing: those are our decisions. */
export async function createAnthropicClient(options: AnthropicOptions, send: typeof fetch): Promise<Anthropic> {
  const sdk = await import('@anthropic-ai/sdk');
  return new sdk.Anthropic({
    apiKey: options.apiKey ?? null,
    authToken: null,
    baseURL: options.baseUrl ?? ANTHROPIC_BASE_URL,
    // Named here as well, because headers from the SDK's environment variable would win over `apiKey`, and because
    // without a key the SDK wants to be told that nothing is missing.
    defaultHeaders: { Authorization: null, 'x-api-key': options.apiKey ?? null, ...options.headers },
    fetch: send,
    maxRetries: 0,
    timeout: NO_TIMEOUT,
    logLevel: 'off',
    openTelemetry: false,
  });
}

/** The longest a timer can take: stalls are ours to notice, and a long answer is none. */
const NO_TIMEOUT = 2 ** 31 - 1;

export function toAnthropicWireOptions(options: AnthropicOptions): WireOptions {
  const headers = options.headers ?? {};
  return {
    clock: options.clock,
    stallTimeout: options.stallTimeout ?? DEFAULT_STALL_TIMEOUT,
    ...(options.fetch && { fetch: options.fetch }),
    host: hostOf(options.baseUrl ?? ANTHROPIC_BASE_URL),
    secrets: [...(options.apiKey ? [options.apiKey] : []), ...Object.values(headers)],
    unwantedHeaders: environmentHeaders(process.env['ANTHROPIC_CUSTOM_HEADERS'], [
      'x-api-key',
      'anthropic-version',
      ...Object.keys(headers),
    ]),
  };
}
