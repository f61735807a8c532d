import type { ModelEnd, ModelError, ModelEvent, StopReason, Usage } from './chatModel.ts';
import type { CitationPart, Message, Part, TextPart, ThinkingPart } from './message.ts';
import { mayBeCut, toToolCall, type OpenToolCall } from './toolCalls.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import { wireTexts } from '../base/texts/errorTexts.ts';

/**
 * An answer while it streams, independent of the wire format. The rules for how an answer ends are here, so that the
 * same conversation gives the same events over every wire.
 */
export interface Answer {
  readonly parts: readonly KeyedPart[];
  /** Undefined until the wire has reported why the answer stopped. */
  readonly stopReason: StopReason | undefined;
  /** The wire's own word for the stop reason, such as `max_tokens`. */
  readonly stopWord?: string | undefined;
  readonly usage: Usage | null;
}

/** `key` is the wire's name for the part while the part grows, e.g. a block's index. */
export interface KeyedPart {
  readonly key: string;
  readonly part: OpenPart;
}

export type OpenPart = OpenText | CitationPart | OpenToolCall;

/** `text` is mutable, because copying the answer for each delta would cost as much as reading the stream. */
export type OpenText = (TextPart | ThinkingPart) & { text: string };

/**
 * The answer after one wire event, and the events to emit. Fold the next event into this state and not into an earlier
 * state, because both states share parts that are mutated.
 */
export interface Folded<State extends Answer> {
  readonly state: State;
  readonly events: readonly ModelEvent[];
  /** An error inside the wire's stream, in the shape of an SDK's errors. */
  readonly failure?: unknown;
}

export const EMPTY_ANSWER: Answer = { parts: [], stopReason: undefined, usage: null };

export function findPart({ parts }: Answer, key: string): OpenPart | undefined {
  for (let index = parts.length - 1; index >= 0; index -= 1) {
    const keyed = parts[index];
    if (keyed?.key === key) return keyed.part;
  }
  return undefined;
}

/** Replaces the part that was added last under a key. If there is no such part, adds the part. */
export function withPart<State extends Answer>(answer: State, key: string, part: OpenPart): State {
  const index = answer.parts.findLastIndex((keyed) => keyed.key === key);
  if (index < 0) return addPart(answer, key, part);
  return { ...answer, parts: answer.parts.with(index, { key, part }) };
}

export function addPart<State extends Answer>(answer: State, key: string, part: OpenPart): State {
  return { ...answer, parts: [...answer.parts, { key, part }] };
}

/** Records why the answer stopped. `reasons`: the stop reason for each of the wire's words. */
export function withStop<State extends Answer>(
  answer: State,
  word: string,
  reasons: Readonly<Record<string, StopReason>>,
): State {
  const stopReason = Object.hasOwn(reasons, word) ? reasons[word] : 'unknown';
  return { ...answer, stopReason, stopWord: toDisplayText(String(word)).slice(0, MAX_STOP_WORD) };
}

/** Characters. */
const MAX_STOP_WORD = 60;

/** Ignores an address that is not http or https, because users could not open it. */
export function foldCitation<State extends Answer>(answer: State, given: unknown, title: unknown): Folded<State> {
  if (typeof given !== 'string' || !/^https?:\/\//i.test(given) || !URL.canParse(given)) {
    return { state: answer, events: [] };
  }
  const isKnown = answer.parts.some(({ part }) => part.type === 'citation' && part.url === given);
  if (isKnown) return { state: answer, events: [] };
  const citation = { type: 'citation', url: given, title: typeof title === 'string' && title ? title : given } as const;
  return { state: addPart(answer, `citation:${given}`, citation), events: [citation] };
}

/**
 * The last events of an answer that has ended without an error. If the output limit or the context window has cut a
 * call off, the call is left out, because it must never run. Several compatible servers report an ordinary end (`stop`)
 * for an answer with calls, so its stop reason becomes `tools`. An answer that was blocked before its first part is an
 * error, not an empty refusal.
 */
export function endAnswer(answer: Answer & { readonly stopReason: StopReason }): ModelEvent[] {
  const isCut = answer.stopReason === 'length' || answer.stopReason === 'context-full';
  const cut = isCut ? findCutCall(answer.parts) : undefined;
  const message = toMessage(cut ? answer.parts.slice(0, -1) : answer.parts);
  const calls = message.parts.filter((part) => part.type === 'tool-call');
  const { usage } = answer;
  if (answer.stopReason === 'refused' && message.parts.length === 0) {
    const error: ModelError = {
      kind: 'content-filtered',
      message: wireTexts.blocked(),
      retryable: false,
    };
    return [{ type: 'end', error, message, usage }];
  }
  const stopReason = toFinalReason(answer.stopReason, calls.length);
  return [
    ...calls.map((call): ModelEvent => ({ type: 'tool-call', call })),
    {
      type: 'end',
      stopReason,
      ...(answer.stopWord && { stopWord: answer.stopWord }),
      ...(cut?.name && { cutCall: cut.name }),
      message,
      usage,
    },
  ];
}

/** Leaves out calls, because any of them may be incomplete. */
export function failAnswer(answer: Answer, error: ModelError): ModelEnd {
  return { type: 'end', error, message: toPartialMessage(answer), usage: answer.usage };
}

export function abortAnswer(answer: Answer): ModelEnd {
  return { type: 'end', stopReason: 'aborted', message: toPartialMessage(answer), usage: answer.usage };
}

function toPartialMessage(answer: Answer): Message {
  return toMessage(answer.parts.filter(({ part }) => part.type !== 'open-call'));
}

function toMessage(open: readonly KeyedPart[]): Message {
  const parts = open.flatMap(({ part }): Part[] => {
    if (part.type === 'open-call') return [toToolCall(part)];
    const isEmpty = (part.type === 'text' || part.type === 'thinking') && !part.text && !part.opaque;
    return isEmpty ? [] : [part];
  });
  return { role: 'assistant', parts };
}

function findCutCall(parts: readonly KeyedPart[]): OpenToolCall | undefined {
  const last = parts.at(-1)?.part;
  return last?.type === 'open-call' && mayBeCut(last) ? last : undefined;
}

function toFinalReason(reason: StopReason, calls: number): StopReason {
  if (calls > 0 && (reason === 'done' || reason === 'unknown')) return 'tools';
  if (calls === 0 && reason === 'tools') return 'done';
  return reason;
}
