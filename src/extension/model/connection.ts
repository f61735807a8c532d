import type { Clock } from '../ports/clock.ts';
import type { Disposable } from '../base/disposable.ts';
import { sameOriginFetch } from './sameOriginFetch.ts';

/**
 * One HTTP exchange as we want it: our abort, and our idea of a stall. The SDKs swallow pings and only time
 * the response's headers, so bytes are watched here, below them.
 */
export interface Connection extends Disposable {
  /** Give this one to the SDK. */
  readonly fetch: typeof fetch;
  /** Aborts with the caller's signal, on a stall, and on `dispose`. */
  readonly signal: AbortSignal;
  readonly stalled: boolean;
  /** To be called when something has come out of the bytes: until more are read, nobody waits for the server. */
  arrived(): void;
  /** Of the last response; undefined before there is one. Not every SDK hands them on with its errors. */
  readonly responseHeaders: Headers | undefined;
}

export interface ConnectionOptions {
  readonly clock: Clock;
  /** Milliseconds without a byte after which the exchange is given up. */
  readonly stallTimeout: number;
  readonly fetch?: typeof fetch;
  /**
   * Headers an SDK took from its own environment variable: what is meant for one provider must not reach
   * others.
   */
  readonly unwantedHeaders: readonly string[];
}

export const DEFAULT_STALL_TIMEOUT = 60_000;

export function openConnection(options: ConnectionOptions, signal: AbortSignal): Connection {
  const { clock, stallTimeout } = options;
  const send = options.fetch ?? fetch;
  const controller = new AbortController();
  let stalled = false;
  let responseHeaders: Headers | undefined;

  const onAbort = (): void => controller.abort(signal.reason);
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });

  const watch = new StallWatch(clock, stallTimeout, () => {
    stalled = true;
    controller.abort();
  });

  return {
    async fetch(input, init) {
      const headers = new Headers(init?.headers);
      for (const name of options.unwantedHeaders) headers.delete(name);
      watch.begin();
      const response = await sameOriginFetch(send, input, { ...init, headers });
      responseHeaders = response.headers;
      // Whoever takes the body as a whole, as is done with errors, has as long for all of it.
      watch.begin();
      if (response.body) Object.defineProperty(response, 'body', { value: new WatchedBody(response.body, watch) });
      return response;
    },
    signal: controller.signal,
    get stalled() {
      return stalled;
    },
    get responseHeaders() {
      return responseHeaders;
    },
    arrived: () => watch.end(),
    dispose() {
      signal.removeEventListener('abort', onAbort);
      watch.dispose();
      controller.abort();
    },
  };
}

/**
 * Notices that nothing came for a while. One timer for a whole exchange: it is not set anew for each piece of an answer,
 * but looks, when it is due, since when somebody waits.
 */
class StallWatch implements Disposable {
  private readonly clock: Clock;
  private readonly timeout: number;
  private readonly onStall: () => void;
  private waitingSince: number | undefined;
  private timer: Disposable | undefined;

  constructor(clock: Clock, timeout: number, onStall: () => void) {
    this.clock = clock;
    this.timeout = timeout;
    this.onStall = onStall;
  }

  begin(): void {
    this.waitingSince = this.clock.now();
    this.timer ??= this.clock.setTimeout(this.look, this.timeout);
  }

  end(): void {
    this.waitingSince = undefined;
  }

  dispose(): void {
    this.timer?.dispose();
    this.end();
  }

  private readonly look = (): void => {
    this.timer = undefined;
    if (this.waitingSince === undefined) return;
    const left = this.waitingSince + this.timeout - this.clock.now();
    if (left <= 0) this.onStall();
    else this.timer = this.clock.setTimeout(this.look, Math.min(left, this.timeout));
  };
}

/**
 * A response's body, each read of which is watched: as much of a `ReadableStream` as the SDKs read by, which is either of
 * its iterator and its reader. A second `ReadableStream` around the first would cost more for each chunk than all that
 * an SDK does with it.
 */
class WatchedBody implements AsyncIterableIterator<Uint8Array> {
  private readonly body: ReadableStream<Uint8Array>;
  private readonly watch: StallWatch;
  private reader: ReadableStreamDefaultReader<Uint8Array> | undefined;

  constructor(body: ReadableStream<Uint8Array>, watch: StallWatch) {
    this.body = body;
    this.watch = watch;
  }

  /** Itself, because an SDK may take the exchange for abandoned once the body is garbage. */
  [Symbol.asyncIterator](): this {
    return this;
  }

  getReader(): this {
    return this;
  }

  read(): Promise<ReadableStreamReadResult<Uint8Array>> {
    this.reader ??= this.body.getReader();
    this.watch.begin();
    return this.reader.read();
  }

  next(): Promise<IteratorResult<Uint8Array, undefined>> {
    return this.read() as Promise<IteratorResult<Uint8Array, undefined>>;
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    await this.cancel();
    return { done: true, value: undefined };
  }

  cancel(reason?: unknown): Promise<void> {
    return (this.reader ?? this.body).cancel(reason);
  }

  releaseLock(): void {
    this.reader?.releaseLock();
    this.reader = undefined;
  }
}

/**
 * The header names in an SDK's environment variable (`ANTHROPIC_CUSTOM_HEADERS`, `OPENAI_CUSTOM_HEADERS`),
 * less those that the adapter sets itself.
 */
export function environmentHeaders(variable: string | undefined, ours: readonly string[]): string[] {
  const kept = new Set(['content-type', 'accept', ...ours.map((name) => name.toLowerCase())]);
  return (variable ?? '')
    .split('\n')
    .map((line) => line.slice(0, Math.max(0, line.indexOf(':'))).trim())
    .filter((name) => /^[\w-]+$/.test(name) && !kept.has(name.toLowerCase()));
}

/** Host and port, which is all of an address that belongs into a message; parts of a URL can be secret. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'the configured address';
}
