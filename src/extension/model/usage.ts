import type { ModelEnd, Usage } from './chatModel.ts';
import { estimateTokens } from './tokens.ts';
import { isTourId } from './tour/tourId.ts';

export function addUsage(left: Usage, right: Usage): Usage {
  return {
    input: left.input + right.input,
    cacheRead: left.cacheRead + right.cacheRead,
    cacheWrite: left.cacheWrite + right.cacheWrite,
    output: left.output + right.output,
    ...((left.searches || right.searches) && { searches: (left.searches ?? 0) + (right.searches ?? 0) }),
    ...((left.estimated || right.estimated) && { estimated: true }),
  };
}

/**
 * Corrects the count of output tokens of an answer that was stopped or failed. Providers report this count only when an
 * answer ends, so they report little or nothing for a stopped answer. The count is therefore estimated from what has
 * streamed (`text`). A reported count of at least half the estimate is kept. The tour uses no tokens.
 */
export function withStreamedOutput(end: ModelEnd, text: string, modelId: string): ModelEnd {
  if (isTourId(modelId) || (!('error' in end) && end.stopReason !== 'aborted')) return end;
  const { usage, lastUsage } = end;
  const reported = (lastUsage === undefined ? usage : lastUsage)?.output ?? 0;
  const streamed = estimateTokens(text);
  if (streamed <= 2 * reported) return end;
  const missing = estimatedOutput(streamed - reported);
  const withMissing = (known: Usage | null): Usage => (known ? addUsage(known, missing) : missing);
  return { ...end, usage: withMissing(usage), ...(lastUsage !== undefined && { lastUsage: withMissing(lastUsage) }) };
}

/**
 * The share of the context window that counts as full. Above this share, the next answer would reach the end of the
 * window at once.
 */
const FULL = 0.99;

/**
 * Corrects the stop reason if the context window was full. Most servers report the output limit in this case. `window`:
 * tokens; undefined if unknown. If the server has counted more tokens, `window` must be wrong and is ignored.
 */
export function withFullContext(end: ModelEnd, window: number | undefined): ModelEnd {
  if ('error' in end || end.stopReason !== 'length' || window === undefined) return end;
  const { usage, lastUsage = usage } = end;
  if (!lastUsage || lastUsage.estimated) return end;
  const { input, cacheRead, cacheWrite, output } = lastUsage;
  const used = input + cacheRead + cacheWrite + output;
  return used >= FULL * window && used <= window ? { ...end, stopReason: 'context-full' } : end;
}

/** Estimates the usage of an answer that a crash cut off, from its streamed text. The tour uses no tokens. */
export function estimateStreamed(text: string, modelId: string): Usage | null {
  return text === '' || isTourId(modelId) ? null : estimatedOutput(estimateTokens(text));
}

function estimatedOutput(output: number): Usage {
  return { input: 0, cacheRead: 0, cacheWrite: 0, output, estimated: true };
}
