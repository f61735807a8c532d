import type { JsonObject, Part } from '../../model/message.ts';
import { messageOf, type AnswerNode, type Conversation, type ConversationNode } from './conversation.ts';
import { titleOf } from './title.ts';

/**
 * A chat for programs: the path that is shown, from the first prompt to the last answer, in order. Prompts and answers
 * that are not on it are counted at the message that they are alternatives to, but left out. What providers keep for
 * themselves (signatures of thinking, ids of theirs) is left out too: it is of no use to anyone else. Within version 1
 * fields may be added, never changed.
 */
export interface ExportedChat {
  readonly format: 'premove-chat';
  readonly version: 1;
  readonly id: string;
  readonly title: string;
  /** ISO 8601, in UTC, as all times here. */
  readonly exportedAt: string;
  readonly messages: readonly ExportedMessage[];
}

export type ExportedMessage = ExportedPrompt | ExportedAnswer;

interface MessageBase {
  readonly id: string;
  readonly at: string;
  /** Which of how many wordings of this prompt, or answers to it; 1-based. */
  readonly alternative: { readonly index: number; readonly count: number };
  readonly content: readonly ExportedPart[];
}

export interface ExportedPrompt extends MessageBase {
  readonly role: 'user';
  /** It was said while the answer before it was being made, which goes on behind it. */
  readonly steers?: true;
  /** What its mentions brought in and the model was told; missing if there was none. */
  readonly mentioned?: readonly string[];
}

/** One model message. An answer that calls tools is several of them in a row. */
export interface ExportedAnswer extends MessageBase {
  readonly role: 'assistant';
  /** `<provider>/<model>`. */
  readonly model: string;
  /** A stop reason (`done`, `tools`, `length`, `aborted`…), `failed`, `interrupted`, or `open` while it is written. */
  readonly outcome: string;
  /** Why it failed, for people; null where it did not. */
  readonly error: string | null;
  /** Prepared before it was asked for, and applied. */
  readonly prepared: boolean;
  /** Tokens; `input` is without what the provider's cache served. Null where the provider has not told. */
  readonly usage: {
    readonly input: number;
    readonly cacheRead: number;
    readonly cacheWrite: number;
    readonly output: number;
    /** The output is an estimate, at least in part: the answer was cut short before the provider had counted. */
    readonly estimated?: true;
  } | null;
  /** In the order in which the calls ended. A call without one was never carried out. */
  readonly results: readonly ExportedResult[];
}

export type ExportedPart =
  | { readonly type: 'text' | 'thinking'; readonly text: string }
  | { readonly type: 'tool-call'; readonly id: string; readonly name: string; readonly input: JsonObject }
  /** `data` is Base64. */
  | { readonly type: 'image'; readonly mimeType: string; readonly data: string }
  | { readonly type: 'document'; readonly mimeType: string; readonly name: string; readonly data: string }
  | { readonly type: 'citation'; readonly url: string; readonly title: string };

export interface ExportedResult {
  readonly callId: string;
  readonly name: string;
  readonly status: 'success' | 'error' | 'cancelled';
  /** What the call was about, and what came of it, for people. */
  readonly detail: string;
  readonly summary: string;
  readonly files: readonly string[];
  readonly added: number;
  readonly removed: number;
  /** What an edit changed, as unified hunks, cut where it is long; empty for other calls. */
  readonly diff: string;
  /** What the model was told. */
  readonly content: readonly ExportedPart[];
}

export interface ExportOptions {
  /** The last item to take: a prompt, or the first message of an answer, which is taken whole. Null for all. */
  readonly itemId: string | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The file's text. */
export function exportJson(conversation: Conversation, options: ExportOptions): string {
  return `${JSON.stringify(toExportedChat(conversation, options), null, 2)}\n`;
}

export function toExportedChat(conversation: Conversation, { itemId, now }: ExportOptions): ExportedChat {
  const alternatives = countAlternatives(conversation);
  const path = upTo(conversation.path(), itemId);
  return {
    format: 'premove-chat',
    version: 1,
    id: conversation.id,
    title: titleOf(conversation),
    exportedAt: toTime(now),
    messages: path.map((node) => {
      const siblings = alternatives.get(node.parent) ?? [];
      return toMessage(node, { index: siblings.indexOf(node.id) + 1, count: siblings.length });
    }),
  };
}

function upTo(path: readonly ConversationNode[], itemId: string | null): readonly ConversationNode[] {
  const start = path.findIndex((node) => node.id === itemId);
  if (start < 0) return path;
  if (path[start]?.kind === 'prompt') return path.slice(0, start + 1);
  const end = path.findIndex((node, index) => index > start && node.kind === 'prompt');
  return end < 0 ? path : path.slice(0, end);
}

function countAlternatives(conversation: Conversation): Map<string | null, string[]> {
  const byParent = new Map<string | null, string[]>();
  for (const entry of conversation.entries()) {
    if (entry.type !== 'prompt' && entry.type !== 'answer') continue;
    byParent.set(entry.parent, [...(byParent.get(entry.parent) ?? []), entry.id]);
  }
  return byParent;
}

function toMessage(node: ConversationNode, alternative: MessageBase['alternative']): ExportedMessage {
  const { id } = node;
  const at = toTime(node.at);
  if (node.kind === 'prompt') {
    const steering = node.steers ? ({ steers: true } as const) : {};
    const brought = node.context.flatMap(({ kind, text }) => (kind === 'mentions' ? [text] : []));
    const mentioned = brought.length > 0 ? { mentioned: brought } : {};
    return { role: 'user', id, at, alternative, ...steering, content: toParts(node.parts), ...mentioned };
  }
  return {
    role: 'assistant',
    id,
    at,
    alternative,
    content: toParts(messageOf(node).parts),
    model: node.modelId,
    outcome: toOutcome(node),
    error: node.close?.outcome === 'failed' ? node.close.error.message : null,
    prepared: node.speculated,
    usage: toUsage(node),
    results: node.results.map(({ result, view }) => {
      const { status, detail, summary, files, added, removed, diff } = view;
      const { callId, name } = result;
      const content = toParts(result.content);
      return { callId, name, status, detail, summary, files, added, removed, diff, content };
    }),
  };
}

function toOutcome({ close }: AnswerNode): string {
  if (!close) return 'open';
  return close.outcome === 'stopped' ? close.stopReason : close.outcome;
}

function toUsage({ close }: AnswerNode): ExportedAnswer['usage'] {
  if (!close?.usage) return null;
  const { input, cacheRead, cacheWrite, output, estimated } = close.usage;
  return { input, cacheRead, cacheWrite, output, ...(estimated && { estimated }) };
}

/** Field by field, so that whatever else a part carries stays at home. */
function toParts(parts: readonly Part[]): ExportedPart[] {
  return parts.flatMap((part): ExportedPart[] => {
    switch (part.type) {
      case 'text':
      case 'thinking':
        return part.text ? [{ type: part.type, text: part.text }] : [];
      case 'tool-call':
        return [{ type: 'tool-call', id: part.id, name: part.name, input: part.input }];
      case 'image':
        return [{ type: 'image', mimeType: part.mimeType, data: part.data }];
      case 'document':
        return [{ type: 'document', mimeType: part.mimeType, name: part.name, data: part.data }];
      case 'citation':
        return [{ type: 'citation', url: part.url, title: part.title }];
      case 'tool-result':
        return [];
    }
  });
}

function toTime(at: number): string {
  return new Date(at).toISOString();
}
