import * as z from 'zod/mini';

/** What fills the model's context window, in tokens, and what the provider has cached of the chat. */
export const contextUsageSchema = z.object({
  /** The input of the next request, without its prompt. */
  used: z.number(),
  /** Null if unknown. */
  window: z.nullable(z.number()),
  parts: z.object({
    /** The system prompt, with the project's instructions. */
    system: z.number(),
    /** Declarations, also of external tools. */
    tools: z.number(),
    /** Contents of files and pages: read by tools, mentioned, or open in the editor. */
    files: z.number(),
    conversation: z.number(),
  }),
  /** If `automaticCompression` is `on`, earlier messages are compressed before a request with more tokens than this. */
  compressesAt: z.number(),
  /**
   * `not-shorter`, `failed`: off, because the last summary was not shorter than the messages, or failed. `undone`: the
   * user has undone the last compression, so the next compression waits until the context is full.
   */
  automaticCompression: z.enum(['on', 'not-shorter', 'failed', 'undone']),
  /** Null if there is no cache, or if its lifetime is unknown. */
  cache: z.nullable(
    z.object({
      /** Milliseconds since the epoch. */
      expiresAt: z.number(),
      /** The extra cost of the next request once the cache has expired, in US dollars; null if the price is unknown. */
      extraCost: z.nullable(z.number()),
    }),
  ),
});
export type AutomaticCompression = z.infer<typeof contextUsageSchema>['automaticCompression'];
export type ContextUsage = z.infer<typeof contextUsageSchema>;
