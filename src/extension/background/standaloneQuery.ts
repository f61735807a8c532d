import * as z from 'zod';
import type { InternalPromptId, ModelRequest, SelectedModel, StopReason } from '../model/chatModel.ts';
import { type JsonObject, type Message, type Part, textOf, userMessage } from '../model/message.ts';
import { askOnce, type QueryOutcome } from './askOnce.ts';
import { parseJsonAnswer } from './jsonAnswer.ts';

export const MAX_STANDALONE_MESSAGES = 40;

/** Characters of a tool's arguments or result. */
const MAX_TOOL_CHARACTERS = 1_000;

export interface StandaloneQuery<Value> {
  readonly model: SelectedModel;
  /** The messages of `curatedHistory`, in which every call is followed by its result. */
  readonly history: readonly Message[];
  readonly prompt: string;
  readonly promptId: InternalPromptId;
  readonly schema: z.ZodType<Value>;
}

/** `malformed`: nothing in the model's `text` fits the schema. */
export type StandaloneOutcome<Value> =
  | { readonly kind: 'value'; readonly value: Value; readonly usage: Usage }
  | { readonly kind: 'malformed'; readonly text: string; readonly stopReason: StopReason; readonly usage: Usage }
  | Extract<QueryOutcome, { kind: 'aborted' | 'failed' }>;

type Usage = QueryOutcome['usage'];

/**
 * Sends the end of the conversation as plain text, without the shared prefix, tools and thinking. Adapters may leave
 * the schema out, so the prompt contains it too.
 */
export async function runStandaloneQuery<Value>(
  query: StandaloneQuery<Value>,
  signal: AbortSignal,
): Promise<StandaloneOutcome<Value>> {
  const outcome = await askOnce(query.model.chatModel, toStandaloneRequest(query), signal);
  if (outcome.kind !== 'answer') return outcome;
  const { text, stopReason, usage } = outcome;
  const parsed = parseJsonAnswer(text, query.schema);
  if (parsed.kind === 'malformed') return { kind: 'malformed', text, stopReason, usage };
  return { kind: 'value', value: parsed.value, usage };
}

export function toStandaloneRequest<Value>(query: StandaloneQuery<Value>): ModelRequest {
  const { $schema: _, ...responseSchema } = z.toJSONSchema(query.schema) as JsonObject;
  const format = `Answer with one JSON object that fits this JSON schema, and nothing else: ${JSON.stringify(responseSchema)}`;
  return {
    model: query.model.name,
    system: 'You look at a conversation between a user and a coding assistant and answer one question about it.',
    tools: [],
    messages: [...trimHistory(query.history).map(toPlainMessage), userMessage(`${query.prompt}\n\n${format}`)],
    cacheAnchors: [],
    // Not the conversation's cache key, because the request shares no prefix with the conversation.
    cacheKey: query.promptId,
    thinking: 'off',
    responseSchema,
    promptId: query.promptId,
  };
}

/**
 * Returns at most the last `MAX_STANDALONE_MESSAGES` messages, beginning with a prompt. If a prompt has so many turns
 * that the prompt itself would be cut off, the prompt is kept in front of its last turns.
 */
export function trimHistory(history: readonly Message[]): readonly Message[] {
  const start = Math.max(0, history.length - MAX_STANDALONE_MESSAGES);
  const tail = history.slice(start);
  const first = tail.findIndex(isPrompt);
  if (first === 0 || first === 1) return tail.slice(first);
  const prompt = history.slice(0, start).findLast(isPrompt);
  if (!prompt) return first < 0 ? [] : tail.slice(first);
  const rest = tail.slice(1);
  return [prompt, ...rest.slice(rest.findIndex((message) => message.role === 'assistant'))];
}

function isPrompt(message: Message): boolean {
  return message.role === 'user' && message.parts.every((part) => part.type !== 'tool-result');
}

/**
 * Tool calls and results become text, because some providers refuse them if no tools are declared. Thoughts are left
 * out, because another provider cannot use them.
 */
export function toPlainMessage(message: Message): Message {
  const text = message.parts.map(toPlainText).filter(Boolean).join('\n');
  return { role: message.role, parts: [{ type: 'text', text: text || '(nothing)' }] };
}

function toPlainText(part: Part): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'tool-call':
      return `[called ${part.name} with ${cut(part.malformed ?? JSON.stringify(part.input))}]`;
    case 'tool-result': {
      const text = textOf({ role: 'user', parts: part.content });
      return `[${part.name} ${part.isError ? 'failed' : 'answered'}: ${cut(text)}]`;
    }
    case 'image':
      return '[an image]';
    case 'document':
      return `[the file ${part.name}]`;
    case 'thinking':
    case 'citation':
      return '';
  }
}

function cut(text: string): string {
  return text.length <= MAX_TOOL_CHARACTERS ? text : `${text.slice(0, MAX_TOOL_CHARACTERS)}…`;
}
