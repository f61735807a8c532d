import type {
  RawContentBlockStartEvent,
  RawMessageDeltaEvent,
  RawMessageStreamEvent,
} from '@anthropic-ai/sdk/resources/messages';
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
import type { JsonObject, JsonValue, Opaque } from '../../message.ts';
import { toUnusedId } from '../../toolCalls.ts';

export interface AnthropicAnswer extends Answer {
  /** See `Opaque.source`. */
  readonly source: string;
  /** Call ids that must not be reused. */
  readonly usedIds: ReadonlySet<string>;
  /** Whether to keep the blocks of the server's own tools. A paused answer must be sent back with these blocks. */
  readonly keepsServerBlocks: boolean;
}

export function createAnthropicAnswer(
  source: string,
  usedIds: Iterable<string>,
  keepsServerBlocks = false,
): AnthropicAnswer {
  return { ...EMPTY_ANSWER, source, usedIds: new Set(usedIds), keepsServerBlocks };
}

/** Folds one event of a Messages API stream into `state`, and may mutate `state`. Ignores unknown events. */
export function foldAnthropicEvent(state: AnthropicAnswer, event: RawMessageStreamEvent): Folded<AnthropicAnswer> {
  switch (event.type) {
    case 'content_block_delta':
      return foldDelta(state, event);
    case 'content_block_start':
      return startBlock(state, event);
    case 'content_block_stop':
      return withoutEvents(endServerCall(state, String(event.index)));
    case 'message_start':
      return withoutEvents({ ...state, usage: toUsage(event.message.usage, state.usage) });
    case 'message_delta':
      return withoutEvents(withEnd(state, event));
    default:
      return withoutEvents(state);
  }
}

function startBlock(
  state: AnthropicAnswer,
  { index, content_block: block }: RawContentBlockStartEvent,
): Folded<AnthropicAnswer> {
  const key = String(index);
  switch (block.type) {
    case 'text': {
      const next = addPart(state, key, { type: 'text', text: block.text });
      return { state: next, events: block.text ? [{ type: 'text-delta', text: block.text }] : [] };
    }
    case 'thinking':
      return withoutEvents(addPart(state, key, { type: 'thinking', text: block.thinking }));
    case 'redacted_thinking': {
      const opaque = { source: state.source, data: { redacted: block.data } };
      return withoutEvents(addPart(state, key, { type: 'thinking', text: '', opaque }));
    }
    case 'tool_use': {
      const { name } = block;
      // Some compatible servers restart the numbering of calls in each answer.
      const id = toUnusedId(block.id, state.usedIds);
      // Some compatible servers send the whole input at once.
      const given = hasNoInput(block.input) ? '' : JSON.stringify(block.input);
      const usedIds = new Set([...state.usedIds, id]);
      const next = addPart({ ...state, usedIds }, key, { type: 'open-call', id, name, json: given });
      const delta = given ? [{ type: 'tool-call-delta' as const, id, text: given }] : [];
      return { state: next, events: [{ type: 'tool-call-start', id, name }, ...delta] };
    }
    case 'server_tool_use':
    case 'web_search_tool_result':
      return withoutEvents(state.keepsServerBlocks ? addServerBlock(state, key, block) : state);
    default:
      return withoutEvents(state);
  }
}

/**
 * Keeps the block in a thinking part, whose data is only for the provider. Until the block ends, the part's `text`
 * collects the JSON of the input.
 */
function addServerBlock(state: AnthropicAnswer, key: string, block: ServerBlock): AnthropicAnswer {
  const opaque = { source: state.source, data: { server: block as unknown as JsonObject } };
  return addPart(state, key, { type: 'thinking', text: '', opaque });
}

type ServerBlock = Extract<
  RawContentBlockStartEvent['content_block'],
  { type: 'server_tool_use' | 'web_search_tool_result' }
>;

/** Moves the collected input into the kept block. */
function endServerCall(state: AnthropicAnswer, key: string): AnthropicAnswer {
  const part = findPart(state, key);
  const server = serverBlockOf(part);
  if (part?.type !== 'thinking' || !server || part.text === '') return state;
  const input = parseInput(part.text);
  const data = { server: { ...server, ...(input && { input }) } };
  return withPart(state, key, { type: 'thinking', text: '', opaque: { source: state.source, data } });
}

function parseInput(json: string): JsonObject | undefined {
  try {
    const input = JSON.parse(json) as JsonValue;
    return isObject(input) ? input : undefined;
  } catch {
    return undefined;
  }
}

/** The block of a server tool in this part; undefined if the part has none. */
export function serverBlockOf(part: { readonly opaque?: Opaque } | object | undefined): JsonObject | undefined {
  const data = part && 'opaque' in part ? part.opaque?.data : undefined;
  const server = data !== undefined && isObject(data) ? data['server'] : undefined;
  return server !== undefined && isObject(server) ? server : undefined;
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Keeps a citation as the server sent it, because the provider requires it back with the text. */
function withCitation(state: AnthropicAnswer, key: string, citation: unknown): AnthropicAnswer {
  const part = findPart(state, key);
  if (!state.keepsServerBlocks || part?.type !== 'text') return state;
  const data = part.opaque?.data;
  const before = data !== undefined && isObject(data) && Array.isArray(data['citations']) ? data['citations'] : [];
  const citations = [...(before as JsonValue[]), citation as JsonValue];
  return withPart(state, key, { ...part, opaque: { source: state.source, data: { citations } } });
}

function foldDelta(
  state: AnthropicAnswer,
  { index, delta }: Extract<RawMessageStreamEvent, { type: 'content_block_delta' }>,
): Folded<AnthropicAnswer> {
  const key = String(index);
  const part = findPart(state, key);
  switch (delta.type) {
    case 'text_delta': {
      if (part?.type !== 'text') return withoutEvents(state);
      part.text += delta.text;
      return { state, events: delta.text ? [{ type: 'text-delta', text: delta.text }] : [] };
    }
    case 'thinking_delta': {
      if (part?.type !== 'thinking') return withoutEvents(state);
      part.text += delta.thinking;
      return { state, events: delta.thinking ? [{ type: 'thinking-delta', text: delta.thinking }] : [] };
    }
    case 'signature_delta': {
      if (part?.type !== 'thinking') return withoutEvents(state);
      const opaque = { source: state.source, data: { signature: delta.signature } };
      return withoutEvents(withPart(state, key, { ...part, opaque }));
    }
    case 'input_json_delta': {
      if (part?.type === 'thinking' && serverBlockOf(part)) part.text += delta.partial_json;
      if (part?.type !== 'open-call' || !delta.partial_json) return withoutEvents(state);
      part.json += delta.partial_json;
      return { state, events: [{ type: 'tool-call-delta', id: part.id, text: delta.partial_json }] };
    }
    case 'citations_delta': {
      const { citation } = delta;
      if (citation.type === 'web_search_result_location') {
        return foldCitation(withCitation(state, key, citation), citation.url, citation.title);
      }
      // A `search_result_location` cites a search result that the request supplied. `foldCitation` ignores a source
      // that is not a web address.
      if (citation.type === 'search_result_location') return foldCitation(state, citation.source, citation.title);
      return withoutEvents(state);
    }
    default:
      return withoutEvents(state);
  }
}

const STOP_REASONS: Readonly<Record<string, StopReason>> = {
  end_turn: 'done',
  stop_sequence: 'done',
  tool_use: 'tools',
  max_tokens: 'length',
  model_context_window_exceeded: 'context-full',
  pause_turn: 'paused',
  refusal: 'refused',
};

function withEnd(state: AnthropicAnswer, { delta, usage }: RawMessageDeltaEvent): AnthropicAnswer {
  const counted = { ...state, usage: toUsage(usage, state.usage) };
  return delta.stop_reason ? withStop(counted, delta.stop_reason, STOP_REASONS) : counted;
}

interface AnthropicUsage {
  readonly input_tokens?: number | null;
  readonly cache_read_input_tokens?: number | null;
  readonly cache_creation_input_tokens?: number | null;
  readonly output_tokens?: number | null;
  readonly server_tool_use?: { readonly web_search_requests?: number | null } | null;
}

/** Counts are cumulative, and an omitted count keeps its value. On this wire, `input_tokens` excludes cached input. */
function toUsage(usage: AnthropicUsage | null | undefined, before: Usage | null): Usage | null {
  if (!usage) return before;
  const searches = usage.server_tool_use?.web_search_requests ?? before?.searches ?? 0;
  return {
    input: usage.input_tokens ?? before?.input ?? 0,
    cacheRead: usage.cache_read_input_tokens ?? before?.cacheRead ?? 0,
    cacheWrite: usage.cache_creation_input_tokens ?? before?.cacheWrite ?? 0,
    output: usage.output_tokens ?? before?.output ?? 0,
    ...(searches > 0 && { searches }),
  };
}

function hasNoInput(value: unknown): boolean {
  return typeof value !== 'object' || value === null || Object.keys(value).length === 0;
}

function withoutEvents(state: AnthropicAnswer): Folded<AnthropicAnswer> {
  return { state, events: [] };
}
