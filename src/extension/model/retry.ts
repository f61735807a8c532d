import type { Clock } from '../ports/clock.ts';
import { sleep } from '../base/timers.ts';
import { silentLog, type Log } from '../ports/log.ts';
import type { ChatModel, ModelEnd, ModelError, ModelEvent, ModelRequest, Usage } from './chatModel.ts';
import type { Message } from './message.ts';
import { addUsage } from './usage.ts';

/**
 * The one retry policy; the SDKs have theirs turned off. A failed request is made again as a whole, and the
 * `retry` event before it voids what the failed attempt had sent, so that nothing is ever doubled. Calls of a
 * failed attempt cannot have been run: that is the port's rule.
 */
export interface RetryOptions {
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random?: () => number;
  /** Attempts in all; 5 where not given. A request's own `maxAttempts` goes before it. */
  readonly maxAttempts?: number;
  readonly log?: Log;
}

const DEFAULT_ATTEMPTS = 5;
/** Milliseconds before the second attempt; doubled for each one after it. */
const FIRST_DELAY = 500;
const LONGEST_DELAY = 30_000;
/**
 * Milliseconds. A provider that asks for more gets no further attempt: nobody waits for minutes without a
 * word.
 */
const LONGEST_RETRY_AFTER = 60_000;
/**
 * Milliseconds for which a lost connection is retried. Attempts that find no connection cost nothing, so they are limited
 * by time and not by number: a laptop that is opened again needs a while to be online. Only the waiting counts, because
 * the clock goes on while the machine sleeps. An attempt whose connection breaks after a response may be charged for.
 * Such attempts end when both this time and the number of attempts are used up.
 */
const LONGEST_OUTAGE = 120_000;
/** Milliseconds between two attempts to connect, short enough to notice soon that the user is online again. */
const LONGEST_OUTAGE_DELAY = 15_000;

export function withRetry(model: ChatModel, options: RetryOptions): ChatModel {
  return { stream: (request, signal) => streamAttempts(model, options, request, signal) };
}

/** Streams attempt after attempt. Of their ends it emits only the last one. */
async function* streamAttempts(
  model: ChatModel,
  { clock, random = Math.random, maxAttempts: configured = DEFAULT_ATTEMPTS, log = silentLog }: RetryOptions,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, void> {
  const maxAttempts = request.maxAttempts ?? configured;
  let partial: Message | undefined;
  let spent: Usage | null = null;
  let tally: Tally = NO_FAILURES;
  for (;;) {
    let last: ModelEnd | undefined;
    for await (const event of model.stream(request, signal)) {
      if (event.type === 'end') {
        last = event;
        break;
      }
      yield event;
    }
    // A model that gives no end breaks the port's rule; its reader will notice.
    if (!last) return;
    const end: ModelEnd = spent
      ? { ...last, usage: last.usage ? addUsage(spent, last.usage) : spent, lastUsage: last.usage }
      : last;
    if (!('error' in end)) {
      yield* end.stopReason === 'aborted' ? withLastPartial(end, partial) : [end];
      return;
    }
    const { error, message } = end;
    if (message.parts.length > 0) partial = message;
    const isOutage = request.maxAttempts === undefined && isOutageError(error);
    const isLost = isOutage && error.noResponse === true;
    if (isLost) tally = { ...tally, lost: tally.lost + 1 };
    else {
      const brokenSince = isOutage ? (tally.brokenSince ?? clock.now()) : undefined;
      tally = { failed: tally.failed + 1, lost: 0, waited: 0, brokenSince };
    }
    const delay = delayAfter(error, tally, random);
    const isOver = isLost ? tally.waited >= LONGEST_OUTAGE : tally.failed >= maxAttempts && !mayReconnect(tally, clock);
    if (isOver || delay === undefined || signal.aborted) {
      yield* withLastPartial(end, partial);
      return;
    }
    const { kind, status = '' } = error;
    log.warn(`${request.promptId}: ${kind} ${status} (${error.message}), next attempt in ${delay} ms`);
    spent = end.usage;
    const skip = new AbortController();
    const attempt = isLost || tally.failed >= maxAttempts ? null : tally.failed + 1;
    let held: () => Promise<unknown> = () => Promise.resolve();
    const retryNow = (): void => skip.abort();
    const holdBack = (until: () => Promise<unknown>): void => void (held = until);
    yield { type: 'retry', attempt, maxAttempts, delay, error, retryNow, holdBack };
    await sleep(clock, delay, AbortSignal.any([signal, skip.signal])).catch(() => {});
    await held();
    if (signal.aborted) {
      const nothing: Message = { role: 'assistant', parts: [] };
      yield* withLastPartial({ type: 'end', stopReason: 'aborted', message: nothing, usage: spent }, partial);
      return;
    }
    if (isLost && !skip.signal.aborted) tally = { ...tally, waited: tally.waited + delay };
  }
}

/** The failed attempts so far. */
interface Tally {
  /** Attempts that count, because most of them reached a server, which may have charged for them. */
  readonly failed: number;
  /** Attempts since the last of those that found no connection. */
  readonly lost: number;
  /** Milliseconds of waiting since the same attempt. */
  readonly waited: number;
  /** When the first of several broken connections in a row broke, in milliseconds since the epoch. */
  readonly brokenSince: number | undefined;
}

const NO_FAILURES: Tally = { failed: 0, lost: 0, waited: 0, brokenSince: undefined };

/** A refused connection does not count as an outage: the server has not been started, and waiting does not start it. */
function isOutageError({ kind, refusedBy }: ModelError): boolean {
  return kind === 'network' && refusedBy === undefined;
}

/** Whether the first of the broken connections is recent enough to try again. */
function mayReconnect({ brokenSince }: Tally, clock: Clock): boolean {
  return brokenSince !== undefined && clock.now() - brokenSince < LONGEST_OUTAGE;
}

/** Milliseconds to wait, or undefined where another attempt would not help. */
function delayAfter(error: ModelError, { failed, lost }: Tally, random: () => number): number | undefined {
  if (!error.retryable) return undefined;
  if (error.retryAfter !== undefined) {
    return error.retryAfter <= LONGEST_RETRY_AFTER ? error.retryAfter : undefined;
  }
  const longest = lost > 0 ? LONGEST_OUTAGE_DELAY : LONGEST_DELAY;
  const full = Math.min(longest, FIRST_DELAY * 2 ** ((lost || failed) - 1));
  return Math.round(full * (0.5 + random() / 2));
}

/**
 * Where the last attempt brought nothing but an earlier one did, that text is what the user had: it is sent
 * again, because the `retry` events voided it, and stays.
 */
function withLastPartial(end: ModelEnd, partial: Message | undefined): ModelEvent[] {
  if (!partial || end.message.parts.length > 0) return [end];
  const again = partial.parts.flatMap((part): ModelEvent[] => {
    if (part.type === 'text') return [{ type: 'text-delta', text: part.text }];
    return part.type === 'thinking' ? [{ type: 'thinking-delta', text: part.text }] : [];
  });
  return [...again, { ...end, message: partial }];
}
