import type {
  ChatModel,
  ModelEnd,
  ModelError,
  ModelErrorKind,
  ModelRequest,
  StopReason,
  Usage,
} from '../model/chatModel.ts';
import { textOf } from '../model/message.ts';

/** How one background request ended. `usage` is null if it is unknown (see `usageAtEnd`) or nothing was sent. */
export type QueryOutcome =
  | { readonly kind: 'answer'; readonly text: string; readonly stopReason: StopReason; readonly usage: Usage | null }
  | { readonly kind: 'aborted'; readonly usage: Usage | null }
  | { readonly kind: 'failed'; readonly error: ModelError; readonly usage: Usage | null };

/**
 * Asks a model once, without retries, because background work is not worth a second attempt. The answer is the
 * message's text, without tool calls and thoughts. If the signal has already aborted, nothing is sent.
 */
export async function askOnce(chatModel: ChatModel, request: ModelRequest, signal: AbortSignal): Promise<QueryOutcome> {
  if (signal.aborted) return { kind: 'aborted', usage: null };
  let hasBegun = false;
  for await (const event of chatModel.stream({ ...request, maxAttempts: 1 }, signal)) {
    if (event.type !== 'end') {
      hasBegun = true;
      continue;
    }
    const usage = usageAtEnd(event, hasBegun);
    if (signal.aborted) return { kind: 'aborted', usage };
    if ('error' in event) return { kind: 'failed', error: event.error, usage };
    if (event.stopReason === 'aborted') return { kind: 'aborted', usage };
    return { kind: 'answer', text: textOf(event.message), stopReason: event.stopReason, usage };
  }
  throw new Error('The model’s stream had no end event.');
}

/** A request's usage: zero if the provider refused the request before the model began, null if unknown. */
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
