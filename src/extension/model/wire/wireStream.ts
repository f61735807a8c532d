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

/** Streams one answer over one wire. Never throws, and ends with exactly one `end`, as the port demands. */
export function streamAnswer<Chunk, State extends Answer>(
  wire: Wire<Chunk, State>,
  options: WireOptions,
  signal: AbortSignal,
): AsyncIterable<ModelEvent> {
  return new AnswerStream(wire, options, signal);
}

/**
 * An iterator written out, because every piece of every answer comes through here: an async generator would cost half as
 * much as all that the SDK does for the piece (`npm run bench -- stream`).
 */
class AnswerStream<Chunk, State extends Answer> implements AsyncIterableIterator<ModelEvent> {
  private readonly wire: Wire<Chunk, State>;
  private readonly options: WireOptions;
  private readonly signal: AbortSignal;
  private connection: Connection | undefined;
  /** Undefined before the response, and after its last chunk. */
  private chunks: AsyncIterator<Chunk> | undefined;
  private state: State;
  private failure: { readonly error: unknown } | undefined;
  private sawEvents = false;
  /** What the last chunk came to; told up to `place`. */
  private events: readonly ModelEvent[] = [];
  private place = 0;
  private isEnded = false;
  private isOver = false;

  constructor(wire: Wire<Chunk, State>, options: WireOptions, signal: AbortSignal) {
    this.wire = wire;
    this.options = options;
    this.signal = signal;
    this.state = wire.initial;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Mostly the next chunk is the next event: that way takes no promise more than it must. */
  next(): Promise<Told> {
    const { chunks } = this;
    if (!chunks || this.place < this.events.length || this.mustEnd()) return this.proceed();
    return chunks.next().then(this.take, this.breakOff);
  }

  /** The reader leaves in the middle: that must reach the socket as well. */
  async return(): Promise<Told> {
    this.events = [];
    await this.close();
    return { done: true, value: undefined };
  }

  private readonly take = (step: IteratorResult<Chunk>): Told | Promise<Told> => {
    this.accept(step);
    return this.tell() ?? this.proceed();
  };

  private readonly breakOff = (error: unknown): Promise<Told> => {
    this.fail(error);
    return this.proceed();
  };

  private async proceed(): Promise<Told> {
    for (;;) {
      const told = this.tell();
      if (told) return told;
      if (this.mustEnd()) {
        await this.close();
        this.events = this.endings();
        this.place = 0;
        continue;
      }
      try {
        this.chunks ??= await this.open();
        this.accept(await this.chunks.next());
      } catch (error) {
        this.fail(error);
      }
    }
  }

  /** Undefined where nothing is there to be told. */
  private tell(): Told | undefined {
    const value = this.events[this.place];
    if (!value) return this.isOver ? { done: true, value: undefined } : undefined;
    this.place += 1;
    return { done: false, value };
  }

  private mustEnd(): boolean {
    return this.isEnded || this.failure !== undefined || this.signal.aborted;
  }

  private async open(): Promise<AsyncIterator<Chunk>> {
    this.connection = openConnection(this.options, this.signal);
    const chunks = await this.wire.open(this.connection);
    return chunks[Symbol.asyncIterator]();
  }

  private accept(step: IteratorResult<Chunk>): void {
    this.connection?.arrived();
    this.place = 0;
    this.events = step.done ? [] : this.fold(step.value);
    if (step.done) this.isEnded = true;
  }

  private fail(error: unknown): void {
    this.failure = { error };
    this.chunks = undefined;
  }

  /** Folds trust the vendor's types; what does not keep to them is the server's fault, and is told as that. */
  private fold(chunk: Chunk): readonly ModelEvent[] {
    this.sawEvents = true;
    try {
      const { state, events, failure } = this.wire.fold(this.state, chunk);
      this.state = state;
      if (failure !== undefined) this.failure = { error: failure };
      return events;
    } catch {
      const error = { code: 'MALFORMED_RESPONSE', message: 'The provider sent an event that cannot be read.' };
      this.failure = { error: { error } };
      return [];
    }
  }

  private async close(): Promise<void> {
    this.isOver = true;
    try {
      if (!this.isEnded) await this.chunks?.return?.();
    } catch (error) {
      this.failure ??= { error };
    } finally {
      this.chunks = undefined;
      this.connection?.dispose();
    }
  }

  /** How the answer ends, once the connection is closed. */
  private endings(): readonly ModelEvent[] {
    const flushed = this.wire.flush?.(this.state);
    if (flushed) this.state = flushed.state;
    return [...(flushed?.events ?? []), ...this.lastEvents()];
  }

  private lastEvents(): readonly ModelEvent[] {
    const { state, connection, failure } = this;
    const { host, secrets, clock, stallTimeout } = this.options;
    if (this.signal.aborted) return [abortAnswer(state)];
    if (connection?.stalled) return [failAnswer(state, stallError(host, stallTimeout))];
    if (hasEnded(state)) return endAnswer(state);
    const headers = connection?.responseHeaders;
    const error = failure
      ? toModelError(failure.error, { secrets, host, now: clock.now(), headers })
      : unfinishedError(host, this.sawEvents, connection && contentTypeOf(connection));
    return [failAnswer(state, error)];
  }
}

type Told = IteratorResult<ModelEvent>;

/** Undefined where there was no response. */
export function contentTypeOf({ responseHeaders }: Connection): string | undefined {
  return responseHeaders && (responseHeaders.get('content-type') ?? '');
}

/** A connection that breaks after the stop reason has lost nothing but, at most, the usage. */
function hasEnded<State extends Answer>(
  state: State,
): state is State & { stopReason: NonNullable<Answer['stopReason']> } {
  return state.stopReason !== undefined;
}
