/** Reads requests that reached the model server, in any wire format. */

export interface ModelRequest {
  /** Position among all requests of the server, from 0. */
  readonly index: number;
  readonly method: string;
  /** With its query: "/v1/messages", "/v1/chat/completions", "/v1/responses", "/v1beta/models/…". */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body's bytes exactly as they arrived. */
  readonly body: Buffer;
  /** The body as text. */
  readonly text: string;
  /** The parsed body; `undefined` if it is not JSON. */
  readonly json: JsonBody | undefined;
  /** Whether the client closed the connection before it had the whole answer. */
  readonly aborted: boolean;
  /** Whether the whole answer was sent. */
  readonly answered: boolean;
}

export interface JsonBody {
  readonly model?: string;
  readonly [key: string]: unknown;
}

/** The text of the user's last message that has text; tool results do not count. Empty if there is none. */
export function lastUserText(request: ModelRequest): string {
  return messagesOf(request).filter(isByUser).map(textOf).findLast(Boolean) ?? '';
}

/** Whether the last message of the request is a tool result. */
export function endsWithToolResult(request: ModelRequest): boolean {
  const last = messagesOf(request).at(-1);
  if (!last) return false;
  if (last.role === 'tool' || last.type === 'function_call_output') return true;
  return partsOf(last).some((part) => part.type === 'tool_result' || 'functionResponse' in part);
}

/**
 * The ids of the conversation's tool calls and of their results, each list in order. If the wire format has no ids, the
 * lists contain the names of the tools. Providers refuse a request if the two lists differ.
 */
export function toolExchange(request: Pick<ModelRequest, 'json'>): {
  readonly calls: string[];
  readonly results: string[];
} {
  const entries = messagesOf(request).flatMap(entriesOf);
  return { calls: entries.flatMap(callIn), results: entries.flatMap(resultIn) };
}

/**
 * Whether the results of every message's calls follow that message directly, before any other message, and every result
 * has its call. Every provider demands this.
 */
export function isPaired(request: Pick<ModelRequest, 'json'>): boolean {
  let open: readonly string[] = [];
  let isAnswering = false;
  for (const message of messagesOf(request)) {
    const entries = entriesOf(message);
    const [calls, results] = [entries.flatMap(callIn), entries.flatMap(resultIn)];
    if (results.some((result, index) => result !== open[index]) || hasContentBeforeResults(message)) return false;
    // In the Responses format each call is a message of its own, so one call may follow another.
    const isNextCall = message.type === 'function_call' && !isAnswering;
    const isFitting = calls.length > 0 ? isNextCall : results.length > 0 || isByModel(message);
    if (open.length > 0 && !isFitting) return false;
    open = [...open.slice(results.length), ...calls];
    isAnswering = results.length > 0 && open.length > 0;
  }
  return open.length === 0;
}

function hasContentBeforeResults(message: WireMessage): boolean {
  const areResults = partsOf(message).map((part) => resultIn(part).length > 0);
  return areResults.includes(true) && areResults[0] === false;
}

function entriesOf(message: WireMessage): readonly WirePart[] {
  const calls = Array.isArray(message.tool_calls) ? (message.tool_calls as WirePart[]) : [];
  return [message as WirePart, ...partsOf(message), ...calls];
}

/** In the Responses format, thinking is a message of its own, without a role. */
function isByModel({ role, type }: WireMessage): boolean {
  return role === 'assistant' || role === 'model' || (role === undefined && type !== undefined);
}

function callIn(entry: WirePart): string[] {
  if (entry.type === 'tool_use' || entry.type === 'function') return [String(entry.id)];
  if (entry.type === 'function_call') return [String(entry.call_id)];
  return nameIn(entry.functionCall);
}

function resultIn(entry: WirePart): string[] {
  if (entry.type === 'tool_result') return [String(entry.tool_use_id)];
  if (entry.type === 'function_call_output') return [String(entry.call_id)];
  if (entry.role === 'tool') return [String(entry.tool_call_id)];
  return nameIn(entry.functionResponse);
}

function nameIn(call: unknown): string[] {
  if (typeof call !== 'object' || call === null) return [];
  const { id, name } = call as { id?: string; name?: string };
  return [String(id ?? name)];
}

/** The messages in their wire format. */
export function messagesOf({ json }: Pick<ModelRequest, 'json'>): readonly WireMessage[] {
  const messages = json?.messages ?? json?.input ?? json?.contents;
  if (typeof messages === 'string') return [{ role: 'user', content: messages }];
  return Array.isArray(messages) ? (messages as WireMessage[]) : [];
}

/**
 * Tools, system prompt and messages in the order in which providers cache them, without a closing bracket at the end. A
 * request shares the cached prefix of an earlier request exactly if its prompt starts with the earlier prompt. Cache
 * breakpoints are left out.
 */
export function cacheablePrompt(request: ModelRequest): string {
  const { tools, system, instructions, systemInstruction } = request.json ?? {};
  const messages = messagesOf(request).map((message) => stringify(message));
  return [stringify(tools), stringify(system ?? instructions ?? systemInstruction), messages.join(',')].join('\n');
}

export interface WireMessage {
  readonly role?: string;
  readonly type?: string;
  readonly content?: unknown;
  readonly parts?: unknown;
  readonly tool_calls?: unknown;
}

type WirePart = Readonly<Record<string, unknown>>;

function isByUser(message: WireMessage): boolean {
  return message.role === 'user';
}

function textOf(message: WireMessage): string {
  if (typeof message.content === 'string') return message.content;
  return partsOf(message)
    .map((part) => part.text)
    .filter((text) => typeof text === 'string')
    .join('');
}

function partsOf(message: WireMessage): readonly WirePart[] {
  const parts = message.content ?? message.parts;
  return Array.isArray(parts) ? (parts as WirePart[]) : [];
}

function stringify(value: unknown): string {
  return JSON.stringify(value ?? null, (key, inner: unknown) => (key === 'cache_control' ? undefined : inner));
}
