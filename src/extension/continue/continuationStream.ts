import type { ChatModel, ModelEnd, ModelEvent, ModelRequest } from '../model/chatModel.ts';
import { textOf, toolCallsOf, type Message, type Part } from '../model/message.ts';
import { addUsage } from '../model/usage.ts';
import type { ContinuationForm } from './form.ts';
import { createSeam, type Seam, type SeamEnd } from './seam.ts';

export interface ContinuationOptions {
  readonly chatModel: ChatModel;
  /** The text before the cut. */
  readonly prefix: string;
  readonly form: ContinuationForm;
  /** True if the answer begins with the prefix; false if it has only the added text. */
  readonly joins: boolean;
  readonly toRequest: (form: ContinuationForm) => ModelRequest;
  readonly onDidRefuse: () => void;
}

export type ContinuationEvent =
  | ModelEvent
  /** The server refused the native form before any output, so the request is repeated in the guided form. */
  | { readonly type: 'form-changed'; readonly form: ContinuationForm }
  /** Emitted before `end`. */
  | ({ readonly type: 'joined' } & JoinedEnd);

export interface JoinedEnd {
  /** Always `ok` if the model made calls, or if the request failed or was aborted. */
  readonly outcome: SeamEnd['outcome'];
  /** The guided request if the server refused the native request. */
  readonly request: ModelRequest;
  /** The message as the model wrote it, for forks of the request (see `CacheSafeParams`). */
  readonly reply: Message;
}

/**
 * Asks a model to continue a text. `createSeam` removes announcements and repetitions from the text deltas. The message
 * of the `end` event is the whole answer.
 */
export async function* streamContinuation(
  { chatModel, prefix, form: first, joins, toRequest, onDidRefuse }: ContinuationOptions,
  signal: AbortSignal,
): AsyncGenerator<ContinuationEvent, void> {
  let refused: ModelEnd | undefined;
  for (let form = first; ; form = 'guided') {
    const request = toRequest(form);
    let seam: Seam | undefined = createSeam({ prefix, form });
    let hasOutput = false;
    const closeSeam = (): string => {
      const rest = seam?.end().text ?? '';
      seam = undefined;
      return rest;
    };
    let refusal: ModelEnd | undefined;
    for await (const event of chatModel.stream(request, signal)) {
      if (event.type === 'retry') {
        seam = createSeam({ prefix, form });
        hasOutput = false;
      } else if (event.type !== 'end') {
        hasOutput = true;
      }
      if (event.type === 'text-delta') {
        const text = seam ? seam.push(event.text) : event.text;
        if (text !== '') yield text === event.text ? event : { type: 'text-delta', text };
        continue;
      }
      if (event.type === 'tool-call-start' || event.type === 'tool-call' || event.type === 'end') {
        const text = closeSeam();
        if (text !== '') yield { type: 'text-delta', text };
      }
      if (event.type !== 'end') {
        yield event;
        continue;
      }
      if (form === 'native' && !hasOutput && isRefusal(event)) {
        refusal = event;
        break;
      }
      const { message, outcome } = joinMessage(event.message, { prefix, form, joins });
      const failed = 'error' in event || event.stopReason === 'aborted';
      yield { type: 'joined', outcome: failed ? 'ok' : outcome, request, reply: event.message };
      yield { ...(refused ? withUsageOf(refused, event) : event), message };
      return;
    }
    if (!refusal) return;
    refused = refusal;
    onDidRefuse();
    yield { type: 'form-changed', form: 'guided' };
  }
}

/**
 * Whether the server refuses the form. Errors about a full context or refused content have other kinds and do not
 * count, because the guided form would not help. Servers built with FastAPI report an invalid message as 422.
 */
function isRefusal(end: ModelEnd): boolean {
  if (!('error' in end)) return false;
  const { kind, status } = end.error;
  return kind === 'bad-request' && (status === 400 || status === 422);
}

/** Adds the usage of both attempts. `lastUsage`, for the context window, is the usage of the last attempt. */
function withUsageOf(before: ModelEnd, end: ModelEnd): ModelEnd {
  if (!before.usage) return end;
  const usage = end.usage ? addUsage(before.usage, end.usage) : before.usage;
  return { ...end, usage, lastUsage: end.lastUsage === undefined ? end.usage : end.lastUsage };
}

interface Join {
  readonly prefix: string;
  readonly form: ContinuationForm;
  readonly joins: boolean;
}

/**
 * The answer with one text: thoughts come first, then the text, its sources and the calls. Opaque data, which only the
 * provider can read, is valid only for a part as the model wrote it, so the joined text has none. If the answer has
 * calls, the thoughts keep their opaque data, because the next request needs it. Otherwise they lose it.
 */
function joinMessage(written: Message, join: Join): { message: Message; outcome: SeamEnd['outcome'] } {
  const calls = toolCallsOf(written);
  const firstCall = written.parts.findIndex((part) => part.type === 'tool-call');
  const before = firstCall < 0 ? written.parts : written.parts.slice(0, firstCall);
  const after = firstCall < 0 ? [] : written.parts.slice(firstCall);
  const seam = createSeam(join);
  const begun = seam.push(textOf({ role: 'assistant', parts: before }));
  const { text: rest, outcome } = seam.end();
  const text = (join.joins ? join.prefix : '') + begun + rest + textOf({ role: 'assistant', parts: after });
  const thoughts = written.parts.flatMap((part): Part[] => {
    if (part.type !== 'thinking') return [];
    return calls.length > 0 ? [part] : part.text === '' ? [] : [{ type: 'thinking', text: part.text }];
  });
  const parts: Part[] = [
    ...thoughts,
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...written.parts.filter((part) => part.type === 'citation'),
    ...calls,
  ];
  return { message: { role: 'assistant', parts }, outcome: calls.length > 0 ? 'ok' : outcome };
}
