import type { ResponseOutputItem, ResponseStreamEvent, ResponseUsage } from 'openai/resources/responses/responses';
import {
  addPart,
  EMPTY_ANSWER,
  findPart,
  foldCitation,
  withPart,
  withStop,
  type Answer,
  type Folded,
} from '../../answer.ts';
import type { StopReason, Usage } from '../../chatModel.ts';
import type { JsonObject, Opaque } from '../../message.ts';
import { toUnusedId } from '../../toolCalls.ts';

export interface OpenAiResponsesAnswer extends Answer {
  /** See `Opaque.source`. */
  readonly source: string;
  /** Call ids that must not be reused. */
  readonly usedIds: ReadonlySet<string>;
  /** The `opaque` of a message's text, by the wire's index of the message. */
  readonly phases: Readonly<Record<number, Opaque>>;
  /** The index of a reasoning item's current summary or content part, by the wire's index of the item. */
  readonly reasoningParts: Readonly<Record<number, number>>;
  /** The number of web searches so far, which the wire's usage does not count. */
  readonly searches: number;
}

export function createOpenAiResponsesAnswer(source: string, usedIds: Iterable<string>): OpenAiResponsesAnswer {
  return { ...EMPTY_ANSWER, source, usedIds: new Set(usedIds), phases: {}, reasoningParts: {}, searches: 0 };
}

type State = OpenAiResponsesAnswer;

/** Folds one event of a Responses stream into `state`, and may mutate `state`. Ignores unknown events and items. */
export function foldOpenAiResponsesEvent(state: State, event: ResponseStreamEvent): Folded<State> {
  switch (event.type) {
    case 'response.output_item.added':
      return startItem(state, event.output_index, event.item);
    case 'response.output_item.done':
      return endItem(state, event.output_index, event.item);
    case 'response.output_text.delta':
    case 'response.refusal.delta':
      return foldText(state, event.output_index, event.content_index, event.delta);
    case 'response.reasoning_summary_text.delta':
      return foldThinking(state, event.output_index, event.summary_index, event.delta);
    case 'response.reasoning_text.delta':
      return foldThinking(state, event.output_index, event.content_index, event.delta);
    case 'response.function_call_arguments.delta':
      return foldArguments(state, event.output_index, event.delta);
    case 'response.output_text.annotation.added': {
      const { type, url, title } = (event.annotation ?? {}) as Readonly<Record<'type' | 'url' | 'title', unknown>>;
      return type === 'url_citation' ? foldCitation(state, url, title) : withoutEvents(state);
    }
    case 'response.completed':
      return withoutEvents(withStop(withUsage(state, event.response.usage), 'completed', STOP_REASONS));
    case 'response.incomplete': {
      const reason = event.response.incomplete_details?.reason ?? 'incomplete';
      return withoutEvents(withStop(withUsage(state, event.response.usage), reason, STOP_REASONS));
    }
    case 'response.failed':
      return {
        ...withoutEvents(withUsage(state, event.response.usage)),
        failure: { error: event.response.error ?? {} },
      };
    case 'error':
      return { ...withoutEvents(state), failure: { error: { code: event.code, message: event.message } } };
    default:
      return withoutEvents(state);
  }
}

const STOP_REASONS: Readonly<Record<string, StopReason>> = {
  completed: 'done',
  max_output_tokens: 'length',
  content_filter: 'refused',
};

function startItem(state: State, index: number, item: ResponseOutputItem): Folded<State> {
  if (item.type === 'message' && item.phase) {
    const opaque = { source: state.source, data: { phase: item.phase } };
    return withoutEvents({ ...state, phases: { ...state.phases, [index]: opaque } });
  }
  if (item.type !== 'function_call') return withoutEvents(state);
  const id = toUnusedId(item.call_id, state.usedIds);
  const json = item.arguments;
  const next = addPart({ ...state, usedIds: new Set([...state.usedIds, id]) }, itemKey(index), {
    type: 'open-call',
    id,
    name: item.name,
    json,
  });
  const delta = json ? [{ type: 'tool-call-delta' as const, id, text: json }] : [];
  return { state: next, events: [{ type: 'tool-call-start', id, name: item.name }, ...delta] };
}

/** Encrypted reasoning arrives only in the complete item, and so do arguments that the server does not stream. */
function endItem(state: State, index: number, item: ResponseOutputItem): Folded<State> {
  const key = itemKey(index);
  const part = findPart(state, key);
  if (item.type === 'reasoning') {
    const text = part?.type === 'thinking' ? part.text : '';
    const opaque = { source: state.source, data: item as unknown as JsonObject };
    return withoutEvents(withPart(state, key, { type: 'thinking', text, opaque }));
  }
  if (item.type === 'web_search_call') {
    // Only searches are charged, not opened pages. Some servers omit the action.
    const { action } = item as Partial<typeof item>;
    const isSearch = action === undefined || action.type === 'search';
    return withoutEvents(isSearch ? { ...state, searches: state.searches + 1 } : state);
  }
  const isSilentCall = item.type === 'function_call' && part?.type === 'open-call' && !part.json;
  return isSilentCall ? foldArguments(state, index, item.arguments) : withoutEvents(state);
}

function foldText(state: State, index: number, contentIndex: number, text: string): Folded<State> {
  if (!text) return withoutEvents(state);
  const events = [{ type: 'text-delta', text }] as const;
  const key = `${itemKey(index)}:${contentIndex}`;
  const part = findPart(state, key);
  if (part?.type === 'text') {
    part.text += text;
    return { state, events };
  }
  const opaque = state.phases[index];
  return { state: addPart(state, key, { type: 'text', text, ...(opaque && { opaque }) }), events };
}

/** Each part of the reasoning or of its summary begins a new paragraph. */
function foldThinking(state: State, index: number, partIndex: number, delta: string): Folded<State> {
  if (!delta) return withoutEvents(state);
  const key = itemKey(index);
  const part = findPart(state, key);
  const isOpen = part?.type === 'thinking';
  const isNewParagraph = state.reasoningParts[index] !== partIndex;
  const text = isOpen && part.text && isNewParagraph ? `\n\n${delta}` : delta;
  const next = isNewParagraph ? { ...state, reasoningParts: { ...state.reasoningParts, [index]: partIndex } } : state;
  const events = [{ type: 'thinking-delta', text }] as const;
  if (!isOpen) return { state: addPart(next, key, { type: 'thinking', text }), events };
  part.text += text;
  return { state: next, events };
}

function foldArguments(state: State, index: number, text: string): Folded<State> {
  const part = findPart(state, itemKey(index));
  if (part?.type !== 'open-call' || !text) return withoutEvents(state);
  part.json += text;
  return { state, events: [{ type: 'tool-call-delta', id: part.id, text }] };
}

function itemKey(index: number): string {
  return `item:${index}`;
}

/**
 * `input_tokens` includes the input that was read from the cache or written to it. Older and compatible servers omit
 * `input_tokens_details`.
 */
function withUsage(state: State, usage: ResponseUsage | null | undefined): State {
  if (typeof usage?.input_tokens !== 'number') return state;
  const details = usage.input_tokens_details as Partial<ResponseUsage.InputTokensDetails> | null | undefined;
  const cacheRead = details?.cached_tokens ?? 0;
  const cacheWrite = details?.cache_write_tokens ?? 0;
  const input = Math.max(0, usage.input_tokens - cacheRead - cacheWrite);
  const { searches } = state;
  const counted: Usage = {
    input,
    cacheRead,
    cacheWrite,
    output: usage.output_tokens,
    ...(searches > 0 && { searches }),
  };
  return { ...state, usage: counted };
}

function withoutEvents(state: State): Folded<State> {
  return { state, events: [] };
}
