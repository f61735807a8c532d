import type { OpenAI } from 'openai';
import { environmentHeaders } from './connection.ts';
import { toWireOptions, type AdapterOptions, type WireOptions } from './wire/wireStream.ts';

/**
 * The client does not use the SDK's environment variables, log and retries, because Premove has its own. Only
 * `OPENAI_CUSTOM_HEADERS` cannot be switched off here; see `toOpenAiWireOptions`.
 */
export async function createOpenAiClient(options: AdapterOptions, send: typeof fetch): Promise<OpenAI> {
  const sdk = await import('openai');
  return new sdk.OpenAI({
    // The SDK requires a key; if there is none, the null below removes the header.
    apiKey: options.apiKey ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    baseURL: options.baseUrl,
    // Headers from `OPENAI_CUSTOM_HEADERS` would override the header that the SDK makes from `apiKey`.
    defaultHeaders: {
      Authorization: options.apiKey === undefined ? null : `Bearer ${options.apiKey}`,
      ...options.headers,
    },
    fetch: send,
    maxRetries: 0,
    timeout: LONGEST_TIMEOUT,
    logLevel: 'off',
  });
}

/** Milliseconds: the longest possible timer. `Connection` detects stalls, and a long answer is not a stall. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

/** Removes the headers that the SDK takes from `OPENAI_CUSTOM_HEADERS`. */
export function toOpenAiWireOptions(options: AdapterOptions): WireOptions {
  const ownHeaders = ['authorization', ...Object.keys(options.headers ?? {})];
  return toWireOptions(options, environmentHeaders(process.env['OPENAI_CUSTOM_HEADERS'], ownHeaders));
}
