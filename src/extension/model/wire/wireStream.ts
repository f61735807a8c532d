import type { Clock } from '../../ports/clock.ts';
import { abortAnswer, endAnswer, failAnswer, type Answer, type Folded } from '../answer.ts';
import type { ModelEvent, ModelRequest } from '../chatModel.ts';
import {
  DEFAULT_STALL_TIMEOUT,
  hostOf,
  openConnection,
  type Connection,
  type ConnectionOptions,
} from '../connection.ts';
import { stallError, toModelError, unfinishedError } from './wireError.ts';
import { wireTexts } from '../../base/texts/errorTexts.ts';

export interface AdapterOptions {
  /** Undefined if the server needs no key, or gets it in one of the user's headers. */
  readonly apiKey: string | undefined;
  /** With or without a version segment such as `/v1`, as the vendor's SDK expects. */
  readonly baseUrl: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
  readonly clock: Clock;
  /**
   * Milliseconds without a byte after which the request fails. By default, `WHOLE_ANSWER_TIMEOUT` for whole answers,
   * else `DEFAULT_STALL_TIMEOUT`.
   */
  readonly stallTimeout?: number;
  /** See `Opaque.source`. Unique per provider; the wire's name if not given. */
  readonly source?: string;
}

export interface Wire<Chunk, State extends Answer> {
  readonly initial: State;
  open(connection: Connection): Promise<Chunks<Chunk>>;
  /** Whether the answer is requested as a whole. The response is then JSON. */
  readonly isWhole: boolean;
  fold(state: State, chunk: Chunk): Folded<State>;
  /** After the last chunk, emits the text that `fold` held back. Missing if the wire never holds text back. */
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
 * Milliseconds. The server is silent until it has written the whole answer, and Node's `fetch` waits no longer than
 * this for headers.
 */
const WHOLE_ANSWER_TIMEOUT = 300_000;

export function optionsFor<Options extends AdapterOptions>(request: ModelRequest, options: Options): Options {
  if (request.stream !== false || options.stallTimeout !== undefined) return options;
  return { ...options, stallTimeout: WHOLE_ANSWER_TIMEOUT };
}

/**
 * The chunks of an SDK's result. A whole answer without a JSON content type gives no chunks, because some SDKs then
 * return the text of the response.
 */
export function toChunks<Chunk, Whole>(
  returned: AsyncIterable<Chunk> | Whole,
  convert: (whole: Whole) => readonly Chunk[],
  connection: Connection,
): Chunks<Chunk> {
  if (typeof returned !== 'object' || returned === null) return [];
  if (Symbol.asyncIterator in returned) return returned;
  return contentTypeOf(connection)?.includes('json') ? convertWhole(returned, convert) : [];
}

type Chunks<Chunk> = AsyncIterable<Chunk> | readonly Chunk[];

/** `convert` relies on the vendor's types. An answer that does not match them is reported as the server's error. */
function convertWhole<Chunk, Whole>(whole: Whole, convert: (whole: Whole) => readonly Chunk[]): readonly Chunk[] {
  try {
    return convert(whole);
  } catch {
    // The error has a property `error`, as SDK errors have, so `toModelError` reports it as the server's error.
    throw Object.assign(new Error(wireTexts.badEvent()), { error: badAnswer() });
  }
}

/** Never throws, and ends with exactly one `end` event, as `ChatModel` requires. */
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
    if (!isCutOff && !(wire.isWhole && isAboutOtherType(error, connection))) failure ??= { error };
  } finally {
    connection.dispose();
  }
  const flushed = wire.flush?.(state);
  if (flushed) yield* flushed.events;
  yield* lastEvents(
    flushed?.state ?? state,
    connection,
    { failure, sawChunks, isWhole: wire.isWhole },
    options,
    signal,
  );
}

/** Whether an SDK failed because the response is not JSON. `unfinishedError` then names the response's type. */
function isAboutOtherType(error: unknown, connection: Connection): boolean {
  const type = contentTypeOf(connection);
  const isSyntax = error instanceof SyntaxError || error instanceof TypeError;
  return isSyntax && type !== undefined && !type.includes('json');
}

/** `wire.fold` relies on the vendor's types. A chunk that does not match them is reported as the server's error. */
function foldChunk<Chunk, State extends Answer>(wire: Wire<Chunk, State>, state: State, chunk: Chunk): Folded<State> {
  try {
    return wire.fold(state, chunk);
  } catch {
    return { state, events: [], failure: { error: badAnswer() } };
  }
}

function badAnswer() {
  return { code: 'MALFORMED_RESPONSE', message: wireTexts.badEvent() };
}

interface Outcome {
  readonly failure: { readonly error: unknown } | undefined;
  readonly sawChunks: boolean;
  readonly isWhole: boolean;
}

function lastEvents(
  state: Answer,
  connection: Connection,
  { failure, sawChunks, isWhole }: Outcome,
  { host, secrets, clock, stallTimeout }: WireOptions,
  signal: AbortSignal,
): readonly ModelEvent[] {
  if (signal.aborted) return [abortAnswer(state)];
  if (connection.stalled) return [failAnswer(state, stallError(host, stallTimeout))];
  if (hasEnded(state)) return endAnswer(state);
  // A whole answer is complete without a stop reason, which some servers do not report.
  if (isWhole && !failure && state.parts.length > 0) return endAnswer({ ...state, stopReason: 'unknown' });
  const error = failure
    ? toModelError(failure.error, { secrets, host, now: clock.now(), headers: connection.responseHeaders })
    : unfinishedError(host, sawChunks, contentTypeOf(connection), isWhole);
  return [failAnswer(state, error)];
}

/** Undefined if there was no response; empty if the response names no type. */
export function contentTypeOf({ responseHeaders }: Connection): string | undefined {
  return responseHeaders && (responseHeaders.get('content-type') ?? '');
}

/** Whether the stop reason has arrived. If the connection breaks after that, at most the usage is lost. */
function hasEnded(state: Answer): state is Answer & { stopReason: NonNullable<Answer['stopReason']> } {
  return state.stopReason !== undefined;
}
