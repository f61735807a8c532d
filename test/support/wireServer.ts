import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isPaired, type JsonBody } from './modelRequest.ts';

/**
 * A raw HTTP server on the loopback interface. It sends exactly the bytes that a test scripts: statuses, headers,
 * pauses, resets, and malformed data that fixture servers would normalize.
 */
export interface WireServer {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  readonly requests: readonly WireRequest[];
  /** Adds replies, one per request. A request without a reply gets a 599, and one with an unpaired tool call a 400. */
  push(...replies: WireReply[]): void;
  /** Drops the replies that are not used yet. */
  discard(): void;
  close(): Promise<void>;
}

export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The raw body, as it arrived. */
  readonly body: string;
  /** Resolves when the exchange is over: true if the client or `RESET` ended it before the whole reply was sent. */
  readonly abortedByClient: Promise<boolean>;
}

export interface WireReply {
  /** 200 by default. */
  readonly status?: number;
  /** `content-type: text/event-stream` by default. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly steps?: readonly WireStep[];
}

/**
 * Text or bytes are sent. The headers precede the first of them, so an empty text sends only the headers. A promise is
 * awaited. `RESET` breaks the connection. The reply ends after the last step.
 */
export type WireStep = string | Uint8Array | Promise<unknown> | typeof RESET;

/** The step that breaks the connection. If it is the first step, the client does not get headers either. */
export const RESET = Symbol('reset');

export async function startWireServer(): Promise<WireServer> {
  const replies: WireReply[] = [];
  const requests: WireRequest[] = [];
  const server = createServer((request, response) => {
    const abortedByClient = new Promise<boolean>((resolve) => {
      response.once('close', () => resolve(!response.writableFinished));
    });
    readBody(request)
      .then((body) => {
        const { method = '', url: path = '', headers } = request;
        requests.push({ method, path, headers, body, abortedByClient });
        const reply = replies.shift() ?? { status: 599 };
        return sendReply(response, isPaired({ json: parse(body) }) ? reply : UNPAIRED);
      })
      // The client may close the connection at any moment; `abortedByClient` reports that.
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    push: (...more) => void replies.push(...more),
    discard: () => void (replies.length = 0),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Every provider refuses a request with an unpaired call or result. */
const UNPAIRED: WireReply = { status: 400, steps: ['A tool call has no result, or a result has no call.'] };

/** Undefined if the body is not JSON: the request for the list of models does not have a body. */
function parse(body: string): JsonBody | undefined {
  return body.startsWith('{') ? (JSON.parse(body) as JsonBody) : undefined;
}

/** A server-sent event. `data` is sent as JSON unless it is a string. */
export function sse(data: unknown, event?: string): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  return `${event ? `event: ${event}\n` : ''}data: ${text}\n\n`;
}

export function jsonReply(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): WireReply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, steps: [JSON.stringify(body)] };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

async function sendReply(response: ServerResponse, reply: WireReply): Promise<void> {
  const { status = 200, headers = { 'content-type': 'text/event-stream' }, steps = [] } = reply;
  for (const step of steps) {
    if (step === RESET) {
      // A reset could overtake bytes of the reply that the client has not read yet; a close cannot overtake them.
      if (response.headersSent) response.socket?.destroy();
      else response.socket?.resetAndDestroy();
      return;
    }
    if (typeof step !== 'string' && !(step instanceof Uint8Array)) {
      await step;
      continue;
    }
    if (!response.headersSent) response.writeHead(status, headers).flushHeaders();
    if (step.length > 0) await write(response, step);
  }
  if (!response.headersSent) response.writeHead(status, headers);
  response.end();
}

/** Resolves when the system has the bytes, so that a later `RESET`, which destroys the socket, does not drop them. */
function write(response: ServerResponse, bytes: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    response.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}
