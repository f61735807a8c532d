import * as z from 'zod/mini';

/**
 * A part of the composer's text that is rendered as a chip. `from` and `to` are offsets in the text. The key of the
 * chips is `draftChips` for the draft in the panel's state and events, and `chips` in translations. In stored drafts
 * and prompts, the webview's saved state, other requests and the transcript, the key is `folds`.
 */
export const draftChipSchema = z.object({
  from: z.number(),
  to: z.number(),
  /** The host's id of a mention that was picked from the `@` list; a long paste and an agent's screen have none. */
  mention: z.optional(z.string()),
  /** The name of the agent whose screen this is; not set for other chips. */
  screenOf: z.optional(z.string()),
});
export type DraftChip = z.infer<typeof draftChipSchema>;

/** Maximum number of chips per draft. */
export const MAX_CHIPS = 200;
