import { createHash } from 'node:crypto';
import type { ChatCompletionContentPart, ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import type { OpenAiChatDialect } from '../../providers/providerRecord.ts';
import { toAcceptedContent, type ContentPart, type AcceptedMedia } from '../../media.ts';
import type { JsonValue, Message, ThinkingPart, ToolResultPart } from '../../message.ts';
import { toWireName } from '../../toolNames.ts';

export interface MessageOptions {
  readonly dialect: OpenAiChatDialect;
  /** `Opaque.source` of this provider's thinking. */
  readonly source: string;
  readonly accepted: AcceptedMedia;
}

/** On this wire, each tool result is a message of its own. */
export function toChatMessages(message: Message, options: MessageOptions): ChatCompletionMessageParam[] {
  return message.role === 'user' ? toUserMessages(message, options) : toAssistantMessages(message, options);
}

/** Images and documents of results follow all results, because a `tool` message can contain only text. */
function toUserMessages({ parts }: Message, { dialect, accepted }: MessageOptions): ChatCompletionMessageParam[] {
  const results = parts
    .filter((part) => part.type === 'tool-result')
    .map((result) => ({ ...result, content: toAcceptedContent(result.content, accepted) }));
  const own = parts.filter((part) => part.type === 'text' || part.type === 'image' || part.type === 'document');
  const shown = [...results.flatMap(toResultMedia), ...toAcceptedContent(own, { ...accepted, images: true })];
  const content = toContent(shown);
  return [
    ...results.map((result) => ({
      role: 'tool' as const,
      tool_call_id: toCallId(result.callId, dialect),
      content: toResultText(result),
    })),
    ...(content.length > 0 ? [{ role: 'user' as const, content }] : []),
  ];
}

/**
 * The id in a form that the server accepts. Deterministic, because another form of an id would change the cache prefix.
 */
function toCallId(id: string, { callIds }: OpenAiChatDialect): string {
  if (callIds === 'any' || /^[a-zA-Z0-9]{9}$/.test(id)) return id;
  return createHash('sha256').update(id).digest('hex').slice(0, 9);
}

function toResultText({ content, isError }: ToolResultPart): string {
  const text = content.map((part) => (part.type === 'text' ? part.text : `[${part.type} below]`)).join('\n');
  return isError ? `Error: ${text}` : text;
}

function toResultMedia({ name, content }: ToolResultPart): ContentPart[] {
  const media = content.filter((part) => part.type !== 'text');
  return media.length > 0 ? [{ type: 'text', text: `From ${name}:` }, ...media] : [];
}

/** Returns a string if there is only text, because every server accepts a string. */
function toContent(parts: readonly ContentPart[]): string | ChatCompletionContentPart[] {
  if (parts.every((part) => part.type === 'text')) return parts.map((part) => part.text).join('\n\n');
  return parts.map(toContentPart);
}

function toContentPart(part: ContentPart): ChatCompletionContentPart {
  if (part.type === 'text') return { type: 'text', text: part.text };
  const url = `data:${part.mimeType};base64,${part.data}`;
  return part.type === 'image'
    ? { type: 'image_url', image_url: { url } }
    : { type: 'file', file: { filename: part.name, file_data: url } };
}

function toAssistantMessages({ parts }: Message, { dialect, source }: MessageOptions): ChatCompletionMessageParam[] {
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const calls = parts.filter((part) => part.type === 'tool-call');
  // Some servers refuse text that is only white space.
  const content = text.trim() === '' ? null : text;
  if (calls.length === 0) return content === null ? [] : [{ role: 'assistant', content }];
  const thoughts = parts.filter((part) => part.type === 'thinking' && part.opaque?.source === source);
  return [
    {
      role: 'assistant',
      content,
      ...(dialect.acceptsReasoning && toReasoning(thoughts as ThinkingPart[])),
      tool_calls: calls.map(({ id, name, input, malformed }) => ({
        id: toCallId(id, dialect),
        type: 'function',
        function: { name: toWireName(name), arguments: malformed === undefined ? JSON.stringify(input) : '{}' },
      })),
    },
  ];
}

/** OpenRouter requires its `reasoning_details` back with its calls; DeepSeek and Kimi require the text. */
function toReasoning(thoughts: readonly ThinkingPart[]): Readonly<Record<string, JsonValue>> {
  const details = thoughts.flatMap(({ opaque }): readonly JsonValue[] => reasoningDetailsIn(opaque?.data));
  if (details.length > 0) return { reasoning_details: details };
  const text = thoughts.map((part) => part.text).join('');
  return text ? { reasoning_content: text } : {};
}

export function reasoningDetailsIn(data: JsonValue | undefined): readonly JsonValue[] {
  if (typeof data !== 'object' || data === null || !('details' in data)) return [];
  return Array.isArray(data.details) ? (data.details as readonly JsonValue[]) : [];
}

/**
 * The chat templates of many local models require alternating roles. In a fork, joining does not change the parent's
 * messages, because the parent's answer has text (`canAppendTo`) and precedes the new user message.
 */
export function joinSameRole(messages: readonly ChatCompletionMessageParam[]): ChatCompletionMessageParam[] {
  const joined: ChatCompletionMessageParam[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    const both = last && joinTwo(last, message);
    if (both) joined[joined.length - 1] = both;
    else joined.push(message);
  }
  return joined;
}

function joinTwo(
  first: ChatCompletionMessageParam,
  second: ChatCompletionMessageParam,
): ChatCompletionMessageParam | undefined {
  if (first.role === 'user' && second.role === 'user') {
    const content =
      typeof first.content === 'string' && typeof second.content === 'string'
        ? `${first.content}\n\n${second.content}`
        : [...toContentParts(first.content), ...toContentParts(second.content)];
    return { role: 'user', content };
  }
  const isPlainPair =
    first.role === 'assistant' && second.role === 'assistant' && !first.tool_calls && !second.tool_calls;
  if (!isPlainPair || typeof first.content !== 'string' || typeof second.content !== 'string') return undefined;
  return { role: 'assistant', content: `${first.content}\n\n${second.content}` };
}

function toContentParts(content: string | ChatCompletionContentPart[]): ChatCompletionContentPart[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

/** Some servers require an assistant message between tool results and the user's next message. */
export function insertAssistantMessages(messages: readonly ChatCompletionMessageParam[]): ChatCompletionMessageParam[] {
  return messages.flatMap((message, index): ChatCompletionMessageParam[] => {
    const isUserAfterTool = message.role === 'user' && messages[index - 1]?.role === 'tool';
    return isUserAfterTool ? [{ role: 'assistant', content: 'Understood.' }, message] : [message];
  });
}

export function withCacheMark(messages: readonly ChatCompletionMessageParam[]): ChatCompletionMessageParam[] {
  const index = messages.findLastIndex(({ content }) => !!content && content.length > 0);
  return messages.map((message, position) => (position === index ? markContent(message) : message));
}

export const CACHE_MARK = { cache_control: { type: 'ephemeral' } } as const;

function markContent(message: ChatCompletionMessageParam): ChatCompletionMessageParam {
  const parts = typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content;
  const content = parts?.map((part, index) => (index === parts.length - 1 ? { ...part, ...CACHE_MARK } : part));
  return { ...message, content } as ChatCompletionMessageParam;
}
