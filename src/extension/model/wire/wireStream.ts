import type { Clock } from '../../ports/clock.ts';
import { abortAnswer, endAnswer, failAnswer, type Answer, type Folded } from '../answer.ts';
import type { ModelEvent } from '../chatModel.ts';
import {
  DEFAULT_STALL_TIMEOUT,
  hostOf,
  openConnection,
  type Connection,
  type ConnectionOptions,
} from '../connection.ts';
import { stallError, toModelError, unfinishedError } from './wireError.ts';
import { wireTexts } from '../../base/texts/errorTexts.ts';

/** What an adapter needs to reach its provider. */
export interface AdapterOptions {
  /** Undefined if the server needs no key, or gets it in one of the user's headers. */
  readonly apiKey: string | undefined;
  /** With or without a version segment such as `/v1`, as the vendor's SDK expects. */
  readonly baseUrl: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
  readonly clock: Clock;
  /** Milliseconds without a byte; `DEFAULT_STALL_TIMEOUT` if not given. */
  readonly stallTimeout?: number;
  /** `Opaque.source` of the parts that this provider writes. Unique per provider; the wire's name if not given. */
  readonly source?: string;
}

/** The steps of a request that depend on the wire: sending the request, and reading its chunks. */
export interface Wire<Chunk, State extends Answer> {
  readonly initial: State;
  open(connection: Connection): Promise<AsyncIterable<Chunk>>;
  fold(state: State, chunk: Chunk): Folded<State>;
  /** Called after the last chunk. Emits the text that `fold` held back, if the wire holds text back. */
  flush?(state: State): Folded<State>;
}

export interface WireOptions extends ConnectionOptions {
  /** Host and port, for error messages. */
  readonly host: string;
  readonly secrets: readonly string[];
}

export function toWireOptions(options: AdapterOptions, headersToRemove: readonly string[]): WireOptions {
  return {
    clock: options.clock,
    stallTimeout: options.stallTimeout ?? DEFAULT_STALL_TIMEOUT,
    ...(options.fetch && { fetch: options.fetch }),
    host: hostOf(options.baseUrl),
    secrets: [...(options.apiKey ? [options.apiKey] : []), ...Object.values(options.headers ?? {})],
    headersToRemove,
  };
}

/**
 * Streams one answer over one wire. Never throws, and ends with exactly one `end` event, as `ChatModel` requires. If
 * the reader stops early, the connection closes.
 */
export async function* streamAnswer<Chunk, State extends Answer>(
  wire: Wire<Chunk, State>,
  options: WireOptions,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, void> {
  const connection = openConnection(options, signal);
  let state = wire.initial;
  let sawChunks = false;
  let failure: { readonly error: unknown } | undefined;
  try {
    if (!signal.aborted) {
      for await (const chunk of await wire.open(connection)) {
        connection.pauseStallDetection();
        sawChunks = true;
        const folded = foldChunk(wire, state, chunk);
        state = folded.state;
        for (const event of folded.events) yield event;
        if (folded.failure !== undefined) failure = { error: folded.failure };
        if (failure || connection.signal.aborted) break;
      }
    }
  } catch (error) {
    // The OpenAI SDK parses the last event even if the stream ended inside it.
    const isCutOff = error instanceof SyntaxError && (await connection.bodyEnded());
    if (!isCutOff) failure ??= { error };
  } finally {
    connection.dispose();
  }
  const flushed = wire.flush?.(state);
  if (flushed) yield* flushed.events;
  yield* lastEvents(flushed?.state ?? state, connection, { failure, sawChunks }, options, signal);
}

/** `wire.fold` relies on the vendor's types. If a chunk does not match them, it is reported as the server's error. */
function foldChunk<Chunk, State extends Answer>(wire: Wire<Chunk, State>, state: State, chunk: Chunk): Folded<State> {
  try {
    return wire.fold(state, chunk);
  } catch {
    const error = { code: 'MALFORMED_RESPONSE', message: wireTexts.badEvent() };
    return { state, events: [], failure: { error } };
  }
}

/** How the connection ended. */
interface Outcome {
  readonly failure: { readonly error: unknown } | undefined;
  readonly sawChunks: boolean;
}

function lastEvents(
  state: Answer,
  connection: Connection,
  { failure, sawChunks }: Outcome,
  { host, secrets, clock, stallTimeout }: WireOptions,
  signal: AbortSignal,
): readonly ModelEvent[] {
  if (signal.aborted) return [abortAnswer(state)];
  if (connection.stalled) return [failAnswer(state, stallError(host, stallTimeout))];
  if (hasEnded(state)) return endAnswer(state);
  const error = failure
    ? toModelError(failure.error, { secrets, host, now: clock.now(), headers: connection.responseHeaders })
    : unfinishedError(host, sawChunks, contentTypeOf(connection));
  return [failAnswer(state, error)];
}

/** Undefined if there was no response; empty if the response names no type. */
export function contentTypeOf({ responseHeaders }: Connection): string | undefined {
  return responseHeaders && (responseHeaders.get('content-type') ?? '');
}

/** True after the stop reason: if the connection breaks then, at most the usage is lost. */
function hasEnded(state: Answer): state is Answer & { stopReason: NonNullable<Answer['stopReason']> } {
  return state.stopReason !== undefined;
}
