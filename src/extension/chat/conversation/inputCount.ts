import type { ModelRequest, Overflow, Usage } from '../../model/chatModel.ts';
import { estimateInput, leastInput } from '../../model/tokens.ts';
import type { InputCount, InputEstimate } from './conversationEntry.ts';
import type { ConversationNode } from './conversationNode.ts';

export type KnownCount = InputCount & { readonly reported: number };

/** The last counted input of this model on the path; null if there is none. */
export function lastCount(path: readonly ConversationNode[], modelId: string): KnownCount | null {
  for (const node of path.toReversed()) {
    const input = node.kind === 'answer' && node.modelId === modelId ? node.close?.input : undefined;
    if (input && input.reported !== null) return { ...input, reported: input.reported };
  }
  return null;
}

/** Limits the calibration, up or down, so that one wrong count cannot distort an estimate much. */
const MAX_FACTOR = 4;

/** The estimate is calibrated with the last count of the same model in the same chat. */
export function estimateRequest(
  request: Pick<ModelRequest, 'system' | 'tools' | 'messages'>,
  last: KnownCount | null,
): InputEstimate {
  const plain = estimateInput(request);
  const factor = last && last.plain > 0 ? last.reported / last.plain : 1;
  const limited = Math.min(MAX_FACTOR, Math.max(1 / MAX_FACTOR, factor));
  return { plain, estimated: Math.round(plain * limited) };
}

/** `usage` covers all attempts of the request, `lastUsage` only the last attempt. */
export function toInputCount(
  estimate: InputEstimate,
  { usage, lastUsage = usage }: { readonly usage: Usage | null; readonly lastUsage?: Usage | null },
): InputCount {
  const { input = 0, cacheRead = 0, cacheWrite = 0 } = lastUsage ?? {};
  const reported = input + cacheRead + cacheWrite;
  // The usage of a request that was stopped early may be an estimate of its output only, without input.
  return { ...estimate, reported: reported > 0 ? reported : null };
}

/**
 * Tokens. Smaller requests are not checked against the context window, so that they do not wait for the table of
 * models.
 */
const CHECKED_FROM = 16_000;

export function isSmall({ plain }: InputEstimate): boolean {
  return plain < CHECKED_FROM;
}

/**
 * At least this share of an earlier request is also in a later request. The rest may be thoughts, which providers leave
 * out.
 */
const KEPT = 0.9;

/**
 * Returns an overflow only if the request is certainly too large; in doubt, the provider decides. If the provider has
 * already counted an input of at least `window` tokens, `window` must be wrong and is ignored.
 */
export function findOverflow(
  request: ModelRequest,
  estimate: InputEstimate,
  last: KnownCount | null,
  window: number | undefined,
): Overflow | null {
  if (window === undefined || (last?.reported ?? 0) >= window) return null;
  const least = leastInput(request);
  // `leastInput` returns at most half of `estimateInput`, so at most `last.plain / 2` of `least` belongs to the earlier
  // request. The rest of `least` is new in this request.
  const extended = last ? KEPT * last.reported + least - last.plain / 2 : 0;
  if (Math.max(least, extended) <= window) return null;
  const message = leastInput({ system: '', tools: [], messages: request.messages.slice(-1) });
  return { tokens: Math.max(estimate.estimated, window + 1), window, isMessage: message > window };
}

/** Share of the context window (seed 002). The rest is left for the answer and for the tool results of one turn. */
export const COMPRESS_ABOVE = 0.7;

/** Tokens, for an unknown context window. Most models accept more. */
export const COMPRESS_ABOVE_UNKNOWN = 128_000;

/** The input in tokens above which earlier messages are compressed. */
export function compressionLimit(window: number | undefined): number {
  return window === undefined ? COMPRESS_ABOVE_UNKNOWN : Math.floor(COMPRESS_ABOVE * window);
}
