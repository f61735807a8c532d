import type { RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages';
import type { GenerateContentResponse } from '@google/genai/web';
import fc from 'fast-check';
import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import type { ResponseStreamEvent } from 'openai/resources/responses/responses';
import type { Answer } from '../../../../src/extension/model/answer.ts';
import {
  createAnthropicAnswer,
  foldAnthropicEvent,
} from '../../../../src/extension/model/wire/anthropic/anthropicStream.ts';
import { createGeminiAnswer, foldGeminiChunk } from '../../../../src/extension/model/wire/gemini/geminiStream.ts';
import {
  createOpenAiChatAnswer,
  endOpenAiChatText,
  foldOpenAiChatChunk,
} from '../../../../src/extension/model/wire/openaiChat/openaiChatStream.ts';
import {
  createOpenAiResponsesAnswer,
  foldOpenAiResponsesEvent,
} from '../../../../src/extension/model/wire/openaiResponses/openaiResponsesStream.ts';

/** A part of an answer, independent of the wire. Each wire has its own events for the part. */
export type Written =
  | { readonly kind: 'thinking'; readonly pieces: readonly string[]; readonly isSigned: boolean }
  | { readonly kind: 'redacted' }
  | { readonly kind: 'text'; readonly pieces: readonly string[] }
  | { readonly kind: 'call'; readonly name: string; readonly json: readonly string[]; readonly isSigned: boolean }
  | { readonly kind: 'citation' };

const pieces = fc.array(fc.constantFrom('', ' ', '\n', 'a', 'wörter 你好', '<think>', '</think>', '. '), {
  maxLength: 4,
});

export const written: fc.Arbitrary<Written> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('thinking' as const), pieces, isSigned: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('redacted' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('text' as const), pieces }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('call' as const),
      name: fc.constantFrom('read_file', 'edit', 'default_api.read_file', '', 'x'.repeat(80), '1 é'),
      json: fc.constantFrom(['{"a":', '1}'], ['{}'], [], ['{"a"'], ['[1]']),
      isSigned: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('citation' as const) }) },
);

/** Converts parts to the events of one wire's stream, and folds such events into an answer. */
export interface AnswerWriter {
  readonly name: string;
  eventsOf(written: readonly Written[], id: () => string): readonly unknown[];
  fold(events: readonly unknown[], usedIds: readonly string[]): Answer;
}

export const ANSWER_WRITERS: readonly AnswerWriter[] = [
  {
    name: 'Anthropic',
    eventsOf: (parts, id) => parts.flatMap((part, index) => anthropicEvents(part, index, id)),
    fold: (events, usedIds) =>
      (events as RawMessageStreamEvent[]).reduce<ReturnType<typeof createAnthropicAnswer>>(
        (state, event) => foldAnthropicEvent(state, event).state,
        createAnthropicAnswer('anthropic', usedIds),
      ),
  },
  {
    name: 'Gemini',
    eventsOf: (parts) => parts.flatMap((part) => geminiParts(part).map(toGeminiChunk)),
    fold: (events, usedIds) =>
      (events as GenerateContentResponse[]).reduce(
        (state, event) => foldGeminiChunk(state, event).state,
        createGeminiAnswer('gemini', usedIds),
      ),
  },
  {
    name: 'Responses',
    eventsOf: (parts, id) => parts.flatMap((part, index) => responsesEvents(part, index, id)),
    fold: (events, usedIds) =>
      (events as ResponseStreamEvent[]).reduce(
        (state, event) => foldOpenAiResponsesEvent(state, event).state,
        createOpenAiResponsesAnswer('openai', usedIds),
      ),
  },
  {
    name: 'Chat Completions',
    eventsOf: (parts) => parts.flatMap((part, index) => chatDeltas(part, index).map(toChatChunk)),
    fold: (events, usedIds) =>
      endOpenAiChatText(
        (events as ChatCompletionChunk[]).reduce(
          (state, event) => foldOpenAiChatChunk(state, event).state,
          createOpenAiChatAnswer('openai-chat', usedIds),
        ),
      ).state,
  },
];

const SIGNATURE = 'c2ln';
const PAGE = { url: 'https://a.b', title: 'A' };

function anthropicEvents(part: Written, index: number, id: () => string): unknown[] {
  const start = (content_block: unknown) => ({ type: 'content_block_start', index, content_block });
  const delta = (given: unknown) => ({ type: 'content_block_delta', index, delta: given });
  switch (part.kind) {
    case 'thinking':
      return [
        start({ type: 'thinking', thinking: '' }),
        ...part.pieces.map((thinking) => delta({ type: 'thinking_delta', thinking })),
        ...(part.isSigned ? [delta({ type: 'signature_delta', signature: SIGNATURE })] : []),
      ];
    case 'redacted':
      return [start({ type: 'redacted_thinking', data: 'x' })];
    case 'text':
      return [start({ type: 'text', text: '' }), ...part.pieces.map((text) => delta({ type: 'text_delta', text }))];
    case 'call':
      return [
        start({ type: 'tool_use', id: id(), name: part.name, input: {} }),
        ...part.json.map((partial_json) => delta({ type: 'input_json_delta', partial_json })),
      ];
    case 'citation':
      return [delta({ type: 'citations_delta', citation: { type: 'web_search_result_location', ...PAGE } })];
  }
}

function geminiParts(part: Written): unknown[] {
  switch (part.kind) {
    case 'thinking':
      return [
        ...part.pieces.map((text) => ({ text, thought: true })),
        ...(part.isSigned ? [{ text: '', thought: true, thoughtSignature: SIGNATURE }] : []),
      ];
    case 'redacted':
      return [{ text: '', thoughtSignature: SIGNATURE }];
    case 'text':
      return part.pieces.map((text) => ({ text }));
    case 'call':
      return [
        { functionCall: { name: part.name, args: { a: 1 } }, ...(part.isSigned && { thoughtSignature: SIGNATURE }) },
      ];
    case 'citation':
      return [];
  }
}

function toGeminiChunk(part: unknown): unknown {
  return { candidates: [{ content: { role: 'model', parts: [part] } }] };
}

function responsesEvents(part: Written, output_index: number, id: () => string): unknown[] {
  const event = (type: string, rest: object) => ({ type: `response.${type}`, output_index, content_index: 0, ...rest });
  switch (part.kind) {
    case 'thinking':
    case 'redacted': {
      const texts = part.kind === 'thinking' ? part.pieces : [];
      const item = { id: `rs_${output_index}`, type: 'reasoning', summary: [] };
      return [
        event('output_item.added', { item }),
        ...texts.map((delta) => event('reasoning_summary_text.delta', { delta, summary_index: 0 })),
        event('output_item.done', { item: { ...item, encrypted_content: SIGNATURE } }),
      ];
    }
    case 'text': {
      const item = { id: `msg_${output_index}`, type: 'message', phase: 'commentary' };
      return [
        event('output_item.added', { item }),
        ...part.pieces.map((delta) => event('output_text.delta', { delta })),
      ];
    }
    case 'call': {
      const item = { type: 'function_call', call_id: id(), name: part.name, arguments: '' };
      const deltas = part.json.map((delta) => event('function_call_arguments.delta', { delta }));
      return [event('output_item.added', { item }), ...deltas];
    }
    case 'citation':
      return [event('output_text.annotation.added', { annotation: { type: 'url_citation', ...PAGE } })];
  }
}

function chatDeltas(part: Written, index: number): unknown[] {
  switch (part.kind) {
    case 'thinking':
      return part.pieces.map((reasoning_content) => ({ reasoning_content }));
    case 'redacted':
      return [{ reasoning_details: [{ type: 'reasoning.encrypted', data: 'x' }] }];
    case 'text':
      return part.pieces.map((content) => ({ content }));
    case 'call': {
      const call = (given: object) => ({ tool_calls: [{ index, function: given }] });
      return [call({ name: part.name, arguments: '' }), ...part.json.map((json) => call({ arguments: json }))];
    }
    case 'citation':
      return [{ annotations: [{ url_citation: PAGE }] }];
  }
}

function toChatChunk(delta: unknown): unknown {
  return { choices: [{ index: 0, delta, finish_reason: null }] };
}
