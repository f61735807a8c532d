import type { Candidate, GenerateContentResponse, Part as WirePart } from '@google/genai/web';
import { addPart, EMPTY_ANSWER, foldCitation, withPart, withStop, type Answer, type Folded } from '../../answer.ts';
import type { ModelEvent, StopReason, Usage } from '../../chatModel.ts';
import type { Opaque } from '../../message.ts';
import { toUnusedId } from '../../toolCalls.ts';
import { wireTexts } from '../../../base/texts/errorTexts.ts';

export interface GeminiAnswer extends Answer {
  /** See `Opaque.source`. */
  readonly source: string;
  /** Call ids that must not be reused. */
  readonly usedIds: ReadonlySet<string>;
  /** The number of web searches so far, which the wire's usage does not count. */
  readonly searches: number;
}

export function createGeminiAnswer(source: string, usedIds: Iterable<string>): GeminiAnswer {
  return { ...EMPTY_ANSWER, source, usedIds: new Set(usedIds), searches: 0 };
}

/** Folds one chunk of a Gemini stream into `state`, and may mutate `state`. Ignores unknown parts and fields. */
export function foldGeminiChunk(state: GeminiAnswer, chunk: GenerateContentResponse): Folded<GeminiAnswer> {
  const candidate = chunk.candidates?.[0];
  let next = withUsage(withSearches(state, candidate), chunk);
  const events: ModelEvent[] = [];
  const add = (folded: Folded<GeminiAnswer>): void => {
    next = folded.state;
    events.push(...folded.events);
  };
  for (const part of candidate?.content?.parts ?? []) add(foldPart(next, part));
  for (const { url, title } of citationsIn(candidate)) add(foldCitation(next, url, title));
  // A blocked prompt has no candidate.
  const blocked = candidate ? undefined : chunk.promptFeedback?.blockReason;
  if (blocked) return { state: { ...withStop(next, blocked, STOP_REASONS), stopReason: 'refused' }, events };
  const reason: string = candidate?.finishReason ?? 'FINISH_REASON_UNSPECIFIED';
  if (reason === 'FINISH_REASON_UNSPECIFIED') return { state: next, events };
  if (FAILURES.has(reason)) {
    const error = { code: reason, message: wireTexts.badToolCall(reason) };
    return { state: next, events, failure: { error } };
  }
  return { state: withStop(next, reason, STOP_REASONS), events };
}

const STOP_REASONS: Readonly<Record<string, StopReason>> = {
  STOP: 'done',
  MAX_TOKENS: 'length',
  SAFETY: 'refused',
  RECITATION: 'refused',
  LANGUAGE: 'refused',
  BLOCKLIST: 'refused',
  PROHIBITED_CONTENT: 'refused',
  SPII: 'refused',
  IMAGE_SAFETY: 'refused',
  IMAGE_PROHIBITED_CONTENT: 'refused',
  IMAGE_RECITATION: 'refused',
};

/** Finish reasons that make the answer unusable. `CODE_KINDS` in `wireError.ts` decides which are retried. */
const FAILURES: ReadonlySet<string> = new Set([
  'MALFORMED_FUNCTION_CALL',
  'MALFORMED_RESPONSE',
  'UNEXPECTED_TOOL_CALL',
  'TOO_MANY_TOOL_CALLS',
  'MISSING_THOUGHT_SIGNATURE',
]);

function foldPart(state: GeminiAnswer, part: WirePart): Folded<GeminiAnswer> {
  if (part.functionCall) return foldCall(state, part);
  const text = typeof part.text === 'string' ? part.text : '';
  if (!text && !part.thoughtSignature) return { state, events: [] };
  return part.thought ? foldText(state, 'thinking', text, part) : foldText(state, 'text', text, part);
}

/** Appends text to the open part of its type. A signature ends its part. */
function foldText(
  state: GeminiAnswer,
  type: 'text' | 'thinking',
  text: string,
  { thoughtSignature }: WirePart,
): Folded<GeminiAnswer> {
  const last = state.parts.findLast(({ part }) => part.type !== 'citation');
  const opaque = thoughtSignature ? toOpaque(state, { thoughtSignature }) : undefined;
  const open = last?.part.type === type && !last.part.opaque ? last.part : undefined;
  const events: ModelEvent[] = text ? [{ type: `${type}-delta`, text }] : [];
  if (open && !opaque) {
    open.text += text;
    return { state, events };
  }
  const part = { type, text: (open?.text ?? '') + text, ...(opaque && { opaque }) };
  const next = open && last ? withPart(state, last.key, part) : addPart(state, `part:${state.parts.length}`, part);
  return { state: next, events };
}

/** On this wire, calls arrive complete. */
function foldCall(state: GeminiAnswer, { functionCall, thoughtSignature }: WirePart): Folded<GeminiAnswer> {
  const given = functionCall?.id ?? '';
  const id = toUnusedId(given, state.usedIds);
  const name = functionCall?.name ?? '';
  const json = JSON.stringify(functionCall?.args ?? {});
  const data = { ...(id === given && { id }), ...(thoughtSignature && { thoughtSignature }) };
  const opaque = Object.keys(data).length > 0 ? toOpaque(state, data) : undefined;
  const next = addPart({ ...state, usedIds: new Set([...state.usedIds, id]) }, `call:${id}`, {
    type: 'open-call',
    id,
    name,
    json,
    ...(opaque && { opaque }),
  });
  const delta = json === '{}' ? [] : [{ type: 'tool-call-delta' as const, id, text: json }];
  return { state: next, events: [{ type: 'tool-call-start', id, name }, ...delta] };
}

function toOpaque({ source }: GeminiAnswer, data: Readonly<Record<string, string>>): Opaque {
  return { source, data };
}

function citationsIn(candidate: Candidate | undefined): { readonly url: unknown; readonly title: unknown }[] {
  const grounding = (candidate?.groundingMetadata?.groundingChunks ?? []).map(({ web }) => ({
    url: web?.uri,
    title: web?.title,
  }));
  const quoted = (candidate?.citationMetadata?.citations ?? []).map(({ uri, title }) => ({ url: uri, title }));
  return [...grounding, ...quoted];
}

/**
 * Counts are cumulative. An omitted input count keeps its value, and the output count never falls. The prompt's count
 * includes cached input but not the input of the provider's own tools. The candidates' count excludes thoughts.
 */
function withUsage(state: GeminiAnswer, { usageMetadata: given }: GenerateContentResponse): GeminiAnswer {
  if (!given) return state;
  const before = state.usage;
  const cacheRead = given.cachedContentTokenCount ?? before?.cacheRead ?? 0;
  const prompt = (given.promptTokenCount ?? 0) + (given.toolUsePromptTokenCount ?? 0);
  const output = (given.candidatesTokenCount ?? 0) + (given.thoughtsTokenCount ?? 0);
  const usage: Usage = {
    input: given.promptTokenCount === undefined ? (before?.input ?? 0) : Math.max(0, prompt - cacheRead),
    cacheRead,
    cacheWrite: 0,
    output: Math.max(output, before?.output ?? 0),
    ...(state.searches > 0 && { searches: state.searches }),
  };
  return { ...state, usage };
}

/** Each chunk with grounding metadata lists all searches so far. */
function withSearches(state: GeminiAnswer, candidate: Candidate | undefined): GeminiAnswer {
  const searches = candidate?.groundingMetadata?.webSearchQueries?.length ?? 0;
  return searches > state.searches ? { ...state, searches } : state;
}
