import * as z from 'zod/mini';

/** What fills the model's context window, and what the provider has cached of the chat. Most numbers are tokens. */
export const contextUsageSchema = z.object({
  /** The input of the next request, without its prompt. */
  used: z.number(),
  /** Null if the size of the window is unknown. */
  window: z.nullable(z.number()),
  /** The parts of `used`. */
  parts: z.object({
    /** The system prompt, with the project's instructions. */
    system: z.number(),
    /** The declarations of the tools, external ones included. */
    tools: z.number(),
    /** Contents of files and pages: read by tools, mentioned, or open in the editor. */
    files: z.number(),
    conversation: z.number(),
  }),
  /** Before a request with more tokens, earlier messages are compressed if `automaticCompression` is `on`. */
  compressesAt: z.number(),
  /**
   * `not-shorter`: off, because the last summary was not shorter than the messages. `failed`: off, because the last
   * summary could not be made. `undone`: the user has undone the last compression, so the next compression waits until
   * the context is full.
   */
  automaticCompression: z.enum(['on', 'not-shorter', 'failed', 'undone']),
  /** The provider's cache of this chat; null if there is none, or if its lifetime is unknown. */
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
