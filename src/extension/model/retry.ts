import type { Clock } from '../ports/clock.ts';
import { sleep } from '../base/timers.ts';
import { silentLog } from '../base/silentLog.ts';
import type { Log } from '../ports/log.ts';
import type { ChatModel, ModelEnd, ModelError, ModelEvent, ModelRequest, Usage } from './chatModel.ts';
import type { Message } from './message.ts';
import { addUsage } from './usage.ts';

export interface RetryOptions {
  readonly clock: Clock;
  /** Returns a number in [0, 1); `Math.random` if not given. */
  readonly random?: () => number;
  /** 5 if not given. A request's own `maxAttempts` takes precedence. */
  readonly maxAttempts?: number;
  readonly log?: Log;
}

const DEFAULT_ATTEMPTS = 5;
/**
 * The longest wait before the second attempt, in milliseconds; doubled for each later attempt. Up to half of the wait
 * is left out at random. A wait that the provider asks for takes precedence.
 */
const FIRST_DELAY = 500;
/** Milliseconds. */
const LONGEST_DELAY = 30_000;
/** Milliseconds. If a provider asks to wait longer, the request fails, because the user would wait for minutes. */
const LONGEST_RETRY_AFTER = 60_000;
/**
 * Milliseconds for which a lost connection is retried, unless the request has its own `maxAttempts`.
 *
 * - An attempt that gets no connection costs nothing. Such attempts are limited by time, because a laptop that wakes up
 *   needs a while to be online. Only the delays count as time, because the clock runs on while the machine sleeps.
 * - If the connection breaks after a response, the attempt may be charged. The retries then end when the attempts are
 *   used up and this time has also passed on the clock.
 */
const LONGEST_OUTAGE = 120_000;
/** Milliseconds between two attempts to connect, so that a new connection is noticed soon. */
const LONGEST_OUTAGE_DELAY = 15_000;

/**
 * Adds the only retry policy, because the SDKs' retries are turned off. A `retry` event discards the output of a failed
 * attempt, so that nothing appears twice. The tool calls of a failed attempt have not run, because `ModelEvent` forbids
 * running them before the end.
 */
export function withRetry(model: ChatModel, options: RetryOptions): ChatModel {
  return { ...model, stream: (request, signal) => streamAttempts(model, options, request, signal) };
}

/** Emits the events of all attempts, except the `end` of an attempt that is retried. */
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
    // A stream without an `end` violates `ChatModel`. The stream's reader must handle that.
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
    const { kind, status } = error;
    const code = status === undefined ? '' : ` ${status}`;
    log.warn(`${request.promptId}: ${kind}${code} (${error.message}), next attempt in ${delay} ms`);
    spent = end.usage;
    const skip = new AbortController();
    const attempt = isLost || tally.failed >= maxAttempts ? null : tally.failed + 1;
    const retryNow = (): void => skip.abort();
    yield { type: 'retry', attempt, maxAttempts, delay, error, retryNow };
    await sleep(clock, delay, AbortSignal.any([signal, skip.signal])).catch(() => {});
    if (signal.aborted) {
      const nothing: Message = { role: 'assistant', parts: [] };
      const { usage, lastUsage } = end;
      const counts = { usage, ...(lastUsage !== undefined && { lastUsage }) };
      yield* withLastPartial({ type: 'end', stopReason: 'aborted', message: nothing, ...counts }, partial);
      return;
    }
    if (isLost && !skip.signal.aborted) tally = { ...tally, waited: tally.waited + delay };
  }
}

interface Tally {
  /**
   * Attempts that count toward `maxAttempts`, because most of them reached a server, which may have charged for them.
   */
  readonly failed: number;
  /** Attempts without a connection since the last attempt that counts. */
  readonly lost: number;
  /** Milliseconds of delays since the last attempt that counts, without delays that `retryNow` cut short. */
  readonly waited: number;
  /**
   * When the current series of broken connections began, in milliseconds since the epoch. Undefined if the last counted
   * attempt failed in another way.
   */
  readonly brokenSince: number | undefined;
}

const NO_FAILURES: Tally = { failed: 0, lost: 0, waited: 0, brokenSince: undefined };

/** A refused connection is not an outage, because waiting does not start a server. */
function isOutageError({ kind, refusedBy }: ModelError): boolean {
  return kind === 'network' && refusedBy === undefined;
}

function mayReconnect({ brokenSince }: Tally, clock: Clock): boolean {
  return brokenSince !== undefined && clock.now() - brokenSince < LONGEST_OUTAGE;
}

/** Milliseconds; undefined if the request must not be retried. */
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
 * If the last attempt gave no content, an earlier partial message is kept. Its text and thinking are emitted again,
 * because a `retry` event discarded them.
 */
function withLastPartial(end: ModelEnd, partial: Message | undefined): ModelEvent[] {
  if (!partial || end.message.parts.length > 0) return [end];
  const again = partial.parts.flatMap((part): ModelEvent[] => {
    if (part.type === 'text') return [{ type: 'text-delta', text: part.text }];
    return part.type === 'thinking' ? [{ type: 'thinking-delta', text: part.text }] : [];
  });
  return [...again, { ...end, message: partial }];
}
