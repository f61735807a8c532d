import type { ResponseStreamEvent } from 'openai/resources/responses/responses';
import type { ChatModel } from '../../chatModel.ts';
import { createOpenAiClient, toOpenAiWireOptions } from '../../openaiClient.ts';
import { refusedExtra, toOpenAiResponsesRequest, type ResponsesExtra } from './openaiResponsesRequest.ts';
import {
  createOpenAiResponsesAnswer,
  foldOpenAiResponsesEvent,
  type OpenAiResponsesAnswer,
} from './openaiResponsesStream.ts';
import { callIdsIn } from '../../toolCalls.ts';
import { streamAnswer, type AdapterOptions, type Wire } from '../wireStream.ts';

/** OpenAI's Responses API. The base URL is with `/v1`. The SDK is loaded by the first request. */
export function createOpenAiResponsesModel(options: AdapterOptions): ChatModel {
  const source = options.source ?? 'openai';
  /** By model: what the server refused once is not asked for again. */
  const refused = new Map<string, ReadonlySet<ResponsesExtra>>();
  return {
    stream(request, signal) {
      const wire: Wire<ResponseStreamEvent, OpenAiResponsesAnswer> = {
        initial: createOpenAiResponsesAnswer(source, callIdsIn(request.messages)),
        async open(connection) {
          const client = await createOpenAiClient(options, connection.fetch);
          let without = refused.get(request.model) ?? NOTHING;
          for (;;) {
            try {
              const body = toOpenAiResponsesRequest(request, { source, without });
              return await client.responses.create(body, { signal: connection.signal });
            } catch (error) {
              const extra = refusedExtra(error);
              if (!extra || without.has(extra)) throw error;
              without = new Set([...without, extra]);
              // Earlier reasoning is refused for what it is, so another conversation may send its own.
              if (extra !== 'earlier-reasoning')
                refused.set(request.model, new Set([...without].filter(isPermanentRefusal)));
            }
          }
        },
        fold: foldOpenAiResponsesEvent,
      };
      return streamAnswer(wire, toOpenAiWireOptions(options), signal);
    },
  };
}

const NOTHING: ReadonlySet<ResponsesExtra> = new Set();

function isPermanentRefusal(extra: ResponsesExtra): boolean {
  return extra !== 'earlier-reasoning';
}
