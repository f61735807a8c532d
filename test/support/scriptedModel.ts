import { ensureToolResultPairing } from '../../src/extension/chat/conversation/history.ts';
import type {
  ChatModel,
  ModelError,
  ModelEvent,
  ModelRequest,
  StopReason,
  Usage,
} from '../../src/extension/model/chatModel.ts';
import type { JsonObject, Message, Part } from '../../src/extension/model/message.ts';

/** One scripted answer. The order of parts is thinking, text, calls; `parts` replaces all three. */
export interface ScriptedAnswer {
  readonly thinking?: string;
  /** One text delta per string. */
  readonly text?: string | readonly string[];
  readonly calls?: readonly ScriptedCall[];
  readonly parts?: readonly Part[];
  /** Events sent before all others, for example a `retry`. */
  readonly before?: readonly ModelEvent[];
  /** After its parts, the answer waits for this promise or an abort. */
  readonly hold?: Promise<unknown>;
  /** By default `tools` if there are calls, else `done`. */
  readonly stopReason?: StopReason;
  /** The name of a call that begins after the parts and is cut off. */
  readonly cutCall?: string;
  /** The answer ends with this error, and its parts are the partial message. */
  readonly error?: ModelError;
  readonly usage?: Usage | null;
}

export interface ScriptedCall {
  /** By default `call-1`, `call-2`…, counted over all answers of the model. */
  readonly id?: string;
  readonly name: string;
  readonly input: JsonObject;
}

/** A string is an answer with that text. A function gets the request and its signal. */
export type ScriptedStep =
  | string
  | ScriptedAnswer
  | ((request: ModelRequest, signal: AbortSignal) => string | ScriptedAnswer | Promise<string | ScriptedAnswer>);

export interface ScriptedModel extends ChatModel {
  /** Every request so far, each as a deep copy made on arrival, so later changes do not affect it. */
  readonly requests: readonly ModelRequest[];
  /** Number of streams that were aborted by their signal, or left by their reader before the end. */
  readonly aborted: number;
  /** Number of steps not used yet. */
  readonly remaining: number;
  /** Adds steps at the end of the script. */
  push(...steps: ScriptedStep[]): void;
}

/**
 * A model that answers each request with the next of `steps`, and with `otherwise` when they are used up. Without
 * `otherwise` the stream then ends with an error, because an unexpected request is a defect of the test or the product.
 * Refuses a request in which a call has no result, or a result has no call.
 */
export function createScriptedModel(steps: readonly ScriptedStep[], otherwise?: ScriptedStep): ScriptedModel {
  const script = [...steps];
  const requests: ModelRequest[] = [];
  let aborted = 0;
  let calls = 0;

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    requests.push(structuredClone(request));
    const sent: Part[] = [];
    const message: Message = { role: 'assistant', parts: sent };
    let whole = false;
    try {
      const step = script.shift() ?? otherwise;
      const answer = isPaired(request) ? await resolveStep(step, requests.length, request, signal) : UNPAIRED;
      yield* answer.before ?? [];
      for (const part of partsOf(answer, () => `call-${(calls += 1)}`)) {
        let streamed = '';
        for (const event of eventsOf(part, answer)) {
          if (signal.aborted) break;
          if ('text' in event) streamed += event.text;
          yield event;
        }
        if (!signal.aborted) sent.push(part);
        else if (streamed !== '' && (part.type === 'text' || part.type === 'thinking')) {
          sent.push({ ...part, text: streamed });
        }
      }
      const { cutCall } = answer;
      if (cutCall !== undefined && !signal.aborted) yield { type: 'tool-call-start', id: 'cut', name: cutCall };
      if (answer.hold) await orAbort(answer.hold, signal);
      whole = !signal.aborted;
      if (signal.aborted) {
        yield { type: 'end', stopReason: 'aborted', message, usage: null };
        return;
      }
      const usage = answer.usage ?? null;
      if (answer.error) {
        yield { type: 'end', error: answer.error, message, usage };
        return;
      }
      const usual = sent.some((part) => part.type === 'tool-call') ? 'tools' : 'done';
      const details = cutCall === undefined ? {} : { cutCall };
      yield { type: 'end', stopReason: answer.stopReason ?? usual, ...details, message, usage };
    } finally {
      if (!whole) aborted += 1;
    }
  }

  return {
    stream,
    requests,
    get aborted() {
      return aborted;
    },
    get remaining() {
      return script.length;
    },
    push: (...more) => void script.push(...more),
  };
}

/** All events of a stream. */
export async function collectEvents(stream: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

async function resolveStep(
  step: ScriptedStep | undefined,
  count: number,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<ScriptedAnswer> {
  if (signal.aborted) return {};
  if (step === undefined) return { error: unexpectedRequest(count) };
  const made = typeof step === 'function' ? await orAbort(Promise.resolve(step(request, signal)), signal) : step;
  return typeof made === 'string' ? { text: made } : (made ?? {});
}

function partsOf(answer: ScriptedAnswer, nextId: () => string): readonly Part[] {
  if (answer.parts) return answer.parts;
  const text = typeof answer.text === 'string' ? answer.text : (answer.text ?? []).join('');
  return [
    ...(answer.thinking ? [{ type: 'thinking' as const, text: answer.thinking }] : []),
    ...(text ? [{ type: 'text' as const, text }] : []),
    ...(answer.calls ?? []).map((call) => ({
      type: 'tool-call' as const,
      id: call.id ?? nextId(),
      name: call.name,
      input: call.input,
    })),
  ];
}

function eventsOf(part: Part, answer: ScriptedAnswer): ModelEvent[] {
  switch (part.type) {
    case 'text': {
      const pieces = Array.isArray(answer.text) ? (answer.text as string[]) : [part.text];
      return pieces.map((text) => ({ type: 'text-delta', text }));
    }
    case 'thinking':
      return [{ type: 'thinking-delta', text: part.text }];
    case 'tool-call':
      return [
        { type: 'tool-call-start', id: part.id, name: part.name },
        { type: 'tool-call-delta', id: part.id, text: part.malformed ?? JSON.stringify(part.input) },
        { type: 'tool-call', call: part },
      ];
    case 'citation':
      return [{ type: 'citation', url: part.url, title: part.title }];
    default:
      return [];
  }
}

/** Resolves with undefined if the signal aborts first. */
function orAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => resolve(undefined);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    promise
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', onAbort))
      .catch(() => {});
  });
}

/**
 * Every provider refuses a request with an unpaired call or result, and every later request of the chat, because the
 * history keeps the call.
 */
const UNPAIRED: ScriptedAnswer = {
  error: { kind: 'bad-request', message: 'A tool call has no result, or a result has no call.', retryable: false },
};

function isPaired({ messages }: ModelRequest): boolean {
  return ensureToolResultPairing(messages) === messages;
}

function unexpectedRequest(count: number): ModelError {
  return { kind: 'bad-request', message: `The script has no answer for request ${count}.`, retryable: false };
}
