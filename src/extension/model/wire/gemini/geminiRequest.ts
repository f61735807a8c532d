import type { Content, GenerateContentConfig, GenerateContentParameters, Part as WirePart } from '@google/genai/web';
import { capabilitiesOf, mediaAcceptedBy } from '../../capabilities.ts';
import type { ModelRequest } from '../../chatModel.ts';
import { toAcceptedContent, type ContentPart, type AcceptedMedia } from '../../media.ts';
import type { JsonObject, Message, Opaque, Part, ToolResultPart } from '../../message.ts';
import { toWireName } from '../../toolNames.ts';

/**
 * The SDK's parameters for a request. The SDK orders the body's keys. `withContentsLast` must correct this order, so
 * that a fork's bytes begin with its parent's.
 */
export function toGeminiRequest(request: ModelRequest, source: string): GenerateContentParameters {
  const { defaultOutputTokens, thinkingOff, thinkingShown } = capabilitiesOf('gemini', request.model);
  const limit = request.maxOutputTokens ?? defaultOutputTokens;
  const thinking = ((request.thinking === 'off' && thinkingOff) || withEffort(thinkingShown, request)) as
    GenerateContentConfig | undefined;
  const config: GenerateContentConfig = {
    // Keeps the SDK from running tools and from sending further requests.
    automaticFunctionCalling: { disable: true },
    automaticContinuation: false,
    ...(request.system && { systemInstruction: request.system }),
    ...(request.tools.length > 0 && { tools: [{ functionDeclarations: toDeclarations(request) }] }),
    ...(request.searchesWeb && { tools: [{ googleSearch: {} }] }),
    ...(limit !== undefined && { maxOutputTokens: limit }),
    ...(request.responseSchema && {
      responseMimeType: 'application/json',
      responseJsonSchema: request.responseSchema,
    }),
    ...thinking,
  };
  return { model: request.model, config, contents: toContents(request, source) };
}

function withEffort(shown: JsonObject | undefined, { effort }: ModelRequest): JsonObject | undefined {
  if (!effort) return shown;
  const others = shown?.['thinkingConfig'] as JsonObject | undefined;
  return { thinkingConfig: { ...others, thinkingLevel: effort.toUpperCase() } };
}

export function withContentsLast(body: string): string {
  const { contents, ...rest } = JSON.parse(body) as JsonObject;
  return JSON.stringify({ ...rest, contents });
}

function toDeclarations({ tools }: ModelRequest) {
  return tools.map(({ name, description, inputSchema }) => ({ name, description, parametersJsonSchema: inputSchema }));
}

function toContents({ messages, model }: ModelRequest, source: string): Content[] {
  const accepted = mediaAcceptedBy('gemini', model);
  const idsOfWire = new Set(messages.flatMap(({ parts }) => parts.flatMap((part) => wireIdsIn(part, source))));
  const contents = messages.flatMap((message): Content[] => {
    const isUser = message.role === 'user';
    const parts = isUser ? toUserParts(message, idsOfWire, accepted) : toModelParts(message, source, model);
    return parts.length > 0 ? [{ role: isUser ? 'user' : 'model', parts }] : [];
  });
  return joinRoles(contents);
}

/** The API requires alternating roles. Two prompts follow each other if the answer between them is left out. */
function joinRoles(contents: readonly Content[]): Content[] {
  const joined: Content[] = [];
  for (const content of contents) {
    const last = joined.at(-1);
    if (last?.role !== content.role) joined.push(content);
    else joined[joined.length - 1] = { ...last, parts: [...(last?.parts ?? []), ...(content.parts ?? [])] };
  }
  return joined;
}

/**
 * The id of a call if the model assigned it; otherwise, an empty list. Older models match calls and results by order,
 * and must not get an id.
 */
function wireIdsIn(part: Part, source: string): string[] {
  return part.type === 'tool-call' && dataOf(part.opaque, source)['id'] === part.id ? [part.id] : [];
}

/** Results come first, because the API requires them directly after their calls. */
function toUserParts({ parts }: Message, idsOfWire: ReadonlySet<string>, accepted: AcceptedMedia): WirePart[] {
  const results = parts.filter((part) => part.type === 'tool-result');
  const acceptedResults = results.map((result) => ({
    ...result,
    content: toAcceptedContent(result.content, accepted),
  }));
  const shown = parts.filter((part) => part.type === 'text' || part.type === 'image' || part.type === 'document');
  return [
    ...acceptedResults.map((result) => toFunctionResponse(result, idsOfWire)),
    ...acceptedResults.flatMap(toResultMedia),
    ...toAcceptedContent(shown, { ...accepted, images: true }).flatMap(toContentPart),
  ];
}

function toFunctionResponse(result: ToolResultPart, idsOfWire: ReadonlySet<string>): WirePart {
  const { callId, name, content, isError } = result;
  const text = content.map((part) => (part.type === 'text' ? part.text : `[${part.type} below]`)).join('\n');
  const response = isError ? { error: text } : { output: text };
  return { functionResponse: { ...(idsOfWire.has(callId) && { id: callId }), name: toWireName(name), response } };
}

/** Media follow the results, because only the newest models accept media inside a result. */
function toResultMedia({ name, content }: ToolResultPart): WirePart[] {
  const media = content.filter((part) => part.type !== 'text');
  return media.length > 0 ? [{ text: `From ${name}:` }, ...media.flatMap(toContentPart)] : [];
}

function toContentPart(part: ContentPart): WirePart[] {
  if (part.type === 'text') return part.text ? [{ text: part.text }] : [];
  return [{ inlineData: { mimeType: part.mimeType, data: part.data } }];
}

/** Leaves out trailing thoughts. Empty if there is neither a call nor visible text. */
function toModelParts({ parts }: Message, source: string, model: string): WirePart[] {
  const sent = parts.flatMap((part) => toModelPart(part, source));
  const end = sent.findLastIndex((part) => !part.thought) + 1;
  const hasContent = sent.some((part) => part.functionCall || (!part.thought && part.text?.trim()));
  return hasContent ? withRequiredSignature(sent.slice(0, end), model) : [];
}

/**
 * A signature must be sent back on the same part. Thoughts without a signature are left out, because the model ignores
 * them.
 */
function toModelPart(part: Part, source: string): WirePart[] {
  switch (part.type) {
    case 'text': {
      const signature = toSignature(part.opaque, source);
      return part.text || signature.thoughtSignature ? [{ text: part.text, ...signature }] : [];
    }
    case 'thinking': {
      const signature = toSignature(part.opaque, source);
      return signature.thoughtSignature ? [{ text: part.text, thought: true, ...signature }] : [];
    }
    case 'tool-call': {
      const { id, name, input, opaque } = part;
      const args = input as Record<string, unknown>;
      const functionCall = { ...(wireIdsIn(part, source).length > 0 && { id }), name: toWireName(name), args };
      return [{ functionCall, ...toSignature(opaque, source) }];
    }
    // Answers contain no documents, images or tool results. Citations are for users only.
    case 'citation':
    case 'document':
    case 'image':
    case 'tool-result':
      return [];
  }
}

function toSignature(opaque: Opaque | undefined, source: string): Pick<WirePart, 'thoughtSignature'> {
  const signature = dataOf(opaque, source)['thoughtSignature'];
  return typeof signature === 'string' ? { thoughtSignature: signature } : {};
}

function dataOf(opaque: Opaque | undefined, source: string): JsonObject {
  const data = opaque?.source === source ? opaque.data : undefined;
  return typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as JsonObject) : {};
}

/**
 * Adds a placeholder to the first call of an answer if the call has no signature, because Gemini 3 and later require
 * one. Google documents the placeholder for calls of another model:
 * https://ai.google.dev/gemini-api/docs/thought-signatures.
 */
function withRequiredSignature(parts: WirePart[], model: string): WirePart[] {
  const index = parts.findIndex((part) => part.functionCall);
  const first = parts[index];
  if (!first || first.thoughtSignature || /^(gemini-[12]\b|gemma|learnlm)/.test(model)) return parts;
  return parts.with(index, { ...first, thoughtSignature: 'skip_thought_signature_validator' });
}
