import type { ChatCompletion, ChatCompletionChunk } from 'openai/resources/chat/completions';
import type { ChatModel, ModelRequest } from '../../chatModel.ts';
import { createOpenAiClient, toOpenAiWireOptions } from '../../openaiClient.ts';
import type { NativeContinuation } from '../../nativeContinuation.ts';
import type { OpenAiChatDialect } from '../../providers/providerRecord.ts';
import { dialectOf } from './openaiChatDialect.ts';
import { toOpenAiChatRequest, withoutRefusedFormat } from './openaiChatRequest.ts';
import {
  createOpenAiChatAnswer,
  endOpenAiChatText,
  foldOpenAiChatChunk,
  type OpenAiChatAnswer,
} from './openaiChatStream.ts';
import { callIdsIn } from '../../toolCalls.ts';
import { optionsFor, streamAnswer, toChunks, type AdapterOptions, type Wire } from '../wireStream.ts';

export interface OpenAiChatOptions extends AdapterOptions {
  /** Found by the base URL's host if not given. */
  readonly dialect?: OpenAiChatDialect;
  /** How the server continues a message of this model. */
  readonly continuationOf?: (model: string) => NativeContinuation | undefined;
}

/**
 * Creates a model for the Chat Completions API of OpenAI and many compatible servers. The base URL includes the API's
 * path: often `/v1`.
 */
export function createOpenAiChatModel(given: OpenAiChatOptions): ChatModel {
  const source = given.source ?? 'openai-chat';
  const dialect = given.dialect ?? dialectOf({ name: '', baseUrl: given.baseUrl });
  const options = { ...given, headers: { ...dialect.headers, ...given.headers } };
  return {
    stream(request, signal) {
      const wire: Wire<ChatCompletionChunk, OpenAiChatAnswer> = {
        initial: createOpenAiChatAnswer(source, callIdsIn(request.messages)),
        async open(connection) {
          const continuation = request.messages.at(-1)?.prefix ? given.continuationOf?.(request.model) : undefined;
          const baseUrl = withPath(options.baseUrl, continuation?.path);
          const client = await createOpenAiClient({ ...options, baseUrl }, connection.fetch);
          const send = async (attempt: ModelRequest) => {
            const body = toOpenAiChatRequest(attempt, { dialect, source, continuation });
            const returned = await client.chat.completions.create(body, { signal: connection.signal });
            return toChunks(returned, toOpenAiChatChunks, connection);
          };
          try {
            return await send(request);
          } catch (error) {
            const withoutFormat = withoutRefusedFormat(request, error);
            if (!withoutFormat) throw error;
            return send(withoutFormat);
          }
        },
        isWhole: request.stream === false,
        fold: foldOpenAiChatChunk,
        flush: endOpenAiChatText,
      };
      return streamAnswer(wire, toOpenAiWireOptions(optionsFor(request, options)), signal);
    },
  };
}

function toOpenAiChatChunks({ choices, ...rest }: ChatCompletion): ChatCompletionChunk[] {
  const chunk = {
    ...rest,
    object: 'chat.completion.chunk',
    choices: choices.map(({ message, ...choice }) => ({ ...choice, delta: message })),
  };
  // `foldOpenAiChatChunk` uses the positions of the tool calls, which have no index here.
  return [chunk as unknown as ChatCompletionChunk];
}

function withPath(url: string, path: string | undefined): string {
  if (path === undefined) return url;
  const changed = new URL(url);
  changed.pathname = path;
  return changed.href;
}
