/**
 * The share of the context window above which a chat is compressed (seed 002). The rest is left for the answer and for
 * the tool results of one round.
 */
export const COMPRESS_ABOVE = 0.7;

/** In tokens, for a model whose context window is unknown. Most models accept more. */
export const COMPRESS_ABOVE_UNKNOWN = 128_000;

/** The input in tokens above which earlier messages are compressed. */
export function compressionLimit(window: number | undefined): number {
  return window === undefined ? COMPRESS_ABOVE_UNKNOWN : Math.floor(COMPRESS_ABOVE * window);
}
