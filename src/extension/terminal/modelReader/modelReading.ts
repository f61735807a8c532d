import * as z from 'zod';
import { toFingerprint, type QuestionIdentity } from '../questionIdentity.ts';

/** A question that a model has read from a screen. All texts are untrusted. */
export interface ModelQuestion extends QuestionIdentity {
  readonly messageType: 'choice' | 'confirmation' | 'open_ended';
  /** What the agent did last, for display; null if unknown. */
  readonly lastAction: string | null;
  /** Whether the screen shows the whole question and all its options. */
  readonly isComplete: boolean;
}

export type ModelReading =
  | { readonly kind: 'processing' }
  | { readonly kind: 'idle' }
  | { readonly kind: 'question'; readonly question: ModelQuestion };

export type AgentState = 'processing' | 'waiting' | 'decision';

const messageTypeSchema = z.enum(['choice', 'confirmation', 'open_ended']);

/** The fields of seed 003. Without a question, only `status` is required. */
export const unifiedSchema = z.object({
  status: z.enum(['processing', 'has_question', 'idle']),
  context_complete: z.boolean().catch(false),
  message: z.string().nullish(),
  fingerprint: z.string().nullish(),
  message_type: messageTypeSchema.nullish().catch(null),
  options: z.array(z.string()).nullish(),
  agent_status: z.enum(['completed', 'idle', 'waiting']).nullish().catch(null),
  last_action: z.string().nullish(),
});

const extractionSchema = z.object({
  has_question: z.boolean(),
  message: z.string().nullish(),
  fingerprint: z.string().nullish(),
  context_complete: z.boolean().catch(false),
  message_type: messageTypeSchema.nullish().catch(null),
  options: z.array(z.string()).nullish(),
});

/** Parses an answer to `ScreenPrompts.unified`; undefined if the answer is malformed. */
export function parseUnified(text: string): ModelReading | undefined {
  const parsed = unifiedSchema.safeParse(parseOneValue(text));
  if (!parsed.success) return undefined;
  const { status, last_action: lastAction } = parsed.data;
  if (status !== 'has_question') return { kind: status };
  return toQuestion({ ...parsed.data, lastAction: lastAction ?? null });
}

/** Parses an answer to `ScreenPrompts.extraction`; undefined if the answer is malformed. */
export function parseExtraction(text: string): ModelReading | undefined {
  const parsed = extractionSchema.safeParse(parseOneValue(text));
  if (!parsed.success) return undefined;
  return parsed.data.has_question ? toQuestion({ ...parsed.data, lastAction: null }) : { kind: 'idle' };
}

/** Parses an answer to `ScreenPrompts.state`; undefined if the answer is malformed. */
export function parseState(text: string): AgentState | undefined {
  const word = /^["'`*\s]*(PROCESSING|WAITING|DECISION)["'`*.。\s]*$/i.exec(text)?.[1];
  return word?.toLowerCase() as AgentState | undefined;
}

type QuestionFields = z.infer<typeof extractionSchema> | z.infer<typeof unifiedSchema>;

function toQuestion({
  message,
  fingerprint,
  message_type: type,
  options,
  context_complete: isComplete,
  lastAction,
}: QuestionFields & { readonly lastAction: string | null }): ModelReading | undefined {
  const text = message?.trim() ?? '';
  if (text === '') return undefined;
  const all = options ?? [];
  const messageType = type ?? (all.length > 0 ? 'choice' : 'open_ended');
  const question = { text, options: all, messageType, lastAction, isComplete };
  return { kind: 'question', question: { ...question, fingerprint: toFingerprint(fingerprint ?? '') } };
}

/**
 * Accepts one JSON value, possibly in a code fence, but no other text, because a search for JSON could find the wrong
 * value.
 */
function parseOneValue(text: string): unknown {
  const trimmed = text.trim();
  const fence = /^```(?:json)?\n/.exec(trimmed)?.[0];
  const json = fence !== undefined && trimmed.endsWith('```') ? trimmed.slice(fence.length, -3) : trimmed;
  try {
    const value: unknown = JSON.parse(json);
    return value;
  } catch {
    return undefined;
  }
}
