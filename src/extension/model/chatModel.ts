import type { Routed } from '../../shared/transcriptItem.ts';
import type { JsonObject, Message, ToolCallPart } from './message.ts';
import type { Effort } from './thinkingEffort.ts';
import type { NativeForm } from './providers/providerRecord.ts';

/** A language model, independent of its wire format. */
export interface ChatModel {
  /** The provider charges for a request that is aborted. Absent if the provider does not, or if that is unknown. */
  readonly billsAborted?: true;
  /**
   * Streams one answer. The stream never throws. It ends with exactly one `end` event, even if it is aborted or fails.
   * Aborting the signal ends the request.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}

export interface ModelRequest {
  /** The provider's name for the model, e.g. `claude-sonnet-5`. */
  readonly model: string;
  readonly system: string;
  readonly tools: readonly ToolDeclaration[];
  readonly messages: readonly Message[];
  /**
   * Indices of the last messages of the prefixes that the provider's cache should have; at most three, ascending. The
   * first request of a fork has its parent's anchors.
   */
  readonly cacheAnchors: readonly number[];
  /** Stable for one conversation. Some providers route requests by this key to the machine that has the cache. */
  readonly cacheKey: string;
  /**
   * `inherit`: the model's default, so that a fork shares its parent's prefix. `off`: thinking is turned off or down if
   * the model allows it; use `off` only if no shared prefix is lost.
   */
  readonly thinking: 'inherit' | 'off';
  /**
   * The model's own default if missing. Has no effect if thinking is turned off or down. A fork keeps its parent's
   * effort.
   */
  readonly effort?: Effort;
  /** A JSON schema that the whole answer must match. Only for requests that do not share a prefix. */
  readonly responseSchema?: JsonObject;
  /**
   * The provider searches the web while the model answers. Only for models with `SelectedModel.searchesWeb`, and
   * without tools, because Gemini refuses the combination.
   */
  readonly searchesWeb?: true;
  /** If not given, the adapter's default for the model. */
  readonly maxOutputTokens?: number;
  /**
   * `false` requests the whole answer at once. The events are the same, with the whole content of each part in one
   * event.
   */
  readonly stream?: false;
  /** Attempts in total. If not given, the retry policy decides. */
  readonly maxAttempts?: number;
  /**
   * The id of the user's prompt, or an internal id that names the request's purpose. VS Code's models refuse internal
   * ids before the user has consented.
   */
  readonly promptId: string;
}

/**
 * Prompt ids of requests that are not turns of the chat. Sub-agents send the user's prompt id, but their usage is
 * counted as `agent`.
 */
export const INTERNAL_PROMPT_IDS = [
  'prompt_suggestion',
  'speculation',
  'input_completion',
  'translate',
  'title',
  'next_speaker',
  'compression',
  'web_search',
  'agent',
  'terminal_watch',
] as const;
export type InternalPromptId = (typeof INTERNAL_PROMPT_IDS)[number];

export interface ToolDeclaration {
  readonly name: string;
  readonly description: string;
  /** A JSON schema of an object. */
  readonly inputSchema: JsonObject;
}

export type ModelEvent =
  | { readonly type: 'text-delta'; readonly text: string }
  | { readonly type: 'thinking-delta'; readonly text: string }
  | { readonly type: 'tool-call-start'; readonly id: string; readonly name: string }
  /** JSON text, for display only. */
  | { readonly type: 'tool-call-delta'; readonly id: string; readonly text: string }
  /** The call must not run before the stream has ended without an error. */
  | { readonly type: 'tool-call'; readonly call: ToolCallPart }
  | { readonly type: 'citation'; readonly url: string; readonly title: string }
  | RetryEvent
  | ModelEnd;

/** The reader must discard everything so far, because the whole request is sent again after `delay` ms. */
export interface RetryEvent {
  readonly type: 'retry';
  /**
   * The number of the next attempt, not counting attempts that got no connection. Null if the attempts are limited by
   * time and not by `maxAttempts`.
   */
  readonly attempt: number | null;
  readonly maxAttempts: number;
  readonly delay: number;
  readonly error: ModelError;
  /** Ends the delay. */
  readonly retryNow: () => void;
}

/** `message`: the answer for the history, complete or partial. */
export type ModelEnd =
  | ({ readonly type: 'end'; readonly stopReason: StopReason; readonly message: Message } & StopDetails & Spent)
  | ({ readonly type: 'end'; readonly error: ModelError; readonly message: Message } & Spent);

interface Spent {
  /** Of all attempts; null if the provider reported nothing. */
  readonly usage: Usage | null;
  /**
   * The usage of the last attempt, which shows how full the context window is. Set only if `usage` includes failed
   * attempts too.
   */
  readonly lastUsage?: Usage | null;
}

export interface StopDetails {
  /** The provider's own word for the stop reason, such as `max_tokens`. */
  readonly stopWord?: string;
  /** The name of the tool call that was cut off. The message lacks the call, so that it never runs. */
  readonly cutCall?: string;
}

/** `unknown`: the provider reports no reason, or a reason that Premove does not know. */
export type StopReason = 'done' | 'tools' | 'length' | 'context-full' | 'paused' | 'refused' | 'aborted' | 'unknown';

/**
 * Tokens of one request. The four numbers are disjoint: `input` excludes cached input, even if the provider includes
 * it.
 */
export interface Usage {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
  /** Web searches by the provider, which charges for them. */
  readonly searches?: number;
  /** `output` is partly an estimate, because the answer ended early. */
  readonly estimated?: true;
}

export interface ModelError {
  readonly kind: ModelErrorKind;
  /** The provider's message, in one line, without secrets. */
  readonly message: string;
  readonly status?: number;
  /** Milliseconds that the provider asked to wait. */
  readonly retryAfter?: number;
  /** The connection failed before any response, so the provider has not charged the request. */
  readonly noResponse?: true;
  /** Set if the connection was refused: host and port, or the model's name. */
  readonly refusedBy?: string;
  /** Set if Premove did not send the request, because it cannot fit into the context window. */
  readonly overflow?: Overflow;
  readonly retryable: boolean;
}

export interface Overflow {
  /** The estimated tokens of the input. */
  readonly tokens: number;
  /** Tokens of the model's context window. */
  readonly window: number;
  /** Whether the last message alone is too long. */
  readonly isMessage: boolean;
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

/** A model that is ready for requests: `<provider>/<model>` resolved, with key and address. */
export interface SelectedModel {
  /** `<provider>/<model>`, as in the setting `premove.model`. */
  readonly id: string;
  /** The name that users see. */
  readonly label: string;
  /** For `ModelRequest.model`. */
  readonly name: string;
  readonly chatModel: ChatModel;
  /** Missing for the model's own default. */
  readonly effort?: Effort;
  /** Missing if the model cannot continue a message natively. `endpoint`: the provider's base URL. */
  readonly continuation?: { readonly form: NativeForm; readonly endpoint: string };
  /** Tokens; missing if the limit is not known. */
  readonly outputLimit?: number;
  /** Tokens, if the user has set it or the model reports it. If missing, use `contextWindowOf`. */
  readonly contextWindow?: number;
  /** The provider can search the web while this model answers. */
  readonly searchesWeb?: true;
  /** Why this model answers instead of the selected one. */
  readonly routed?: Routed;
  /**
   * The model costs no money: it runs on this machine, or is the script of the offline tour. Absent if that is not
   * certain.
   */
  readonly isFree?: true;
}
