import { SHORT_OF_RESOURCES } from '../../../../shared/stopWord.ts';
import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
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
import type { ModelEvent, StopReason, Usage } from '../../chatModel.ts';
import type { JsonValue } from '../../message.ts';
import { reasoningDetailsIn } from './openaiChatMessages.ts';
import { flushHeld, NO_THINK_TAGS, splitThinking, type ThinkPieces, type ThinkTags } from '../../thinkTags.ts';
import { isWholeCall, toUnusedId, type OpenToolCall } from '../../toolCalls.ts';

export interface OpenAiChatAnswer extends Answer {
  /** See `Opaque.source`. */
  readonly source: string;
  /** Part keys of calls by the wire's index. A server may reuse an index for the next call. */
  readonly calls: Readonly<Record<number, string>>;
  /** Call ids that must not be reused. */
  readonly usedIds: ReadonlySet<string>;
  readonly tags: ThinkTags;
}

export function createOpenAiChatAnswer(source: string, usedIds: Iterable<string>): OpenAiChatAnswer {
  return { ...EMPTY_ANSWER, source, calls: {}, usedIds: new Set(usedIds), tags: NO_THINK_TAGS };
}

/**
 * Folds one chunk of a Chat Completions stream into `state`, and may mutate `state`. Accepts the deviations of
 * compatible servers, such as repeated ids or reasoning as `<think>…</think>`.
 */
export function foldOpenAiChatChunk(state: OpenAiChatAnswer, chunk: ChatCompletionChunk): Folded<OpenAiChatAnswer> {
  const events: ModelEvent[] = [];
  let next = withUsage(state, chunk);
  const add = (folded: Folded<OpenAiChatAnswer>): void => {
    next = folded.state;
    events.push(...folded.events);
  };
  // Some servers omit `choices` in their last chunk.
  for (const choice of (chunk.choices as ChatCompletionChunk['choices'] | undefined) ?? []) {
    // Some servers send `delta: null` in their last chunk.
    const delta = (choice.delta ?? {}) as Delta;
    const details = Array.isArray(delta.reasoning_details) ? (delta.reasoning_details as JsonValue[]) : [];
    const given = delta.reasoning_content ?? delta.reasoning;
    const pieces = piecesOf(delta.content ?? delta.refusal);
    const thinking = (typeof given === 'string' ? given : '') + pieces.thinking;
    if (thinking || details.length > 0) next = appendThinking(next, thinking, details);
    if (thinking) events.push({ type: 'thinking-delta', text: thinking });
    if (pieces.text) add(foldText(next, splitThinking(next.tags, pieces.text)));
    for (const annotation of Array.isArray(delta.annotations) ? (delta.annotations as Annotation[]) : []) {
      add(foldCitation(next, annotation?.url_citation?.url, annotation?.url_citation?.title));
    }
    for (const [position, call] of (delta.tool_calls ?? []).entries()) {
      add(endOpenAiChatText(next));
      add(foldCall(next, call, position));
    }
    if (choice.finish_reason) next = withStop(next, choice.finish_reason, STOP_REASONS);
  }
  return { state: next, events };
}

/** Call this after the text has ended. Emits the characters that were held back because they could belong to a tag. */
export function endOpenAiChatText(state: OpenAiChatAnswer): Folded<OpenAiChatAnswer> {
  return foldText(state, flushHeld(state.tags));
}

interface Delta {
  readonly content?: unknown;
  readonly refusal?: unknown;
  readonly reasoning_content?: unknown;
  readonly reasoning?: unknown;
  /** Sent by OpenRouter. */
  readonly reasoning_details?: unknown;
  readonly annotations?: unknown;
  readonly tool_calls?: readonly CallDelta[] | null;
}

interface CallDelta {
  readonly index?: number;
  readonly id?: string | null;
  readonly function?: { readonly name?: string | null; readonly arguments?: unknown };
}

type Annotation = { readonly url_citation?: { readonly url?: unknown; readonly title?: unknown } } | null;

interface ContentPiece {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly thinking?: unknown;
}

/** `content` is a string or, from Mistral's thinking models, a list of pieces. */
function piecesOf(content: unknown): { readonly text: string; readonly thinking: string } {
  if (typeof content === 'string') return { text: content, thinking: '' };
  const pieces = Array.isArray(content) ? (content as (ContentPiece | null)[]) : [];
  const textOf = (piece: ContentPiece | null): string => (typeof piece?.text === 'string' ? piece.text : '');
  const thoughts = pieces.flatMap((piece) =>
    piece?.type === 'thinking' && Array.isArray(piece.thinking) ? (piece.thinking as (ContentPiece | null)[]) : [],
  );
  return { text: pieces.map(textOf).join(''), thinking: thoughts.map(textOf).join('') };
}

/** `model_length` comes from Mistral, `SHORT_OF_RESOURCES` from DeepSeek. */
const STOP_REASONS: Readonly<Record<string, StopReason>> = {
  stop: 'done',
  tool_calls: 'tools',
  function_call: 'tools',
  length: 'length',
  model_length: 'context-full',
  [SHORT_OF_RESOURCES]: 'length',
  content_filter: 'refused',
};

function appendThinking(state: OpenAiChatAnswer, text: string, details: readonly JsonValue[]): OpenAiChatAnswer {
  const last = state.parts.at(-1);
  const before = last?.part.type === 'thinking' ? last.part : undefined;
  if (before && details.length === 0) {
    before.text += text;
    return state;
  }
  const all = [...reasoningDetailsIn(before?.opaque?.data), ...details];
  const opaque = { source: state.source, data: all.length > 0 ? { details: all } : {} };
  const part = { type: 'thinking', text: (before?.text ?? '') + text, opaque } as const;
  return before && last ? withPart(state, last.key, part) : addPart(state, newKey(state), part);
}

function foldText(state: OpenAiChatAnswer, { tags, thinking, text }: ThinkPieces): Folded<OpenAiChatAnswer> {
  const events: ModelEvent[] = [];
  let next = tags === state.tags ? state : { ...state, tags };
  if (thinking) {
    next = appendTaggedThinking(next, thinking);
    events.push({ type: 'thinking-delta', text: thinking });
  }
  if (text) {
    next = appendText(next, text);
    events.push({ type: 'text-delta', text });
  }
  return { state: next, events };
}

/** Omits `opaque`, so that the thinking is never sent back: the server has no field for such thinking. */
function appendTaggedThinking(state: OpenAiChatAnswer, text: string): OpenAiChatAnswer {
  const last = state.parts.at(-1)?.part;
  if (last?.type !== 'thinking' || last.opaque) return addPart(state, newKey(state), { type: 'thinking', text });
  last.text += text;
  return state;
}

function newKey({ parts }: OpenAiChatAnswer): string {
  return `part:${parts.length}`;
}

function appendText(state: OpenAiChatAnswer, text: string): OpenAiChatAnswer {
  const last = state.parts.findLast(({ part }) => part.type !== 'citation');
  if (last?.part.type !== 'text') return addPart(state, newKey(state), { type: 'text', text });
  last.part.text += text;
  return state;
}

function foldCall(state: OpenAiChatAnswer, delta: CallDelta, position: number): Folded<OpenAiChatAnswer> {
  const index = delta.index ?? position;
  const key = state.calls[index];
  const open = key === undefined ? undefined : findPart(state, key);
  if (key !== undefined && open?.type === 'open-call' && !isAnotherCall(key, open, delta)) {
    return continueCall(state, key, open, delta);
  }
  const json = toJsonText(delta.function?.arguments);
  const id = toUnusedId(delta.id ?? '', state.usedIds);
  const name = delta.function?.name ?? '';
  const newKey = `call:${state.parts.length}:${delta.id ?? ''}`;
  const next = addPart(
    { ...state, calls: { ...state.calls, [index]: newKey }, usedIds: new Set([...state.usedIds, id]) },
    newKey,
    { type: 'open-call', id, name, json },
  );
  return { state: next, events: startOf({ id, name, json }) };
}

function continueCall(
  state: OpenAiChatAnswer,
  key: string,
  open: OpenToolCall,
  delta: CallDelta,
): Folded<OpenAiChatAnswer> {
  const json = toJsonText(delta.function?.arguments);
  const name = delta.function?.name ?? '';
  open.json += json;
  if (open.name) return { state, events: json ? [{ type: 'tool-call-delta', id: open.id, text: json }] : [] };
  if (!name) return { state, events: [] };
  const named = { ...open, name };
  return { state: withPart(state, key, named), events: startOf(named) };
}

/** The first events of a call; empty until the call's name is known. */
function startOf({ id, name, json }: Pick<OpenToolCall, 'id' | 'name' | 'json'>): ModelEvent[] {
  if (!name) return [];
  const start: ModelEvent = { type: 'tool-call-start', id, name };
  return json ? [start, { type: 'tool-call-delta', id, text: json }] : [start];
}

/**
 * Whether a chunk with a known index begins another call. Servers may repeat a call's id and name, send the name after
 * the id, or send no ids. If the ids do not decide, another name begins another call. After complete arguments, a
 * repeated name or a new id also begins another call.
 */
function isAnotherCall(key: string, open: OpenToolCall, delta: CallDelta): boolean {
  const name = delta.function?.name ?? '';
  const hasOtherId = !!delta.id && !key.endsWith(`:${delta.id}`);
  if (delta.id && !hasOtherId) return false;
  if (hasOtherId && name && !key.endsWith(':')) return true;
  if (name) return open.name !== '' && (name !== open.name || isWholeCall(open));
  return hasOtherId && isWholeCall(open);
}

/** Older versions of Ollama send the arguments as an object. */
function toJsonText(given: unknown): string {
  if (typeof given === 'string') return given;
  return given === undefined || given === null ? '' : JSON.stringify(given);
}

interface WireUsage {
  readonly prompt_tokens?: number | null;
  readonly completion_tokens?: number | null;
  readonly prompt_tokens_details?: {
    readonly cached_tokens?: number | null;
    readonly cache_write_tokens?: number | null;
    /** Sent by DashScope. */
    readonly cache_creation_input_tokens?: number | null;
  } | null;
  /** Sent by DeepSeek. */
  readonly prompt_cache_hit_tokens?: number | null;
}

/**
 * `prompt_tokens` includes cached input. A chunk with usage and without choices is the last one. If the answer has
 * parts, it is then complete, even without a stop reason.
 */
function withUsage(state: OpenAiChatAnswer, chunk: ChatCompletionChunk): OpenAiChatAnswer {
  const usage = chunk.usage as WireUsage | null | undefined;
  if (typeof usage?.prompt_tokens !== 'number') return state;
  const details = usage.prompt_tokens_details;
  const cacheRead = details?.cached_tokens ?? usage.prompt_cache_hit_tokens ?? 0;
  const cacheWrite = details?.cache_write_tokens ?? details?.cache_creation_input_tokens ?? 0;
  const counted: Usage = {
    input: Math.max(0, usage.prompt_tokens - cacheRead - cacheWrite),
    cacheRead,
    cacheWrite,
    output: usage.completion_tokens ?? 0,
  };
  const isLast = Array.isArray(chunk.choices) && chunk.choices.length === 0 && state.parts.length > 0;
  return { ...state, usage: counted, stopReason: state.stopReason ?? (isLast ? 'unknown' : undefined) };
}
