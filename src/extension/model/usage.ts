import type { ModelEnd, Usage } from './chatModel.ts';

/** Returns the sum of two usages. */
export function addUsage(left: Usage, right: Usage): Usage {
  return {
    input: left.input + right.input,
    cacheRead: left.cacheRead + right.cacheRead,
    cacheWrite: left.cacheWrite + right.cacheWrite,
    output: left.output + right.output,
    ...((left.estimated || right.estimated) && { estimated: true }),
  };
}

/**
 * Corrects the output in the usage of an answer that was stopped or failed. Providers report the output only when an
 * answer ends, so for a stopped answer they report nothing, or only the first few tokens. The output is therefore
 * estimated from what has streamed (`text`: thinking, text and calls). A reported count of at least half the estimate
 * is kept.
 */
export function withStreamedOutput(end: ModelEnd, text: string): ModelEnd {
  if (!('error' in end) && end.stopReason !== 'aborted') return end;
  const { usage, lastUsage } = end;
  const reported = (lastUsage === undefined ? usage : lastUsage)?.output ?? 0;
  const streamed = estimateTokens(text);
  if (streamed <= 2 * reported) return end;
  const missing = estimatedOutput(streamed - reported);
  const withMissing = (known: Usage | null): Usage => (known ? addUsage(known, missing) : missing);
  return { ...end, usage: withMissing(usage), ...(lastUsage !== undefined && { lastUsage: withMissing(lastUsage) }) };
}

/** Estimates the usage of an answer that a crash cut off, from its streamed text. Null if nothing has streamed. */
export function estimateStreamed(text: string): Usage | null {
  return text === '' ? null : estimatedOutput(estimateTokens(text));
}

function estimatedOutput(output: number): Usage {
  return { input: 0, cacheRead: 0, cacheWrite: 0, output, estimated: true };
}

const ASCII_PER_TOKEN = 4;

/** Counts one token per four ASCII characters, and one per other character (UTF-16 code unit). */
export function estimateTokens(text: string): number {
  const others = text.replace(/\p{ASCII}+/gu, '').length;
  return others + Math.ceil((text.length - others) / ASCII_PER_TOKEN);
}
