import * as z from 'zod/mini';

/**
 * A part of the composer's text that is rendered as a chip. `from` and `to` are offsets in the text. The key of the
 * chips is `folds` in stored drafts and prompts, in the webview's saved state and requests, and in the transcript. In
 * the panel's state and events, the key is `draftChips`.
 */
export const draftChipSchema = z.object({
  from: z.number(),
  to: z.number(),
  /** The host's id of a mention that was picked from the `@` list; a long paste has none. */
  mention: z.optional(z.string()),
});
export type DraftChip = z.infer<typeof draftChipSchema>;

/** Maximum number per draft. */
export const MAX_CHIPS = 200;
