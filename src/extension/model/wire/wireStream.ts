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

/** What an adapter needs to reach its provider. */
export interface AdapterOptions {
  /** Undefined for servers that want none, or want it in a header of the user's. */
  readonly apiKey: string | undefined;
  /** With the version's path or without, as the vendor's SDK wants it. */
  readonly baseUrl: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
  readonly clock: Clock;
  /** Milliseconds without a byte; 60,000 where not given. */
  readonly stallTimeout?: number;
  /**
   * Names the writer of opaque parts; each provider behind a wire needs its own. The wire's name where not
   * given.
   */
  readonly source?: string;
}

/** What an adapter adds to the common course of a request: how to send it, and how to read what comes. */
export interface Wire<Chunk, State extends Answer> {
  readonly initial: State;
  open(connection: Connection): Promise<AsyncIterable<Chunk>>;
  fold(state: State, chunk: Chunk): Folded<State>;
  /** Emits what `fold` held back, after the last chunk. Only for wires that hold something back. */
  flush?(state: State): Folded<State>;
}

export interface WireOptions extends ConnectionOptions {
  /** Host and port, for error messages. */
  readonly host: string;
  readonly secrets: readonly string[];
}

export function toWireOptions(options: AdapterOptions, unwantedHeaders: readonly string[]): WireOptions {
  return {
    clock: options.clock,
    stallTimeout: options.stallTimeout ?? DEFAULT_STALL_TIMEOUT,
    ...(options.fetch && { fetch: options.fetch }),
    host: hostOf(options.baseUrl),
    secrets: [...(options.apiKey ? [options.apiKey] : []), ...Object.values(options.headers ?? {})],
    unwantedHeaders,
  };
}

/**
 * Streams one answer over one wire. Never throws, and ends with exactly one `end`, as the port demands. When the reader
 * leaves early, the connection closes as well.
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
        connection.arrived();
        sawChunks = true;
        const folded = foldChunk(wire, state, chunk);
        state = folded.state;
        for (const event of folded.events) yield event;
        if (folded.failure !== undefined) failure = { error: folded.failure };
        if (failure || connection.signal.aborted) break;
      }
    }
  } catch (error) {
    failure ??= { error };
  } finally {
    connection.dispose();
  }
  const flushed = wire.flush?.(state);
  if (flushed) yield* flushed.events;
  yield* lastEvents(flushed?.state ?? state, connection, { failure, sawChunks }, options, signal);
}

/** Folds trust the vendor's types. A chunk that does not match them is the server's fault, and is reported as such. */
function foldChunk<Chunk, State extends Answer>(wire: Wire<Chunk, State>, state: State, chunk: Chunk): Folded<State> {
  try {
    return wire.fold(state, chunk);
  } catch {
    const error = { code: 'MALFORMED_RESPONSE', message: 'The provider sent an event that cannot be read.' };
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

/** Undefined where there was no response. */
export function contentTypeOf({ responseHeaders }: Connection): string | undefined {
  return responseHeaders && (responseHeaders.get('content-type') ?? '');
}

/** A connection that breaks after the stop reason has lost nothing but, at most, the usage. */
function hasEnded(state: Answer): state is Answer & { stopReason: NonNullable<Answer['stopReason']> } {
  return state.stopReason !== undefined;
}
