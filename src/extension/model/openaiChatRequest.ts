import type {
  ChatCompletionContentPart,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import { capabilitiesOf } from './capabilities.ts';
import type { ModelRequest } from './chatModel.ts';
import type { ImagePart, Message, TextPart, ToolResultPart } from './message.ts';

export interface OpenAiChatDialect {
  /** `openai` for OpenAI itself, which knows fields that compatible servers may refuse. */
  readonly kind: 'openai' | 'openai-chat';
  /** Names the writer of thinking parts. */
  readonly source: string;
}

/**
 * The body of a Chat Completions request. Its keys stand in a fixed order with `messages` last, so that a fork's
 * bytes begin with its parent's. Plain messages of one role in a row are joined, because the chat templates of many
 * local models demand alternation; a fork puts the answer between its parent and its own message, so nothing already
 * sent is rewritten by that.
 */
export function toOpenAiChatRequest(
  request: ModelRequest,
  { kind, source }: OpenAiChatDialect,
): ChatCompletionCreateParamsStreaming {
  const { defaultOutputTokens, thinkingOff } = capabilitiesOf('openai-chat', request.model);
  const limit = request.maxOutputTokens ?? defaultOutputTokens;
  return {
    model: request.model,
    stream: true,
    stream_options: { include_usage: true },
    ...(limit !== undefined && (kind === 'openai' ? { max_completion_tokens: limit } : { max_tokens: limit })),
    ...(kind === 'openai' && { prompt_cache_key: request.cacheKey }),
    ...(request.thinking === 'off' && thinkingOff),
    ...(request.responseSchema && {
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'answer', strict: true, schema: request.responseSchema },
      },
    }),
    ...(request.tools.length > 0 && {
      tools: request.tools.map(({ name, description, inputSchema }) => ({
        type: 'function',
        function: { name, description, parameters: inputSchema },
      })),
    }),
    messages: joinPlain([
      ...(request.system ? [{ role: 'system' as const, content: request.system }] : []),
      ...request.messages.flatMap((message) => toMessages(message, source)),
    ]),
  };
}

function toMessages(message: Message, source: string): ChatCompletionMessageParam[] {
  return message.role === 'user' ? toUserMessages(message) : toAssistantMessages(message, source);
}

/** A message for each result, then one with everything else; a result's images cannot be in a `tool` message. */
function toUserMessages({ parts }: Message): ChatCompletionMessageParam[] {
  const results = parts.filter((part) => part.type === 'tool-result');
  const shown = [
    ...results.flatMap(toResultImages),
    ...parts.filter((part) => part.type === 'text' || part.type === 'image'),
  ];
  const content = toContent(shown);
  return [
    ...results.map((result) => ({
      role: 'tool' as const,
      tool_call_id: result.callId,
      content: toResultText(result),
    })),
    ...(content.length > 0 ? [{ role: 'user' as const, content }] : []),
  ];
}

function toResultText({ content, isError }: ToolResultPart): string {
  const text = content.map((part) => (part.type === 'text' ? part.text : '[image below]')).join('\n');
  return isError ? `Error: ${text}` : text;
}

function toResultImages({ name, content }: ToolResultPart): (TextPart | ImagePart)[] {
  const images = content.filter((part) => part.type === 'image');
  return images.length > 0 ? [{ type: 'text', text: `From ${name}:` }, ...images] : [];
}

/** A string where there is only text, which every server takes. */
function toContent(parts: readonly (TextPart | ImagePart)[]): string | ChatCompletionContentPart[] {
  if (parts.every((part) => part.type === 'text')) return parts.map((part) => part.text).join('\n\n');
  return parts.map((part) =>
    part.type === 'text'
      ? { type: 'text', text: part.text }
      : { type: 'image_url', image_url: { url: `data:${part.mimeType};base64,${part.data}` } },
  );
}

function toAssistantMessages({ parts }: Message, source: string): ChatCompletionMessageParam[] {
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const calls = parts.filter((part) => part.type === 'tool-call');
  if (!text && calls.length === 0) return [];
  if (calls.length === 0) return [{ role: 'assistant', content: text }];
  const thinking = parts
    .map((part) => (part.type === 'thinking' && part.opaque?.source === source ? part.text : ''))
    .join('');
  return [
    {
      role: 'assistant',
      content: text || null,
      // DeepSeek and Kimi refuse a message with calls whose reasoning is missing; only they get back what they sent.
      ...(thinking && { reasoning_content: thinking }),
      tool_calls: calls.map(({ id, name, input, malformed }) => ({
        id,
        type: 'function',
        function: { name, arguments: malformed === undefined ? JSON.stringify(input) : '{}' },
      })),
    },
  ];
}

function joinPlain(messages: ChatCompletionMessageParam[]): ChatCompletionMessageParam[] {
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
