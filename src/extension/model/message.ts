/**
 * The provider-neutral form of a message. `opaque` contains data that a provider must get back unchanged. Only
 * that provider's adapter reads `opaque`.
 */
export interface Message {
  readonly role: 'user' | 'assistant';
  readonly parts: readonly Part[];
  /**
   * Set on a request's last message if it is an assistant message that the model must continue. The message then has
   * only text, without white space at its end; the request has no tools, and `thinking` is `off`.
   */
  readonly prefix?: true;
}

export type Part = TextPart | ThinkingPart | ToolCallPart | ToolResultPart | ImagePart | DocumentPart | CitationPart;

export interface TextPart {
  readonly type: 'text';
  readonly text: string;
  readonly opaque?: Opaque;
}

export interface ThinkingPart {
  readonly type: 'thinking';
  readonly text: string;
  readonly opaque?: Opaque;
}

export interface ToolCallPart {
  readonly type: 'tool-call';
  /** The provider's id or a generated id, unique in the conversation. */
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
  /** The arguments as the model wrote them, if they are not a JSON object. `input` is then `{}`, and the call fails. */
  readonly malformed?: string;
  readonly opaque?: Opaque;
}

export interface ToolResultPart {
  readonly type: 'tool-result';
  readonly callId: string;
  readonly name: string;
  readonly content: readonly (TextPart | ImagePart | DocumentPart)[];
  readonly isError: boolean;
}

export interface ImagePart {
  readonly type: 'image';
  readonly mimeType: string;
  /** Base64. */
  readonly data: string;
}

export interface DocumentPart {
  readonly type: 'document';
  readonly mimeType: 'application/pdf';
  /** The file's name. */
  readonly name: string;
  /** Missing if it is not known, and in chats that an earlier version of Premove saved. */
  readonly pages?: number;
  /** Base64. */
  readonly data: string;
}

export interface CitationPart {
  readonly type: 'citation';
  readonly url: string;
  readonly title: string;
}

export interface Opaque {
  /** The wire format and the provider of the data. Requests to other providers leave the data out. */
  readonly source: string;
  readonly data: JsonValue;
}

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
export type JsonObject = { readonly [key: string]: JsonValue };

export function userMessage(text: string): Message {
  return { role: 'user', parts: [{ type: 'text', text }] };
}

/** The text parts, joined without a separator. */
export function textOf(message: Message): string {
  return message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

export function toolCallsOf(message: Message): ToolCallPart[] {
  return message.parts.filter((part) => part.type === 'tool-call');
}
