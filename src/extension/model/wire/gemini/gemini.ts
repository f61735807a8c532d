import type { GenerateContentResponse, GoogleGenAI } from '@google/genai/web';
import type { ChatModel } from '../../chatModel.ts';
import { toGeminiRequest, withContentsLast } from './geminiRequest.ts';
import { createGeminiAnswer, foldGeminiChunk, type GeminiAnswer } from './geminiStream.ts';
import { callIdsIn } from '../../toolCalls.ts';
import {
  contentTypeOf,
  optionsFor,
  streamAnswer,
  toChunks,
  toWireOptions,
  type AdapterOptions,
  type Wire,
  type WireOptions,
} from '../wireStream.ts';

/**
 * Creates a model for Google's Gemini API. The base URL may end in a version (`/v1`); otherwise, the version is
 * `v1beta`.
 */
export function createGeminiModel(options: AdapterOptions): ChatModel {
  const source = options.source ?? 'gemini';
  return {
    billsAborted: true,
    stream(request, signal) {
      const wire: Wire<GenerateContentResponse, GeminiAnswer> = {
        initial: createGeminiAnswer(source, callIdsIn(request.messages)),
        async open(connection) {
          const client = await createGeminiClient(options, connection.fetch);
          const { config, ...rest } = toGeminiRequest(request, source);
          const parameters = { ...rest, config: { ...config, abortSignal: connection.signal } };
          if (request.stream === false) {
            return toChunks(await client.models.generateContent(parameters), (whole) => [whole], connection);
          }
          const chunks = await client.models.generateContentStream(parameters);
          // The SDK would treat an HTML page as a stream that was cut off.
          return contentTypeOf(connection)?.includes('event-stream') ? chunks : NO_CHUNKS;
        },
        isWhole: request.stream === false,
        fold: foldGeminiChunk,
      };
      return streamAnswer(wire, toGeminiWireOptions(optionsFor(request, options)), signal);
    },
  };
}

const NO_CHUNKS: AsyncIterable<GenerateContentResponse> = {
  [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: true, value: undefined }) }),
};

/**
 * Creates a client that does not retry. Uses the SDK's web build, because the Node build reads keys and addresses from
 * the environment and is twice the size.
 */
export async function createGeminiClient(options: AdapterOptions, send: typeof fetch): Promise<GoogleGenAI> {
  const sdk = await import('@google/genai/web');
  const { address, version } = splitVersion(options.baseUrl);
  return new sdk.GoogleGenAI({
    vertexai: false,
    // The SDK requires a key. If the user has set none, `headersToRemove` removes the SDK's key header.
    apiKey: options.apiKey ?? 'none',
    // The SDK's default, v1, lacks early features: https://ai.google.dev/gemini-api/docs/api-versions.
    apiVersion: version ?? 'v1beta',
    httpOptions: {
      baseUrl: address,
      headers: { ...options.headers },
      fetch: (input, init) => {
        const isRequest = typeof init?.body === 'string';
        return send(input, isRequest ? { ...init, body: withContentsLast(init.body as string) } : init);
      },
    },
  });
}

/** The SDK takes the address and the version separately. The version is undefined if the URL does not end in one. */
function splitVersion(url: string): { readonly address: string; readonly version: string | undefined } {
  const match = /^(.*?)\/(v\d[\w.]*)\/*$/.exec(url);
  return match ? { address: match[1] ?? url, version: match[2] } : { address: url, version: undefined };
}

export function toGeminiWireOptions(options: AdapterOptions): WireOptions {
  const names = Object.keys(options.headers ?? {}).map((name) => name.toLowerCase());
  const hasNoKey = options.apiKey === undefined && !names.includes('x-goog-api-key');
  return toWireOptions(options, hasNoKey ? ['x-goog-api-key'] : []);
}
