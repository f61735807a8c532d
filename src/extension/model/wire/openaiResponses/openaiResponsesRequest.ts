import { createHash } from 'node:crypto';
import type {
  EasyInputMessage,
  FunctionTool,
  ResponseCreateParams,
  ResponseInputContent,
  ResponseInputItem,
  ResponseReasoningItem,
  WebSearchTool,
} from 'openai/resources/responses/responses';
import { capabilitiesOf, mediaAcceptedBy } from '../../capabilities.ts';
import type { ModelRequest } from '../../chatModel.ts';
import { toAcceptedContent, type ContentPart, type AcceptedMedia } from '../../media.ts';
import type { JsonObject, Message, Part, TextPart, ToolResultPart } from '../../message.ts';
import { toWireName } from '../../toolNames.ts';

/**
 * Optional parts of a request, which a server may refuse. Summaries require a verified organization. Encrypted
 * reasoning requires a model that reasons. Earlier reasoning requires the organization for which it was encrypted.
 */
export type ResponsesExtra = 'reasoning-summary' | 'encrypted-reasoning' | 'earlier-reasoning';

export interface OpenAiResponsesOptions {
  /** `Opaque.source` of this provider's parts. */
  readonly source: string;
  readonly without: ReadonlySet<ResponsesExtra>;
}

/**
 * The body of a Responses request. The provider stores nothing, so the conversation keeps the encrypted reasoning. The
 * keys have a fixed order with `input` last, so that a fork's bytes begin with its parent's.
 */
export function toOpenAiResponsesRequest(request: ModelRequest, options: OpenAiResponsesOptions): ResponseCreateParams {
  const { defaultOutputTokens, thinkingOff, thinkingShown } = capabilitiesOf('openai-responses', request.model);
  const { without } = options;
  const accepted = mediaAcceptedBy('openai-responses', request.model);
  const limit = request.maxOutputTokens ?? defaultOutputTokens;
  const shown = without.has('reasoning-summary') ? undefined : thinkingShown;
  return {
    model: request.model,
    stream: request.stream ?? true,
    store: false,
    ...(thinkingShown && !without.has('encrypted-reasoning') && { include: ['reasoning.encrypted_content'] }),
    prompt_cache_key: toCacheKey(request.cacheKey),
    ...(limit !== undefined && { max_output_tokens: limit }),
    ...((request.thinking === 'off' && thinkingOff) || withEffort(shown, request)),
    ...(request.responseSchema && {
      text: { format: { type: 'json_schema', name: 'answer', strict: true, schema: request.responseSchema } },
    }),
    ...((request.tools.length > 0 || request.searchesWeb) && { tools: toTools(request) }),
    ...(request.system && { instructions: request.system }),
    input: request.messages.flatMap((message) => toItems(message, options, accepted)),
  };
}

function withEffort(shown: JsonObject | undefined, { effort }: ModelRequest): JsonObject | undefined {
  return effort ? { reasoning: { effort, ...(shown?.['reasoning'] as JsonObject | undefined) } } : shown;
}

/** The part that the server refused with this error; undefined for other errors. */
export function refusedExtra(error: unknown): ResponsesExtra | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { status, code, param, message } = error as Readonly<Record<'status' | 'code' | 'param' | 'message', unknown>>;
  if (status !== 400) return undefined;
  if (code === 'invalid_encrypted_content') return 'earlier-reasoning';
  if (param === 'reasoning.summary') return 'reasoning-summary';
  const isAboutInclude = param === 'include' || (typeof message === 'string' && /^encrypted content is/i.test(message));
  return isAboutInclude ? 'encrypted-reasoning' : undefined;
}

/** The maximum length of an id or a key, in characters. */
const MAX_NAME = 64;

function toCacheKey(key: string): string {
  return key.length <= MAX_NAME ? key : digest(key);
}

/** Shortens an id that is too long for the API. Deterministic, because another id would change the cache prefix. */
function toCallId(id: string): string {
  return id.length <= MAX_NAME ? id : digest(id);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, MAX_NAME);
}

function toTools({ tools, searchesWeb }: ModelRequest): (FunctionTool | WebSearchTool)[] {
  const declared = tools.map(({ name, description, inputSchema }) => ({
    type: 'function' as const,
    name,
    description,
    parameters: inputSchema,
    // By default, the API makes optional arguments required.
    strict: false,
  }));
  return searchesWeb ? [...declared, WEB_SEARCH] : declared;
}

/** Without the field `user_location`, the API would assume that the user is in the United States. */
const WEB_SEARCH: WebSearchTool = { type: 'web_search', user_location: { type: 'approximate' } };

function toItems(message: Message, options: OpenAiResponsesOptions, accepted: AcceptedMedia): ResponseInputItem[] {
  return message.role === 'user' ? toUserItems(message, accepted) : toAssistantItems(message, options);
}

function toUserItems({ parts }: Message, accepted: AcceptedMedia): ResponseInputItem[] {
  const results = parts.filter((part) => part.type === 'tool-result');
  const shown = parts.filter((part) => part.type === 'text' || part.type === 'image' || part.type === 'document');
  const content = toAcceptedContent(shown, { ...accepted, images: true }).map(toContent);
  return [
    ...results.map((result) => ({
      type: 'function_call_output' as const,
      call_id: toCallId(result.callId),
      output: toOutput(result, accepted),
    })),
    ...(content.length > 0 ? [{ role: 'user' as const, content }] : []),
  ];
}

function toOutput(result: ToolResultPart, accepted: AcceptedMedia): string | ResponseInputContent[] {
  const { isError } = result;
  const content = toAcceptedContent(result.content, accepted);
  if (content.some((part) => part.type !== 'text')) {
    const items = content.map(toContent);
    return isError ? [{ type: 'input_text', text: 'Error:' }, ...items] : items;
  }
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  return isError ? `Error: ${text}` : text;
}

function toContent(part: ContentPart): ResponseInputContent {
  switch (part.type) {
    case 'text':
      return { type: 'input_text', text: part.text };
    case 'image':
      return { type: 'input_image', detail: 'auto', image_url: toDataUrl(part) };
    case 'document':
      return { type: 'input_file', filename: part.name, file_data: toDataUrl(part) };
  }
}

function toDataUrl({ mimeType, data }: { readonly mimeType: string; readonly data: string }): string {
  return `data:${mimeType};base64,${data}`;
}

/** Leaves out reasoning at the end, because the API refuses reasoning without a later text or call. */
function toAssistantItems({ parts }: Message, options: OpenAiResponsesOptions): ResponseInputItem[] {
  const last = parts.findLastIndex((part) => part.type === 'tool-call' || (part.type === 'text' && part.text !== ''));
  return parts.slice(0, last + 1).flatMap((part) => toAssistantItem(part, options));
}

function toAssistantItem(part: Part, options: OpenAiResponsesOptions): ResponseInputItem[] {
  switch (part.type) {
    case 'text':
      return part.text ? [{ role: 'assistant', content: part.text, ...toPhase(part, options) }] : [];
    case 'thinking': {
      const isOurs = part.opaque?.source === options.source && !options.without.has('earlier-reasoning');
      return isOurs && isReasoningItem(part.opaque.data) ? [part.opaque.data] : [];
    }
    case 'tool-call': {
      const { id, name, input, malformed } = part;
      const json = malformed === undefined ? JSON.stringify(input) : '{}';
      return [{ type: 'function_call', call_id: toCallId(id), name: toWireName(name), arguments: json }];
    }
    // Answers contain no documents, images or tool results. Citations are for users only.
    case 'citation':
    case 'document':
    case 'image':
    case 'tool-result':
      return [];
  }
}

/** Models that separate commentary from the final answer require the phase back with each message. */
function toPhase({ opaque }: TextPart, { source }: OpenAiResponsesOptions): Pick<EasyInputMessage, 'phase'> {
  const data: unknown = opaque?.source === source ? opaque.data : undefined;
  const phase = typeof data === 'object' && data !== null && 'phase' in data ? data.phase : undefined;
  return phase === 'commentary' || phase === 'final_answer' ? { phase } : {};
}

function isReasoningItem(data: unknown): data is ResponseReasoningItem {
  return (
    typeof data === 'object' &&
    data !== null &&
    'type' in data &&
    data.type === 'reasoning' &&
    'encrypted_content' in data &&
    typeof data.encrypted_content === 'string'
  );
}
