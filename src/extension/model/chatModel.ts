import type { JsonObject, Message, ToolCallPart } from './message.ts';

/** A language model behind one wire format. One port for all of them; adapters live beside it. */
export interface ChatModel {
  /**
   * Streams one answer. The stream never throws: it ends with exactly one `end` event, also when aborted
   * (stop reason `aborted`) or failed (`error`). Aborting the signal closes the connection.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}

export interface ModelRequest {
  /** The provider's own name of the model, without the provider, e.g. `claude-sonnet-5`. */
  readonly model: string;
  readonly system: string;
  readonly tools: readonly ToolDeclaration[];
  readonly messages: readonly Message[];
  /**
   * Indices of messages at whose end the provider's prefix cache should be readable (at most three,
   * ascending). A fork keeps its parent's, so that the parent's bytes are a prefix of its own.
   */
  readonly cacheAnchors: readonly number[];
  /** Stable for one conversation; providers that route by it find the same cache again. */
  readonly cacheKey: string;
  /**
   * `inherit` leaves the model's default, so that a fork does not change the prefix; `off` where that costs
   * nothing.
   */
  readonly thinking: 'inherit' | 'off';
  /** A JSON schema that the whole answer must match. Only on requests that share no prefix. */
  readonly responseSchema?: JsonObject;
  /** Tokens. The adapter's default for the model where not given. */
  readonly maxOutputTokens?: number;
  /**
   * Attempts in all, for requests that must not wait (1 for a suggestion); the retry policy's own where not
   * given.
   */
  readonly maxAttempts?: number;
  /**
   * What the request is for: a prompt of the user's, or one of the internal prompt ids. For usage and logs
   * only.
   */
  readonly promptId: string;
}

/**
 * Prompt ids of background traffic: never shown in the chat, never recorded in it, always counted (seed 000). Seed 000's
 * `forked_query` is not among them, because every fork carries the id of its purpose.
 */
export const INTERNAL_PROMPT_IDS = [
  'prompt_suggestion',
  'speculation',
  'input_completion',
  'translate',
  'title',
] as const;
export type InternalPromptId = (typeof INTERNAL_PROMPT_IDS)[number];

export interface ToolDeclaration {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments, an object schema. */
  readonly inputSchema: JsonObject;
}

export type ModelEvent =
  | { readonly type: 'text-delta'; readonly text: string }
  | { readonly type: 'thinking-delta'; readonly text: string }
  | { readonly type: 'tool-call-start'; readonly id: string; readonly name: string }
  /** A piece of the call's arguments as JSON text, for display only. */
  | { readonly type: 'tool-call-delta'; readonly id: string; readonly text: string }
  /** The call is whole. It must not be run before the stream has ended without an error. */
  | { readonly type: 'tool-call'; readonly call: ToolCallPart }
  | { readonly type: 'citation'; readonly url: string; readonly title: string }
  | RetryEvent
  | ModelEnd;

/** Everything since the stream began is void: the request is made again from its start after `delay` ms. */
export interface RetryEvent {
  readonly type: 'retry';
  /** The number of the attempt to come, of those that count; null if it is limited by time alone. */
  readonly attempt: number | null;
  readonly maxAttempts: number;
  readonly delay: number;
  readonly error: ModelError;
  /** Ends the delay. Does nothing once it has ended. */
  readonly retryNow: () => void;
  /** Makes the next attempt wait, after the delay, for what `until` returns. To be called before the delay ends. */
  readonly holdBack: (until: () => Promise<unknown>) => void;
}

/** The last event. `message` is the answer as it goes into the history, complete or as far as it came. */
export type ModelEnd =
  | ({ readonly type: 'end'; readonly stopReason: StopReason; readonly message: Message } & Spent)
  | ({ readonly type: 'end'; readonly error: ModelError; readonly message: Message } & Spent);

interface Spent {
  /**
   * All that the request cost, failed attempts included as far as the provider told; null where it told
   * nothing.
   */
  readonly usage: Usage | null;
  /**
   * Only where `usage` holds failed attempts as well: the last one's alone. How full the context window is
   * must be read from this one then.
   */
  readonly lastUsage?: Usage | null;
}

/** Why a model stopped. `unknown` where the provider does not say. */
export type StopReason = 'done' | 'tools' | 'length' | 'context-full' | 'paused' | 'refused' | 'aborted' | 'unknown';

/**
 * Tokens of one request. The four add up: cached input is not in `input`, whatever the provider's own sum is.
 */
export interface Usage {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
  /** The output is our estimate, at least in part: the provider had not counted it when the answer was cut short. */
  readonly estimated?: true;
}

export interface ModelError {
  readonly kind: ModelErrorKind;
  /** What the provider said, in one line, without secrets. */
  readonly message: string;
  readonly status?: number;
  /** Milliseconds the provider asked to wait. */
  readonly retryAfter?: number;
  /** The connection failed before any response came, so nothing was answered or charged for. */
  readonly noResponse?: true;
  /**
   * Host and port, or the model's name, if no server accepts connections there: most often a local one that has not been
   * started.
   */
  readonly refusedBy?: string;
  readonly retryable: boolean;
}

export type ModelErrorKind =
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'rate-limited'
  | 'quota-exhausted'
  | 'overloaded'
  | 'context-too-long'
  | 'bad-request'
  | 'content-filtered'
  | 'network'
  | 'timeout'
  | 'server'
  | 'malformed';

/** A model that can be asked: what `<provider>/<model>` resolved to, with key and address already inside. */
export interface SelectedModel {
  /** `<provider>/<model>`, as in the setting `premove.model`. */
  readonly id: string;
  /** For people: the model's name as its list has it, "claude-sonnet-5". */
  readonly label: string;
  /** The provider's own name of the model, for `ModelRequest.model`. */
  readonly name: string;
  readonly chatModel: ChatModel;
  /** Tokens that a request may have, where the model itself tells; else `contextWindowOf` may know. */
  readonly contextWindow?: number;
  /** Costs no money: it runs on this machine, or is a script. Absent where that is not certain. */
  readonly isFree?: true;
}
