import type { OpenAI } from 'openai';
import { environmentHeaders } from './connection.ts';
import { toWireOptions, type AdapterOptions, type WireOptions } from './wire/wireStream.ts';

/**
 * A client that reads no environment variables, does not log and does not retry: Premove decides these things itself.
 */
export async function createOpenAiClient(options: AdapterOptions, send: typeof fetch): Promise<OpenAI> {
  const sdk = await import('openai');
  return new sdk.OpenAI({
    // The SDK requires a key. If there is none, the header below is left out.
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

/** The longest possible timer. `Connection` detects stalls, and a long answer is not a stall. */
const NO_TIMEOUT = 2 ** 31 - 1;

export function toOpenAiWireOptions(options: AdapterOptions): WireOptions {
  const ours = ['authorization', ...Object.keys(options.headers ?? {})];
  return toWireOptions(options, environmentHeaders(process.env['OPENAI_CUSTOM_HEADERS'], ours));
}
