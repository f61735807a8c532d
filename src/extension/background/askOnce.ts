import type {
  ChatModel,
  ModelEnd,
  ModelError,
  ModelErrorKind,
  ModelEvent,
  ModelRequest,
  StopReason,
  Usage,
} from '../model/chatModel.ts';
import { textOf, type CitationPart, type Message } from '../model/message.ts';

/**
 * `usage` is null if it is unknown (see `usageAtEnd`) or nothing was sent. `text` may be incomplete after a failure or
 * abort.
 */
export type QueryOutcome =
  | {
      readonly kind: 'answer';
      readonly text: string;
      /** The answer as the model sent it, with the data that its provider requires back. */
      readonly message: Message;
      readonly citations: readonly CitationPart[];
      readonly stopReason: StopReason;
      readonly usage: Usage | null;
    }
  | { readonly kind: 'aborted'; readonly text: string; readonly usage: Usage | null }
  | { readonly kind: 'failed'; readonly error: ModelError; readonly text: string; readonly usage: Usage | null };

/**
 * Retries only if the request sets `maxAttempts`, because most background work is not worth a second attempt. The
 * `text` of the outcome leaves out tool calls and thoughts.
 */
export function askOnce(chatModel: ChatModel, request: ModelRequest, signal: AbortSignal): Promise<QueryOutcome> {
  return streamOnce(chatModel, request, () => {}, signal);
}

/** Like `askOnce`, but also calls `onText` with the text so far, after each piece of text. */
export async function streamOnce(
  chatModel: ChatModel,
  request: ModelRequest,
  onText: (text: string) => void,
  signal: AbortSignal,
): Promise<QueryOutcome> {
  if (signal.aborted) return { kind: 'aborted', text: '', usage: null };
  let hasBegun = false;
  let text = '';
  for await (const event of chatModel.stream({ maxAttempts: 1, ...request }, signal)) {
    if (event.type !== 'end') {
      hasBegun ||= showsBeginning(event);
      // The next attempt begins the text again.
      if (event.type === 'retry') text = '';
      if (event.type !== 'text-delta') continue;
      text += event.text;
      if (!signal.aborted) onText(text);
      continue;
    }
    const usage = usageAtEnd(event, hasBegun);
    if (signal.aborted) return { kind: 'aborted', text, usage };
    if ('error' in event) return { kind: 'failed', error: event.error, text, usage };
    if (event.stopReason === 'aborted') return { kind: 'aborted', text, usage };
    const { message, stopReason } = event;
    const citations = message.parts.filter((part) => part.type === 'citation');
    return { kind: 'answer', text: textOf(message), message, citations, stopReason, usage };
  }
  throw new Error('The model’s stream had no end event.');
}

/** Whether the model has begun, so the provider may charge. False for a retry after a refusal. */
export function showsBeginning(event: Exclude<ModelEvent, ModelEnd>): boolean {
  return event.type !== 'retry' || !REFUSALS.has(event.error.kind);
}

/** Zero if the provider refused the request before the model began, null if unknown. */
export function usageAtEnd(end: ModelEnd, hasBegun: boolean): Usage | null {
  const isRefused = 'error' in end && !hasBegun && REFUSALS.has(end.error.kind);
  return end.usage ?? (isRefused ? NOTHING : null);
}

const NOTHING: Usage = Object.freeze({ input: 0, cacheRead: 0, cacheWrite: 0, output: 0 });

/** Errors after which the model has certainly not begun. After any other error the provider may charge. */
const REFUSALS: ReadonlySet<ModelErrorKind> = new Set([
  'unauthorized',
  'forbidden',
  'not-found',
  'rate-limited',
  'quota-exhausted',
  'overloaded',
  'context-too-long',
  'bad-request',
]);
