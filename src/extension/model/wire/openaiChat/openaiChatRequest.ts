import type {
  ChatCompletionCreateParams,
  ChatCompletionFunctionTool,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import { capabilitiesOf, mediaAcceptedBy } from '../../capabilities.ts';
import type { ModelRequest } from '../../chatModel.ts';
import type { NativeContinuation } from '../../nativeContinuation.ts';
import type { NativeForm, OpenAiChatDialect } from '../../providers/providerRecord.ts';
import {
  insertAssistantMessages,
  CACHE_MARK,
  joinSameRole,
  toChatMessages,
  withCacheMark,
} from './openaiChatMessages.ts';

export interface OpenAiChatRequestOptions {
  readonly dialect: OpenAiChatDialect;
  /** `Opaque.source` of this provider's thinking. */
  readonly source: string;
  /** How the server continues the last message of the request. */
  readonly continuation?: NativeContinuation | undefined;
}

/**
 * The body of a Chat Completions request. The keys have a fixed order with `messages` last, so that a fork's bytes
 * begin with its parent's.
 */
export function toOpenAiChatRequest(
  request: ModelRequest,
  options: OpenAiChatRequestOptions,
): ChatCompletionCreateParams {
  const { dialect } = options;
  const { defaultOutputTokens, thinkingOff } = capabilitiesOf('openai-chat', request.model);
  const limit = request.maxOutputTokens ?? defaultOutputTokens;
  return {
    model: request.model,
    stream: request.stream ?? true,
    // Servers refuse `stream_options` in a request for a whole answer.
    ...(request.stream !== false && dialect.requestsUsage && { stream_options: { include_usage: true } }),
    ...(limit !== undefined && { [dialect.outputLimit]: limit }),
    ...(dialect.acceptsCacheKey && { prompt_cache_key: request.cacheKey }),
    ...(request.thinking === 'off' && thinkingOff
      ? thinkingOff
      : request.effort && { reasoning_effort: request.effort }),
    ...toResponseFormat(request, dialect),
    ...(request.tools.length > 0 && { tools: toTools(request, dialect) }),
    ...(isContinued(request, options, 'continue-final-message') && CONTINUE_FINAL_MESSAGE),
    messages: withPrefixField(toMessages(request, options), request, options),
  };
}

const CONTINUE_FINAL_MESSAGE = { continue_final_message: true, add_generation_prompt: false };

function isContinued(
  { messages }: ModelRequest,
  { continuation }: OpenAiChatRequestOptions,
  form: NativeForm,
): boolean {
  return messages.at(-1)?.prefix === true && continuation?.form === form;
}

/** Some servers continue the last message only if its field `prefix` or `partial` is true. */
function withPrefixField(
  messages: ChatCompletionMessageParam[],
  request: ModelRequest,
  options: OpenAiChatRequestOptions,
): ChatCompletionMessageParam[] {
  const field = (['prefix', 'partial'] as const).find((form) => isContinued(request, options, form));
  const last = messages.at(-1);
  return field && last ? messages.with(-1, { ...last, [field]: true }) : messages;
}

/**
 * The request without its response format; undefined unless the server refused the format. Servers do not report which
 * models support a response format. The prompt describes the format too.
 */
export function withoutRefusedFormat(request: ModelRequest, error: unknown): ModelRequest | undefined {
  if (!request.responseSchema || typeof error !== 'object' || error === null) return undefined;
  const { status, message } = error as { readonly status?: unknown; readonly message?: unknown };
  const isAboutFormat = typeof message === 'string' && /response_?format|json_?(schema|object)/i.test(message);
  if ((status !== 400 && status !== 422) || !isAboutFormat) return undefined;
  const { responseSchema: _, ...rest } = request;
  return rest;
}

function toResponseFormat(
  { responseSchema }: ModelRequest,
  { answerFormat }: OpenAiChatDialect,
): Pick<ChatCompletionCreateParams, 'response_format'> {
  if (!responseSchema) return {};
  if (answerFormat === 'json_object') return { response_format: { type: 'json_object' } };
  const json_schema = { name: 'answer', strict: true, schema: responseSchema };
  return { response_format: { type: 'json_schema', json_schema } };
}

function toTools({ tools, model }: ModelRequest, dialect: OpenAiChatDialect): ChatCompletionFunctionTool[] {
  const markedIndex = dialect.marksTools && dialect.marksCacheOf?.test(model) ? tools.length - 1 : -1;
  return tools.map(({ name, description, inputSchema }, index) => ({
    type: 'function',
    function: { name, description, parameters: inputSchema },
    ...(index === markedIndex && CACHE_MARK),
  }));
}

/** The number of cache marks that DashScope and Anthropic allow per request. */
const MAX_MARKS = 4;

function toMessages(request: ModelRequest, options: OpenAiChatRequestOptions): ChatCompletionMessageParam[] {
  const { dialect } = options;
  const messageOptions = { ...options, accepted: mediaAcceptedBy('openai-chat', request.model) };
  const usesMarks = dialect.marksCacheOf?.test(request.model) ?? false;
  const otherMarks = (request.system ? 1 : 0) + (dialect.marksTools && request.tools.length > 0 ? 1 : 0);
  const anchors = new Set(usesMarks ? request.cacheAnchors.slice(otherMarks - MAX_MARKS) : []);
  const system: ChatCompletionMessageParam[] = request.system ? [{ role: 'system', content: request.system }] : [];
  const messages = joinSameRole([
    ...(usesMarks ? withCacheMark(system) : system),
    ...request.messages.flatMap((message, index) => {
      const converted = toChatMessages(message, messageOptions);
      return anchors.has(index) ? withCacheMark(converted) : converted;
    }),
  ]);
  return dialect.insertsAssistantMessage ? insertAssistantMessages(messages) : messages;
}
