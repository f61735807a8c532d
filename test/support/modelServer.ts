/**
 * A model provider on a local port, for tests that go through a real client. Answers are scripted; what
 * was asked is kept byte for byte. aimock shapes the answers for each wire format (Anthropic Messages,
 * OpenAI Chat Completions and Responses, Gemini); this server stands in front of it because aimock keeps
 * neither the raw bytes of a request nor whether the client hung up.
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

/** Which requests: by the last text of the user (a part of it, or a pattern), or by anything else about it. */
export type When = string | RegExp | ((request: ModelRequest) => boolean);

export interface Answer {
  readonly text?: string;
  /** Calls the model makes, after the text. */
  readonly tools?: readonly { readonly name: string; readonly arguments: unknown; readonly id?: string }[];
  /** Shown before the text, as the wire format does it. */
  readonly thinking?: string;
  /** Why it stopped, in OpenAI's words: "stop", "length", "tool_calls". Translated for the others. */
  readonly finishReason?: string;
  /** Token counts under the wire format's own names. */
  readonly usage?: Readonly<Record<string, number>>;
  /** An HTTP error instead. `retryAfter` in seconds, for status 429. */
  readonly error?: {
    readonly status: number;
    readonly message: string;
    readonly type?: string;
    readonly retryAfter?: number;
  };
  /** Bytes that aimock cannot make; everything above is then ignored. */
  readonly raw?: RawAnswer;
  /** Characters per streamed piece of text; 20 unless given. */
  readonly chunkSize?: number;
  /** Waits before it goes on: at once, or once so many events have been sent, or this much of the text. */
  readonly hold?: { readonly until: Promise<unknown>; readonly afterEvents?: number; readonly afterText?: string };
  /** Drops the connection after so many events. */
  readonly cutAfterEvents?: number;
}

export interface RawAnswer {
  readonly status?: number;
  /** `text/event-stream` unless given. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Each is written on its own. */
  readonly chunks: readonly (string | Uint8Array)[];
}

export interface ModelServer {
  /** "http://127.0.0.1:1234": the base URL of an Anthropic or Gemini client. */
  readonly url: string;
  /** The same with "/v1": the base URL of an OpenAI client. */
  readonly openaiUrl: string;
  /**
   * Scripts answers: the first matching request gets the first one, and so on; then the rule is used up
   * and the next one that matches takes over. Rules are tried in the order they were added.
   */
  on(when: When, ...answers: readonly Answer[]): void;
  /** The same answer for every matching request, whenever no other rule matches. */
  otherwise(when: When, answer: Answer): void;
  /** What has been asked so far, in order. */
  requests(when?: When): readonly ModelRequest[];
  /** Waits until `count` requests match (1 unless given) and returns them. Rejects after `timeoutMs` (15 s). */
  received(when: When, options?: { readonly count?: number; readonly timeoutMs?: number }): Promise<ModelRequest[]>;
  /** Requests that no rule had an answer for, or with a call that has no result; they got a 400 that says so. */
  unexpected(): readonly ModelRequest[];
  /** Forgets rules and requests. */
  reset(): void;
  close(): Promise<void>;
}

interface Rule {
  readonly when: When;
  readonly answers: Answer[];
  /** Never used up. */
  readonly standing: boolean;
}

/** Answers that we broke off ourselves, so that they do not count as the client's doing. */
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
    on: (when, ...answers) => void insertBeforeStanding(rules, { when, answers: [...answers], standing: false }),
    otherwise: (when, answer) => void rules.push({ when, answers: [answer], standing: true }),
    requests: matching,
    received: async (when, { count = 1, timeoutMs = 15_000 } = {}) => {
      for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await delay(20)) {
        const found = matching(when);
        if (found.length >= count) return found;
      }
      throw new Error(`${matching(when).length} of ${count} expected requests came. All: ${summary(requests)}`);
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
    // A request without a JSON body (a list of models, say) is recorded all the same.
    return undefined;
  }
}

function insertBeforeStanding(rules: Rule[], rule: Rule): void {
  const standing = rules.findIndex((existing) => existing.standing);
  rules.splice(standing === -1 ? rules.length : standing, 0, rule);
}

function nextAnswer(rules: readonly Rule[], request: ModelRequest): Answer | undefined {
  const rule = rules.find(({ when, answers }) => answers.length > 0 && isMatch(when, request));
  return rule?.standing ? rule.answers[0] : rule?.answers.shift();
}

function isMatch(when: When, request: ModelRequest): boolean {
  if (typeof when === 'function') return when(request);
  const text = lastUserText(request);
  return typeof when === 'string' ? text.includes(when) : when.test(text);
}

/** aimock picks the answer by the context header, of which every request here has its own. */
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

/** Passes an answer on, event by event where the answer asks for a pause or a cut. */
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

/** What an event adds to the answer's text, in whichever wire format it is. */
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
