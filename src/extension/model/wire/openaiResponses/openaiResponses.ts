import type { ResponseStreamEvent } from 'openai/resources/responses/responses';
import type { ChatModel } from '../../chatModel.ts';
import { createOpenAiClient, toOpenAiWireOptions } from '../../openaiClient.ts';
import { refusedExtra, toOpenAiResponsesRequest, type ResponsesExtra } from './openaiResponsesRequest.ts';
import {
  createOpenAiResponsesAnswer,
  foldOpenAiResponsesEvent,
  type OpenAiResponsesAnswer,
} from './openaiResponsesStream.ts';
import { toOpenAiResponsesEvents } from './openaiResponsesWhole.ts';
import { callIdsIn } from '../../toolCalls.ts';
import { optionsFor, streamAnswer, toChunks, type AdapterOptions, type Wire } from '../wireStream.ts';

/** Creates a model for OpenAI's Responses API. The base URL includes `/v1`. */
export function createOpenAiResponsesModel(options: AdapterOptions): ChatModel {
  const source = options.source ?? 'openai';
  /** Optional parts that the server has refused, by model. They are not sent again. */
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
              const returned = await client.responses.create(body, { signal: connection.signal });
              return toChunks(returned, toOpenAiResponsesEvents, connection);
            } catch (error) {
              const extra = refusedExtra(error);
              if (!extra || without.has(extra)) throw error;
              without = new Set([...without, extra]);
              // A refusal of earlier reasoning is not remembered, because it concerns only this conversation.
              if (isPermanentRefusal(extra))
                refused.set(request.model, new Set([...without].filter(isPermanentRefusal)));
            }
          }
        },
        isWhole: request.stream === false,
        fold: foldOpenAiResponsesEvent,
      };
      return streamAnswer(wire, toOpenAiWireOptions(optionsFor(request, options)), signal);
    },
  };
}

const NOTHING: ReadonlySet<ResponsesExtra> = new Set();

function isPermanentRefusal(extra: ResponsesExtra): boolean {
  return extra !== 'earlier-reasoning';
}
