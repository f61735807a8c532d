/** A share of the context window. The rest is left for the answer and for the tool results of one round. */
const THRESHOLD = 0.7;

/** In tokens, for a model whose context window is unknown. Most models accept more. */
const LIMIT_OF_UNKNOWN = 128_000;

/** The input in tokens above which earlier messages are compressed. */
export function compressionLimit(window: number | undefined): number {
  return window === undefined ? LIMIT_OF_UNKNOWN : Math.floor(THRESHOLD * window);
}
