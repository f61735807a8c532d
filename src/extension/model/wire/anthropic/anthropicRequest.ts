import type {
  ContentBlockParam,
  MessageCreateParams,
  MessageParam,
  TextBlockParam,
  ToolResultBlockParam,
  ToolUnion,
} from '@anthropic-ai/sdk/resources/messages';
import { capabilitiesOf, mediaAcceptedBy } from '../../capabilities.ts';
import type { ModelRequest } from '../../chatModel.ts';
import { toAcceptedContent, type ContentPart, type AcceptedMedia } from '../../media.ts';
import type { Message, Part, TextPart, ThinkingPart } from '../../message.ts';
import { toWireName } from '../../toolNames.ts';
import { serverBlockOf } from './anthropicStream.ts';

/**
 * The body of a Messages API request. A fork's bytes must begin with its parent's. Therefore, the keys have a fixed
 * order with `messages` last, and messages of one role are not joined, because joining would change a sent message.
 */
export function toAnthropicRequest(request: ModelRequest, source: string): MessageCreateParams {
  const { defaultOutputTokens, thinkingOff } = capabilitiesOf('anthropic', request.model);
  const isOff = request.thinking === 'off' && thinkingOff !== undefined;
  const limit = request.maxOutputTokens ?? defaultOutputTokens ?? FALLBACK_OUTPUT_TOKENS;
  return {
    model: request.model,
    max_tokens: limit,
    stream: request.stream ?? true,
    ...(request.thinking === 'off' && thinkingOff),
    ...toOutputConfig(request, isOff),
    ...((request.tools.length > 0 || request.searchesWeb) && { tools: toTools(request) }),
    ...(request.system && { system: [{ type: 'text', text: request.system, cache_control: EPHEMERAL }] }),
    messages: toMessages(request, source),
  };
}

function toOutputConfig(
  { responseSchema, effort }: ModelRequest,
  isOff: boolean,
): Pick<MessageCreateParams, 'output_config'> {
  const chosen = isOff ? undefined : effort;
  if (!responseSchema && !chosen) return {};
  return {
    output_config: {
      ...(responseSchema && { format: { type: 'json_schema' as const, schema: responseSchema } }),
      ...(chosen && { effort: chosen as 'low' }),
    },
  };
}

/** The API requires a limit in every request. */
const FALLBACK_OUTPUT_TOKENS = 8_192;
const EPHEMERAL = { type: 'ephemeral' } as const;
/**
 * The API allows four cache breakpoints per request. One is on the system prompt or, if there is none, on the last
 * tool.
 */
const MAX_MESSAGE_ANCHORS = 3;

function toTools({ tools, system, searchesWeb }: ModelRequest): ToolUnion[] {
  const declared = tools.map((tool, index) => ({
    name: tool.name,
    description: tool.description,
    input_schema: { ...tool.inputSchema, type: 'object' as const },
    ...(!system && index === tools.length - 1 && { cache_control: EPHEMERAL }),
  }));
  return searchesWeb ? [...declared, WEB_SEARCH] : declared;
}

/** If the searches take long, the server pauses the answer (`pause_turn`), even before `max_uses` searches. */
const WEB_SEARCH: ToolUnion = { type: 'web_search_20250305', name: 'web_search', max_uses: 5 };

function toMessages({ messages, cacheAnchors, model }: ModelRequest, source: string): MessageParam[] {
  const accepted = mediaAcceptedBy('anthropic', model);
  const anchors = new Set(cacheAnchors.slice(-MAX_MESSAGE_ANCHORS));
  return messages.flatMap((message, index): MessageParam[] => {
    const blocks = toBlocks(message, source, accepted);
    if (blocks.length === 0) return [];
    return [{ role: message.role, content: anchors.has(index) ? withBreakpoint(blocks) : blocks }];
  });
}

/** Results come first, because the API requires them directly after their calls. */
function toBlocks(message: Message, source: string, accepted: AcceptedMedia): ContentBlockParam[] {
  const results = message.parts.filter((part) => part.type === 'tool-result');
  const others = message.parts.filter((part) => part.type !== 'tool-result');
  return withoutTrailingThinking([...results, ...others].flatMap((part) => toBlock(part, source, accepted)));
}

/**
 * Removes thinking from the end, because the API refuses an assistant message that ends in thinking. An answer ends in
 * thinking if it was stopped while the model was thinking.
 */
function withoutTrailingThinking(blocks: ContentBlockParam[]): ContentBlockParam[] {
  return blocks.slice(0, blocks.findLastIndex((block) => !isThinking(block)) + 1);
}

function toBlock(part: Part, source: string, accepted: AcceptedMedia): ContentBlockParam[] {
  switch (part.type) {
    case 'text':
      return toContent(part).map((block) => withCitations(block, part, source));
    case 'image':
      return toContent(part);
    case 'document':
      return toAcceptedContent([part], accepted).flatMap(toContent);
    case 'thinking':
      return toThinking(part, source);
    case 'tool-call':
      return [{ type: 'tool_use', id: toToolUseId(part.id), name: toWireName(part.name), input: part.input }];
    case 'tool-result': {
      const content = toAcceptedContent(part.content, accepted).flatMap(toContent) as Extract<
        ToolResultBlockParam['content'],
        object[]
      >;
      return [
        {
          type: 'tool_result',
          tool_use_id: toToolUseId(part.callId),
          ...(content.length > 0 && { content }),
          ...(part.isError && { is_error: true }),
        },
      ];
    }
    // `withCitations` adds the citations to the text.
    case 'citation':
      return [];
  }
}

/** Adds the citations of a web search if the text came from this source (`Opaque.source`). */
function withCitations(block: ContentBlockParam, { opaque }: TextPart, source: string): ContentBlockParam {
  if (block.type !== 'text' || opaque?.source !== source) return block;
  const { data } = opaque;
  const citations = typeof data === 'object' && data !== null && 'citations' in data ? data.citations : undefined;
  return Array.isArray(citations)
    ? { ...block, citations: citations as NonNullable<TextBlockParam['citations']> }
    : block;
}

/** Leaves out blank text, because the API refuses it. */
function toContent(part: ContentPart): ContentBlockParam[] {
  if (part.type === 'text') return part.text.trim() ? [{ type: 'text', text: part.text }] : [];
  if (part.type === 'document') {
    const { mimeType: media_type, data, name: title } = part;
    return [{ type: 'document', source: { type: 'base64', media_type, data }, title }];
  }
  const media_type = part.mimeType as 'image/png';
  return [{ type: 'image', source: { type: 'base64', media_type, data: part.data } }];
}

/** Keeps only this source's thinking and server blocks, because the API refuses thinking with another signature. */
function toThinking(part: ThinkingPart, source: string): ContentBlockParam[] {
  if (part.opaque?.source !== source) return [];
  const data = part.opaque.data;
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return [];
  const server = serverBlockOf(part);
  if (server) return [server as unknown as ContentBlockParam];
  if ('redacted' in data && typeof data.redacted === 'string') {
    return [{ type: 'redacted_thinking', data: data.redacted }];
  }
  if ('signature' in data && typeof data.signature === 'string') {
    return [{ type: 'thinking', thinking: part.text, signature: data.signature }];
  }
  return [];
}

/** Replaces the characters that this API refuses, which the ids of another provider may contain. */
function toToolUseId(id: string): string {
  return id.replace(/[^a-zA-Z0-9_-]/g, '_');
}

/** Marks the last block. `toBlocks` never ends with thinking, which cannot have a breakpoint. */
function withBreakpoint(blocks: ContentBlockParam[]): ContentBlockParam[] {
  return blocks.with(-1, { ...blocks.at(-1), cache_control: EPHEMERAL } as TextBlockParam);
}

function isThinking(block: ContentBlockParam): boolean {
  return block.type === 'thinking' || block.type === 'redacted_thinking';
}
