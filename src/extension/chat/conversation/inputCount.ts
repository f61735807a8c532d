import type { ModelRequest, Overflow, Usage } from '../../model/chatModel.ts';
import { estimateInput, leastInput } from '../../model/tokens.ts';
import type { InputCount, InputEstimate } from './conversationEntry.ts';
import type { ConversationNode } from './conversationNode.ts';

/** The last request on a path that a model's provider has counted. */
export type KnownCount = InputCount & { readonly reported: number };

export function lastCount(path: readonly ConversationNode[], modelId: string): KnownCount | null {
  for (const node of path.toReversed()) {
    const input = node.kind === 'answer' && node.modelId === modelId ? node.close?.input : undefined;
    if (input && input.reported !== null) return { ...input, reported: input.reported };
  }
  return null;
}

/** The calibration for a chat is at most this factor, so that one odd count cannot spoil the estimates. */
const MAX_FACTOR = 4;

/** Estimates a request's input, calibrated with the last count of the same model in the same chat. */
export function estimateRequest(request: ModelRequest, last: KnownCount | null): InputEstimate {
  const plain = estimateInput(request);
  const factor = last && last.plain > 0 ? last.reported / last.plain : 1;
  const limited = Math.min(MAX_FACTOR, Math.max(1 / MAX_FACTOR, factor));
  return { plain, estimated: Math.round(plain * limited) };
}

/** `usage` covers all attempts, `lastUsage` only the last one. */
export function toInputCount(
  estimate: InputEstimate,
  { usage, lastUsage = usage }: { readonly usage: Usage | null; readonly lastUsage?: Usage | null },
): InputCount {
  const { input = 0, cacheRead = 0, cacheWrite = 0 } = lastUsage ?? {};
  const reported = input + cacheRead + cacheWrite;
  // A request that was stopped early has only an estimate of its output.
  return { ...estimate, reported: reported > 0 ? reported : null };
}

/** Tokens. Requests below are not checked, so that the first request does not wait for the table of models. */
const CHECKED_FROM = 16_000;

/** Whether the request is so small that its fit does not have to be checked. */
export function isSmall({ plain }: InputEstimate): boolean {
  return plain < CHECKED_FROM;
}

/** Part of an earlier request that later requests contain at least: providers leave out earlier thoughts. */
const KEPT = 0.9;

/**
 * Null unless the request certainly does not fit. If it only may not fit, the provider decides. `window` is undefined if
 * it is not known; it is wrong if the provider has already accepted a longer request.
 */
export function findOverflow(
  request: ModelRequest,
  estimate: InputEstimate,
  last: KnownCount | null,
  window: number | undefined,
): Overflow | null {
  if (window === undefined || (last?.reported ?? 0) >= window) return null;
  const least = leastInput(request);
  // The least size of the earlier request is at most half its estimate, so the rest is at least what has been added.
  const extended = last ? KEPT * last.reported + least - last.plain / 2 : 0;
  if (Math.max(least, extended) <= window) return null;
  const message = leastInput({ system: '', tools: [], messages: request.messages.slice(-1) });
  return { tokens: Math.max(estimate.estimated, window + 1), window, isMessage: message > window };
}
