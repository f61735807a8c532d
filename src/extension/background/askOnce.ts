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

/** What became of one background request. `usage` is what it cost, however it ended; null where nobody told. */
export type QueryOutcome =
  | { readonly kind: 'answer'; readonly text: string; readonly stopReason: StopReason; readonly usage: Usage | null }
  | { readonly kind: 'aborted'; readonly usage: Usage | null }
  | { readonly kind: 'failed'; readonly error: ModelError; readonly usage: Usage | null };

/**
 * Asks once: background work is worth no second attempt. The answer is its text; tool calls and thoughts are left out.
 * Nothing is sent where the signal has aborted already.
 */
export async function askOnce(chatModel: ChatModel, request: ModelRequest, signal: AbortSignal): Promise<QueryOutcome> {
  if (signal.aborted) return { kind: 'aborted', usage: null };
  let hasBegun = false;
  for await (const event of chatModel.stream({ ...request, maxAttempts: 1 }, signal)) {
    if (event.type !== 'end') {
      hasBegun = true;
      continue;
    }
    const usage = spentOn(event, hasBegun);
    if (signal.aborted) return { kind: 'aborted', usage };
    if ('error' in event) return { kind: 'failed', error: event.error, usage };
    if (event.stopReason === 'aborted') return { kind: 'aborted', usage };
    return { kind: 'answer', text: textOf(event.message), stopReason: event.stopReason, usage };
  }
  throw new Error('The model’s stream had no end event.');
}

/** What a request took; nothing if the provider refused it before the model began, and null if it is not known. */
export function spentOn(end: ModelEnd, hasBegun: boolean): Usage | null {
  const wasTurnedDown = 'error' in end && !hasBegun && TURNED_DOWN.has(end.error.kind);
  return end.usage ?? (wasTurnedDown ? NOTHING : null);
}

const NOTHING: Usage = Object.freeze({ input: 0, cacheRead: 0, cacheWrite: 0, output: 0 });

/** Errors with which a provider says that it has not let the model begin. Behind any other it may have worked, and charge. */
const TURNED_DOWN: ReadonlySet<ModelErrorKind> = new Set([
  'unauthorized',
  'forbidden',
  'not-found',
  'rate-limited',
  'quota-exhausted',
  'overloaded',
  'context-too-long',
  'bad-request',
]);
