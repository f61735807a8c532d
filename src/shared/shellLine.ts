import * as z from 'zod/mini';

/** A command of the composer's shell mode, with its output. */
export const shellLineSchema = z.object({
  id: z.string(),
  /** The line is shown after the answers to this prompt; null before the first prompt. */
  after: z.nullable(z.string()),
  /** Milliseconds since the epoch. */
  at: z.number(),
  command: z.string(),
  status: z.enum(['running', 'success', 'error']),
  /** With colors (SGR sequences), shortened for display. While the command runs, only the last lines. */
  output: z.string(),
  /**
   * Set if the output is longer than the row can show. `total`: in characters. `saved`: how much is in a file that the
   * user can open.
   */
  log: z.optional(z.object({ total: z.number(), saved: z.enum(['whole', 'part', 'none']) })),
  /** How the command ended, and its duration; empty while the command runs. */
  summary: z.string(),
  /** Whether the next prompt sends the output to the model. */
  shared: z.boolean(),
  /** The prompts, of all branches, that have sent the output. */
  sentWith: z.array(z.string()),
});
export type ShellLineView = z.infer<typeof shellLineSchema>;
