import { abortAnswer, endAnswer, failAnswer, type Answer, type Folded } from './answer.ts';
import type { ModelEvent } from './chatModel.ts';
import { openConnection, type Connection, type ConnectionOptions } from './connection.ts';
import { stallError, toModelError, unfinishedError } from './wireError.ts';

/** What an adapter adds to the common course of a request: how to send it, and how to read what comes. */
export interface Wire<Chunk, State extends Answer> {
  readonly initial: State;
  open(connection: Connection): Promise<AsyncIterable<Chunk>>;
  fold(state: State, chunk: Chunk): Folded<State>;
}

export interface WireOptions extends ConnectionOptions {
  /** Host and port, for error messages. */
  readonly host: string;
  readonly secrets: readonly string[];
}

/** Streams one answer over one wire. Never throws, and ends with exactly one `end`, as the port demands. */
export async function* streamAnswer<Chunk, State extends Answer>(
  wire: Wire<Chunk, State>,
  options: WireOptions,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const connection = openConnection(options, signal);
  const { host, secrets } = options;
  let state = wire.initial;
  let sawEvents = false;
  let failure: { readonly error: unknown } | undefined;
  try {
    if (!signal.aborted) {
      for await (const chunk of await wire.open(connection)) {
        const folded = wire.fold(state, chunk);
        sawEvents = true;
        state = folded.state;
        yield* folded.events;
        if (signal.aborted) break;
      }
    }
  } catch (error) {
    failure = { error };
  } finally {
    // Also where the reader left in the middle: that must reach the socket as well.
    connection.dispose();
  }
  if (signal.aborted) yield abortAnswer(state);
  else if (connection.stalled) yield failAnswer(state, stallError(host, options.stallTimeout));
  else if (isEnded(state)) yield* endAnswer(state);
  else if (failure) {
    yield failAnswer(state, toModelError(failure.error, { secrets, host, now: options.clock.now() }));
  } else yield failAnswer(state, unfinishedError(host, sawEvents, connection.contentType));
}

/** A connection that breaks after the stop reason has lost nothing but, at most, the usage. */
function isEnded<State extends Answer>(
  state: State,
): state is State & { stopReason: NonNullable<Answer['stopReason']> } {
  return state.stopReason !== undefined;
}
