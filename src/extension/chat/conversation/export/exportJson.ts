import type { JsonObject, Part } from '../../../model/message.ts';
import type { AgentWork, EndedCall } from '../../../tools/agents.ts';
import { type Conversation } from '../conversation.ts';
import { messageOf, type AnswerNode, type ConversationNode } from '../conversationNode.ts';
import { titleOf } from '../title.ts';
import { toExportedCommands, type ExportedCommand } from './exportCommands.ts';

/**
 * A chat exported for programs: the shown path. `alternative` counts the siblings of each message. Data that only a
 * provider can use (signatures of thinking, item ids) is left out. In version 1, fields may be added but never changed.
 */
export interface ExportedChat {
  readonly format: 'premove-chat';
  readonly version: 1;
  readonly id: string;
  readonly title: string;
  /** ISO 8601 in UTC, like all times in the export. */
  readonly exportedAt: string;
  readonly messages: readonly ExportedMessage[];
  /** The user's commands in shell mode on the shown path, in the order of the chat. */
  readonly commands: readonly ExportedCommand[];
}

export type ExportedMessage = ExportedPrompt | ExportedAnswer | ExportedSummary;

interface MessageBase {
  readonly id: string;
  readonly at: string;
  /** The position of this message among its siblings, 1-based, and their number. Always 1 of 1 for a summary. */
  readonly alternative: { readonly index: number; readonly count: number };
  readonly content: readonly ExportedPart[];
}

export interface ExportedPrompt extends MessageBase {
  readonly role: 'user';
  /** The prompt was sent during the answer before it. That answer continues after the prompt. */
  readonly steers?: true;
  /** The sent content of the prompt's mentions. */
  readonly mentioned?: readonly string[];
}

/** The messages that the summary replaced in requests are exported as well. */
export interface ExportedSummary extends MessageBase {
  readonly role: 'summary';
  /** `<provider>/<model>`. */
  readonly model: string;
  /** The number of replaced messages. */
  readonly replaced: number;
  /** The first message that the summary did not replace. */
  readonly keptFrom: string;
  /** The estimated input of the next request in tokens, before and after the compression. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly edited: boolean;
  /** The user has undone the compression. */
  readonly undone: boolean;
}

/** One model message. An answer that calls tools is several messages in a row. */
export interface ExportedAnswer extends MessageBase {
  readonly role: 'assistant';
  /** `<provider>/<model>`. */
  readonly model: string;
  readonly continues: ExportedContinuation | null;
  readonly edited: boolean;
  /**
   * A stop reason (`done`, `tools`, `length`, `aborted`…), `loop`, `failed`, `interrupted`, or `open` while it streams.
   */
  readonly outcome: string;
  /** The provider's own word for the stop reason. */
  readonly stopWord: string | null;
  /** The tool call that was cut off and did not run. */
  readonly cutCall: string | null;
  /** The failure's message, in one line; null if the answer did not fail. */
  readonly error: string | null;
  /** The answer was prepared in a speculation. */
  readonly prepared: boolean;
  /** Tokens; `input` excludes `cacheRead` and `cacheWrite`. Null if the usage is unknown. */
  readonly usage: {
    readonly input: number;
    readonly cacheRead: number;
    readonly cacheWrite: number;
    readonly output: number;
    /** `output` is at least partly an estimate, because the answer was cut short. */
    readonly estimated?: true;
  } | null;
  /**
   * The request's input in tokens. Null for a message without a request of its own, after a crash, and in chats of old
   * versions.
   */
  readonly input: {
    readonly estimated: number;
    /** Null if the provider reported no count. */
    readonly counted: number | null;
  } | null;
  /** In the order in which the calls ended. A call without a result never ran, or was interrupted. */
  readonly results: readonly ExportedResult[];
  /** The work of sub-agents whose calls were interrupted. */
  readonly interrupted?: readonly ({ readonly callId: string } & ExportedAgent)[];
}

export interface ExportedContinuation {
  /** The continued message, which is on another branch, or the prompt before this message. */
  readonly id: string;
  readonly of: 'answer' | 'prompt';
  /** `native`: the model continued the text itself. `guided`: a message asked the model to continue. */
  readonly form: 'native' | 'guided';
  /** This message begins with the continued text, unless it continues a prompt. */
  readonly prefixCharacters: number;
  /** Premove continued the answer without a command of the user. */
  readonly automatic: boolean;
}

export type ExportedPart =
  | { readonly type: 'text' | 'thinking'; readonly text: string }
  | { readonly type: 'tool-call'; readonly id: string; readonly name: string; readonly input: JsonObject }
  /** In images and documents, `data` is Base64. */
  | { readonly type: 'image'; readonly mimeType: string; readonly data: string }
  | { readonly type: 'document'; readonly mimeType: string; readonly name: string; readonly data: string }
  | { readonly type: 'citation'; readonly url: string; readonly title: string };

export interface ExportedResult {
  readonly callId: string;
  readonly name: string;
  readonly status: 'success' | 'error' | 'cancelled';
  /** For people: `detail` is the call's subject, and `summary` is its outcome. */
  readonly detail: string;
  readonly summary: string;
  readonly files: readonly string[];
  readonly added: number;
  readonly removed: number;
  /** An edit's unified hunks, cut if long; empty for other calls. */
  readonly diff: string;
  /** As sent to the model. */
  readonly content: readonly ExportedPart[];
  readonly agent?: ExportedAgent;
}

/** The work of a sub-agent, with texts for people. The report is the content of the result. */
export interface ExportedAgent {
  /** Empty if the model is not known. */
  readonly model: string;
  /** The number of all calls. */
  readonly count: number;
  /** Oldest first; only the last ones if there were many. */
  readonly calls: readonly ExportedAgentCall[];
  readonly note?: string;
}

export interface ExportedAgentCall extends Pick<
  ExportedResult,
  'name' | 'status' | 'detail' | 'summary' | 'files' | 'added' | 'removed'
> {
  /** `denied`, `refused` or `cancelled`; missing if the call ran. */
  readonly notRun?: string;
}

export interface ExportOptions {
  /**
   * The id of the last item to export. For an answer, the id of its first message; the whole answer is exported. Null
   * for the whole chat.
   */
  readonly itemId: string | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export function exportJson(conversation: Conversation, options: ExportOptions): string {
  return `${JSON.stringify(toExportedChat(conversation, options), null, 2)}\n`;
}

export function toExportedChat(conversation: Conversation, { itemId, now }: ExportOptions): ExportedChat {
  const siblingIds = siblingsByParent(conversation);
  const whole = conversation.path();
  const path = upTo(whole, itemId);
  const isWhole = !whole.some(({ id }) => id === itemId);
  return {
    format: 'premove-chat',
    version: 1,
    id: conversation.id,
    title: titleOf(conversation),
    exportedAt: toTime(now),
    messages: path.map((node) => {
      const siblings = siblingIds.get(node.parent) ?? [];
      return toMessage(node, { index: siblings.indexOf(node.id) + 1, count: siblings.length });
    }),
    commands: toExportedCommands(conversation, path, isWhole),
  };
}

function upTo(path: readonly ConversationNode[], itemId: string | null): readonly ConversationNode[] {
  const start = path.findIndex((node) => node.id === itemId);
  if (start < 0) return path;
  if (path[start]?.kind !== 'answer') return path.slice(0, start + 1);
  const end = path.findIndex((node, index) => index > start && node.kind !== 'answer');
  return end < 0 ? path : path.slice(0, end);
}

function siblingsByParent(conversation: Conversation): Map<string | null, string[]> {
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
    const texts = node.context.flatMap(({ kind, text }) => (kind === 'mentions' ? [text] : []));
    const mentioned = texts.length > 0 ? { mentioned: texts } : {};
    return { role: 'user', id, at, alternative, ...steering, content: toParts(node.parts), ...mentioned };
  }
  if (node.kind === 'summary') {
    const { text, modelId: model, messages: replaced, keepFrom: keptFrom, before, after, edited, undone } = node;
    const counts = { replaced, keptFrom, tokensBefore: before, tokensAfter: after, edited, undone };
    const alone = { index: 1, count: 1 };
    return { role: 'summary', id, at, alternative: alone, content: [{ type: 'text', text }], model, ...counts };
  }
  return {
    role: 'assistant',
    id,
    at,
    alternative,
    content: toParts(messageOf(node).parts),
    model: node.modelId,
    continues: toContinuation(node),
    edited: node.edits !== null,
    outcome: toOutcome(node),
    ...toStopDetails(node),
    error: node.close?.outcome === 'failed' ? node.close.error.message : null,
    prepared: node.speculated,
    usage: toUsage(node),
    input: toInput(node),
    results: node.results.map(({ result, view }) => {
      const { status, detail, summary, files, added, removed, diff } = view;
      const { callId, name } = result;
      const content = toParts(result.content);
      const agent = view.agent && { agent: toAgent(view.agent) };
      return { callId, name, status, detail, summary, files, added, removed, diff, content, ...agent };
    }),
    ...toInterrupted(node),
  };
}

function toAgent({ model, count, calls, note }: AgentWork): ExportedAgent {
  return { model, count, calls: calls.map(toAgentCall), ...(note !== undefined && { note }) };
}

function toAgentCall({ status, notRun, ...call }: EndedCall): ExportedAgentCall {
  const { name, detail, summary, files, added, removed } = call;
  const ended = status === 'success' || status === 'error' ? status : 'cancelled';
  return { name, status: ended, detail, summary, files, added, removed, ...(notRun && { notRun }) };
}

function toInterrupted({ unfinished }: AnswerNode): Pick<ExportedAnswer, 'interrupted'> {
  const interrupted = unfinished.flatMap(({ callId, agent }) => (agent ? [{ callId, ...toAgent(agent) }] : []));
  return interrupted.length > 0 ? { interrupted } : {};
}

function toContinuation({ continues, parent }: AnswerNode): ExportedContinuation | null {
  if (!continues) return null;
  const { id, form, prefix, automatic } = continues;
  const of = id === parent ? 'prompt' : 'answer';
  return { id, of, form, prefixCharacters: prefix, automatic: automatic !== undefined };
}

function toOutcome({ close, pause }: AnswerNode): string {
  if (!close) return 'open';
  if (pause?.kind === 'loop') return 'loop';
  return close.outcome === 'stopped' ? close.stopReason : close.outcome;
}

function toStopDetails({ close }: AnswerNode): Pick<ExportedAnswer, 'stopWord' | 'cutCall'> {
  const { stopWord = null, cutCall = null } = close?.outcome === 'stopped' ? close : {};
  return { stopWord, cutCall };
}

function toUsage({ close }: AnswerNode): ExportedAnswer['usage'] {
  if (!close?.usage) return null;
  const { input, cacheRead, cacheWrite, output, estimated } = close.usage;
  return { input, cacheRead, cacheWrite, output, ...(estimated && { estimated }) };
}

function toInput({ close }: AnswerNode): ExportedAnswer['input'] {
  return close?.input ? { estimated: close.input.estimated, counted: close.input.reported } : null;
}

/** Copies listed fields only, so that no other field is exported. */
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
