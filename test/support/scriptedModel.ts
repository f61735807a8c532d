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

/** One scripted answer. Parts come in the order thinking, text, calls; `parts` replaces all three. */
export interface ScriptedAnswer {
  readonly thinking?: string;
  /** One text delta a string. */
  readonly text?: string | readonly string[];
  readonly calls?: readonly ScriptedCall[];
  readonly parts?: readonly Part[];
  /** Events sent before all others, e.g. a `retry`. */
  readonly before?: readonly ModelEvent[];
  /** The answer stops after its parts and waits; an abort ends the waiting. */
  readonly hold?: Promise<unknown>;
  /** `tools` where there are calls, else `done`, unless given. */
  readonly stopReason?: StopReason;
  /** The answer ends with this error, with its parts as the partial message. */
  readonly error?: ModelError;
  readonly usage?: Usage | null;
}

export interface ScriptedCall {
  /** `call-1`, `call-2`… over the life of the model, where not given. */
  readonly id?: string;
  readonly name: string;
  readonly input: JsonObject;
}

/** A string is an answer of that text. A function sees the request and the signal it came with. */
export type ScriptedStep =
  | string
  | ScriptedAnswer
  | ((request: ModelRequest, signal: AbortSignal) => string | ScriptedAnswer | Promise<string | ScriptedAnswer>);

export interface ScriptedModel extends ChatModel {
  /** Every request so far, as a deep copy made on arrival, so that later changes show in no test. */
  readonly requests: readonly ModelRequest[];
  /** How many streams were ended by their signal, or left by their reader. */
  readonly aborted: number;
  /** Steps not used yet. */
  readonly remaining: number;
  /** Adds steps at the end of the script. */
  push(...steps: ScriptedStep[]): void;
}

/**
 * Refuses a request in which a call has no result. Answers request after request from `steps`; `otherwise` answers when they are used up, and where it is missing the
 * stream ends with an error that says so, because a request nobody expected is a defect of the test or the product.
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
        for (const event of eventsOf(part, answer)) {
          if (!signal.aborted) yield event;
        }
        if (!signal.aborted) sent.push(part);
      }
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
      yield { type: 'end', stopReason: answer.stopReason ?? usual, message, usage };
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

/** Everything a stream gives, as an array. */
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

/** Undefined where the signal came first. */
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

/** As every provider does, and for ever: the history keeps what it was refused for. */
const UNPAIRED: ScriptedAnswer = {
  error: { kind: 'bad-request', message: 'A tool call has no result, or a result no call.', retryable: false },
};

function isPaired({ messages }: ModelRequest): boolean {
  return ensureToolResultPairing(messages) === messages;
}

function unexpectedRequest(count: number): ModelError {
  return { kind: 'bad-request', message: `The script has no answer for request ${count}.`, retryable: false };
}
