import type { Clock } from '../ports/clock.ts';
import type { Disposable } from '../base/disposable.ts';
import { wireTexts } from '../base/texts/errorTexts.ts';
import { sleep } from '../base/timers.ts';
import { sameOriginFetch } from './sameOriginFetch.ts';

/**
 * One HTTP exchange with its own abort and stall detection. The SDKs drop pings, and their time limit ends when the
 * response's headers arrive. A `Connection` therefore watches the bytes.
 */
export interface Connection extends Disposable {
  /** Pass this to the SDK. */
  readonly fetch: typeof fetch;
  /** Aborts with the caller's signal, on a stall, and on `dispose`. */
  readonly signal: AbortSignal;
  readonly stalled: boolean;
  /** Call this when an event has arrived. The next read resumes the detection. */
  pauseStallDetection(): void;
  /** Undefined before the first response. Not every SDK puts the headers on its errors. */
  readonly responseHeaders: Headers | undefined;
  /** True if an SDK has read the last response's body to its end. */
  bodyEnded(): Promise<boolean>;
}

export interface ConnectionOptions {
  readonly clock: Clock;
  /** Milliseconds without a byte. */
  readonly stallTimeout: number;
  readonly fetch?: typeof fetch;
  /**
   * Names of SDK headers that must not be sent, such as those from the SDK's environment variable, which may be for
   * another provider.
   */
  readonly headersToRemove: readonly string[];
}

/** Milliseconds. */
export const DEFAULT_STALL_TIMEOUT = 60_000;

export function openConnection(options: ConnectionOptions, signal: AbortSignal): Connection {
  const { clock, stallTimeout } = options;
  const send = options.fetch ?? fetch;
  const controller = new AbortController();
  let stalled = false;
  let responseHeaders: Headers | undefined;
  let body: WatchedBody | undefined;

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
      for (const name of options.headersToRemove) headers.delete(name);
      watch.begin();
      const response = await sameOriginFetch(send, input, { ...init, headers });
      responseHeaders = response.headers;
      // The SDKs read an error's body with `text()`, which bypasses `WatchedBody`, so one timeout covers the whole
      // body.
      watch.begin();
      body = response.body ? new WatchedBody(response.body, watch, clock) : undefined;
      if (body) Object.defineProperty(response, 'body', { value: body });
      return response;
    },
    signal: controller.signal,
    get stalled() {
      return stalled;
    },
    get responseHeaders() {
      return responseHeaders;
    },
    bodyEnded: () => body?.ended() ?? Promise.resolve(false),
    pauseStallDetection: () => watch.end(),
    dispose() {
      signal.removeEventListener('abort', onAbort);
      watch.dispose();
      controller.abort();
    },
  };
}

/** Detects that a read has waited too long. One timer serves the whole exchange. */
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
    this.timer ??= this.clock.setTimeout(this.check, this.timeout);
  }

  end(): void {
    this.waitingSince = undefined;
  }

  dispose(): void {
    this.timer?.dispose();
    this.end();
  }

  private readonly check = (): void => {
    this.timer = undefined;
    if (this.waitingSince === undefined) return;
    const left = this.waitingSince + this.timeout - this.clock.now();
    if (left <= 0) this.onStall();
    else this.timer = this.clock.setTimeout(this.check, Math.min(left, this.timeout));
  };
}

/** Milliseconds to wait for the end of a body whose content is complete. */
const END_TIMEOUT = 500;

/**
 * Reports each read of a response's body to a `StallWatch`. Implements only what the SDKs use of a `ReadableStream`. A
 * second `ReadableStream` would cost more per chunk than all the work of an SDK.
 */
class WatchedBody implements AsyncIterableIterator<Uint8Array> {
  private readonly body: ReadableStream<Uint8Array>;
  private readonly watch: StallWatch;
  private readonly clock: Clock;
  private reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  private lastRead: Promise<ReadableStreamReadResult<Uint8Array>> | undefined;

  constructor(body: ReadableStream<Uint8Array>, watch: StallWatch, clock: Clock) {
    this.body = body;
    this.watch = watch;
    this.clock = clock;
  }

  /**
   * Returns the body itself, not a separate iterator, so that an SDK that reads it keeps a reference to the body. The
   * Anthropic SDK treats a garbage-collected body as abandoned.
   */
  [Symbol.asyncIterator](): this {
    return this;
  }

  getReader(): this {
    return this;
  }

  read(): Promise<ReadableStreamReadResult<Uint8Array>> {
    this.reader ??= this.body.getReader();
    this.watch.begin();
    this.lastRead = this.reader.read();
    return this.lastRead;
  }

  async ended(): Promise<boolean> {
    const result = await this.lastRead?.catch(() => undefined);
    return result?.done ?? false;
  }

  next(): Promise<IteratorResult<Uint8Array, undefined>> {
    return this.read() as Promise<IteratorResult<Uint8Array, undefined>>;
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    await (this.reader ?? this.body).cancel();
    return { done: true, value: undefined };
  }

  /**
   * Reads the rest of the body instead of cancelling, because a socket can be reused only after the end of the body.
   * The OpenAI SDK calls `cancel` when only that end is missing. In all other cases, the SDK aborts the request first,
   * so reading fails.
   */
  async cancel(): Promise<void> {
    const over = new AbortController();
    const rest = this.readRest().finally(() => over.abort());
    await Promise.race([rest, sleep(this.clock, END_TIMEOUT, over.signal).catch(() => {})]);
  }

  private async readRest(): Promise<void> {
    while (!(await this.read()).done);
  }

  releaseLock(): void {
    this.reader?.releaseLock();
    this.reader = undefined;
  }
}

/**
 * Header names in an SDK's environment variable (`ANTHROPIC_CUSTOM_HEADERS`, `OPENAI_CUSTOM_HEADERS`). Leaves out
 * headers that the adapter (`ownHeaders`) or every SDK sets.
 */
export function environmentHeaders(variable: string | undefined, ownHeaders: readonly string[]): string[] {
  const kept = new Set(['content-type', 'accept', ...ownHeaders.map((name) => name.toLowerCase())]);
  return (variable ?? '')
    .split('\n')
    .map((line) => line.slice(0, Math.max(0, line.indexOf(':'))).trim())
    .filter((name) => /^[\w-]+$/.test(name) && !kept.has(name.toLowerCase()));
}

/** Only host and port, because the rest of an address can contain secrets. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : wireTexts.configuredAddress();
}
