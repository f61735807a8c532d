/**
 * A model provider on a local port, for tests with a real client. Answers are scripted; requests are recorded byte for
 * byte. The package aimock shapes the answers for each wire format (Anthropic Messages, OpenAI Chat Completions and
 * Responses, Gemini). This server is a proxy in front of aimock, because aimock records neither the raw bytes of a
 * request nor whether the client closed the connection.
 *
 * ```ts
 * const server = await startModelServer();
 * server.on('Rename it', { tools: [{ name: 'read_file', arguments: { path: 'a.ts' } }] }, { text: 'Done.' });
 * server.on(/^\[SUGGESTION MODE/, { text: 'run the tests' });
 * // settings: { 'premove.providers': { local: { kind: 'anthropic', baseUrl: server.url } } }
 * const [first] = await server.received('Rename it');
 * await server.close();
 * ```
 */
import { type FixtureResponse, LLMock } from '@copilotkit/aimock';
import { createServer, type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { isPaired, type JsonBody, lastUserText, type ModelRequest } from './modelRequest.ts';

/** Selects requests: by a part of the user's last text, by a pattern for that text, or by a predicate. */
export type When = string | RegExp | ((request: ModelRequest) => boolean);

export interface Answer {
  readonly text?: string;
  /** The model's calls, after the text. */
  readonly tools?: readonly { readonly name: string; readonly arguments: unknown; readonly id?: string }[];
  /** Sent before the text, in the wire format's own way. */
  readonly thinking?: string;
  /** OpenAI's finish reason: "stop", "length", "tool_calls". Translated for the other wire formats. */
  readonly finishReason?: string;
  /** Token counts under the wire format's own names. */
  readonly usage?: Readonly<Record<string, number>>;
  /** An HTTP error instead of an answer. `retryAfter` in seconds, for status 429. */
  readonly error?: {
    readonly status: number;
    readonly message: string;
    readonly type?: string;
    readonly retryAfter?: number;
  };
  /** Bytes that aimock cannot produce. All fields above are then ignored. */
  readonly raw?: RawAnswer;
  /** Characters per text delta; 20 by default. */
  readonly chunkSize?: number;
  /** Waits for `until`: at the start, or after this number of events, or after this part of the text. */
  readonly hold?: { readonly until: Promise<unknown>; readonly afterEvents?: number; readonly afterText?: string };
  /** Drops the connection after this number of events. */
  readonly cutAfterEvents?: number;
}

export interface RawAnswer {
  readonly status?: number;
  /** `text/event-stream` by default. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Each chunk is written on its own. */
  readonly chunks: readonly (string | Uint8Array)[];
}

export interface ModelServer {
  /** "http://127.0.0.1:1234": the base URL of an Anthropic or Gemini client. */
  readonly url: string;
  /** `url` with "/v1": the base URL of an OpenAI client. */
  readonly openaiUrl: string;
  /**
   * Adds a rule: each matching request gets the next of the answers. Rules are tried in the order in which they were
   * added; a rule without answers left is skipped.
   */
  on(when: When, ...answers: readonly Answer[]): void;
  /** Adds a default: this answer for every matching request that no rule of `on` answers. */
  otherwise(when: When, answer: Answer): void;
  /** The requests so far, in order. */
  requests(when?: When): readonly ModelRequest[];
  /** Waits until `count` requests match (default 1) and returns them. Rejects after `timeoutMs` (default 15 s). */
  received(when: When, options?: { readonly count?: number; readonly timeoutMs?: number }): Promise<ModelRequest[]>;
  /** Requests without a matching answer, or with a call that has no result. Each got a 400 that names the problem. */
  unexpected(): readonly ModelRequest[];
  /** Clears rules and requests. */
  reset(): void;
  close(): Promise<void>;
}

interface Rule {
  readonly when: When;
  readonly answers: Answer[];
  /** Added by `otherwise`: its answer is never used up. */
  readonly isDefault: boolean;
}

/** Answers that this server has cut. They do not count as aborted by the client. */
const cut = new WeakSet<ServerResponse>();

type Recorded = { -readonly [Key in keyof ModelRequest]: ModelRequest[Key] };

export async function startModelServer(): Promise<ModelServer> {
  const aimock = await LLMock.create({ port: 0, host: '127.0.0.1', logLevel: 'silent' });
  const rules: Rule[] = [];
  const requests: Recorded[] = [];
  const unexpected: Recorded[] = [];

  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch((error: unknown) => outgoing.destroy(error as Error));
  });

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const recorded = await record(incoming, requests.length);
    requests.push(recorded);
    outgoing.on('close', () => {
      recorded.answered = outgoing.writableFinished;
      recorded.aborted = !outgoing.writableFinished && !cut.has(outgoing);
    });
    const answer = isPaired(recorded) ? nextAnswer(rules, recorded) : undefined;
    if (answer?.raw) return writeRaw(answer, answer.raw, outgoing);
    if (answer) return forward(aimock, recorded, answer, outgoing);
    unexpected.push(recorded);
    refuse(recorded, outgoing);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const matching = (when: When = () => true) => requests.filter((request) => isMatch(when, request));
  return {
    url,
    openaiUrl: `${url}/v1`,
    on: (when, ...answers) => void insertBeforeDefaults(rules, { when, answers: [...answers], isDefault: false }),
    otherwise: (when, answer) => void rules.push({ when, answers: [answer], isDefault: true }),
    requests: matching,
    received: async (when, { count = 1, timeoutMs = 15_000 } = {}) => {
      for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await delay(20)) {
        const found = matching(when);
        if (found.length >= count) return found;
      }
      throw new Error(`Got ${matching(when).length} of ${count} expected requests. All: ${summary(requests)}`);
    },
    unexpected: () => [...unexpected],
    reset: () => {
      for (const list of [rules, requests, unexpected]) list.length = 0;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await aimock.stop();
    },
  };
}

async function record(incoming: IncomingMessage, index: number): Promise<Recorded> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const { method = 'GET', url: path = '/', headers } = incoming;
  const text = body.toString('utf8');
  return { index, method, path, headers, body, text, json: parse(text), aborted: false, answered: false };
}

function parse(text: string): JsonBody | undefined {
  try {
    return JSON.parse(text) as JsonBody;
  } catch {
    // A request without a JSON body (for the list of models, for example) is recorded too.
    return undefined;
  }
}

function insertBeforeDefaults(rules: Rule[], rule: Rule): void {
  const firstDefault = rules.findIndex((existing) => existing.isDefault);
  rules.splice(firstDefault === -1 ? rules.length : firstDefault, 0, rule);
}

function nextAnswer(rules: readonly Rule[], request: ModelRequest): Answer | undefined {
  const rule = rules.find(({ when, answers }) => answers.length > 0 && isMatch(when, request));
  return rule?.isDefault ? rule.answers[0] : rule?.answers.shift();
}

function isMatch(when: When, request: ModelRequest): boolean {
  if (typeof when === 'function') return when(request);
  const text = lastUserText(request);
  return typeof when === 'string' ? text.includes(when) : when.test(text);
}

/** aimock selects the answer by the context header, which is different for every request. */
async function forward(aimock: LLMock, request: Recorded, answer: Answer, outgoing: ServerResponse): Promise<void> {
  const context = `request-${request.index}`;
  const { chunkSize } = answer;
  aimock.prependFixture({ match: { context }, response: toFixture(answer), ...(chunkSize ? { chunkSize } : {}) });
  const upstream = httpRequest(`${aimock.url}${request.path}`, {
    method: request.method,
    headers: { ...request.headers, 'accept-encoding': 'identity', 'x-aimock-context': context },
  });
  outgoing.on('close', () => upstream.destroy());
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    upstream.on('response', resolve).on('error', reject);
    upstream.end(request.body);
  });
  await pass(answer, incoming, outgoing, () => outgoing.writeHead(incoming.statusCode ?? 502, incoming.headers));
}

function toFixture({ text = '', tools, thinking, finishReason, usage, error }: Answer): FixtureResponse {
  if (error) {
    const { status, retryAfter, ...details } = error;
    return { error: details, status, ...(retryAfter === undefined ? {} : { retryAfter }) };
  }
  return {
    content: text,
    ...(tools && {
      toolCalls: tools.map(({ name, arguments: given, id }) => ({
        name,
        arguments: JSON.stringify(given),
        ...(id === undefined ? {} : { id }),
      })),
    }),
    ...(thinking === undefined ? {} : { reasoning: thinking }),
    ...(finishReason === undefined ? {} : { finishReason }),
    ...(usage && { usage }),
  };
}

async function writeRaw(answer: Answer, raw: RawAnswer, outgoing: ServerResponse): Promise<void> {
  const headers = raw.headers ?? { 'content-type': 'text/event-stream' };
  await pass(answer, raw.chunks, outgoing, () => outgoing.writeHead(raw.status ?? 200, headers));
}

/** Forwards an answer: event by event if it has `hold` or `cutAfterEvents`. */
async function pass(
  { hold, cutAfterEvents }: Answer,
  chunks: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
  outgoing: ServerResponse,
  writeHead: () => void,
): Promise<void> {
  let sent = 0;
  let text = '';
  if (hold && !hold.afterEvents && !hold.afterText) await hold.until;
  writeHead();
  outgoing.flushHeaders();
  for await (const chunk of hold || cutAfterEvents !== undefined ? byEvent(chunks) : chunks) {
    if (outgoing.destroyed) return;
    if (sent === cutAfterEvents) {
      cut.add(outgoing);
      outgoing.destroy();
      return;
    }
    if (hold?.afterEvents && sent === hold.afterEvents) await hold.until;
    outgoing.write(chunk);
    sent += 1;
    if (!hold?.afterText || text.includes(hold.afterText)) continue;
    text += textIn(String(chunk));
    if (text.includes(hold.afterText)) await hold.until;
  }
  outgoing.end();
}

/** The text delta of an event, in any wire format. */
function textIn(event: string): string {
  const data = parse(event.slice(event.indexOf('{'))) as TextEvent | undefined;
  if (!data) return '';
  const { type, delta, choices, candidates } = data;
  if (typeof delta === 'string') return type === 'response.output_text.delta' ? delta : '';
  const parts = candidates?.[0]?.content?.parts ?? [choices?.[0]?.delta ?? delta ?? {}];
  return parts.map((part) => (part.thought ? '' : (part.text ?? part.content ?? ''))).join('');
}

interface TextEvent {
  readonly type?: string;
  readonly delta?: string | TextPiece;
  readonly choices?: readonly { readonly delta?: TextPiece }[];
  readonly candidates?: readonly { readonly content?: { readonly parts?: readonly TextPiece[] } }[];
}

interface TextPiece {
  readonly text?: string;
  readonly content?: string | null;
  readonly thought?: boolean;
}

async function* byEvent(chunks: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>) {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of chunks) {
    rest += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    const events = rest.split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) yield `${event}\n\n`;
  }
  if (rest) yield rest;
}

function refuse(request: ModelRequest, outgoing: ServerResponse): void {
  const problem = isPaired(request) ? 'has no answer for' : 'refuses a call without its result in';
  const message = `The model server ${problem} ${request.method} ${request.path}: ${lastUserText(request).slice(0, 200)}`;
  outgoing.writeHead(400, { 'content-type': 'application/json' });
  outgoing.end(JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message } }));
}

function summary(requests: readonly ModelRequest[]): string {
  return requests.map((request) => `\n  ${request.path}: ${lastUserText(request).slice(0, 120)}`).join('') || 'none';
}
