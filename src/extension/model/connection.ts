import type { Clock } from '../ports/clock.ts';
import type { Disposable } from '../ports/disposable.ts';

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

  async function watched<T>(waiting: Promise<T>): Promise<T> {
    const timer = clock.setTimeout(() => {
      stalled = true;
      controller.abort();
    }, stallTimeout);
    try {
      return await waiting;
    } finally {
      timer.dispose();
    }
  }

  return {
    async fetch(input, init) {
      const headers = new Headers(init?.headers);
      for (const name of options.unwantedHeaders) headers.delete(name);
      const response = await watched(send(input, { ...init, headers }));
      responseHeaders = response.headers;
      if (!response.body) return response;
      const reader = response.body.getReader();
      const body = new ReadableStream<Uint8Array>(
        {
          async pull(stream) {
            const { done, value } = await watched(reader.read());
            if (done) stream.close();
            else stream.enqueue(value);
          },
          cancel: (reason) => reader.cancel(reason),
        },
        { highWaterMark: 0 },
      );
      const { status, statusText } = response;
      return new Response(body, { status, statusText, headers: response.headers });
    },
    signal: controller.signal,
    get stalled() {
      return stalled;
    },
    get responseHeaders() {
      return responseHeaders;
    },
    dispose() {
      signal.removeEventListener('abort', onAbort);
      controller.abort();
    },
  };
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
