import * as z from 'zod/mini';

/**
 * A part of the composer's text that is rendered as a chip; offsets into the text. Stored drafts, prompts and the webview's
 * saved state have the chips under the key `folds`, and so have the messages that share their types.
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
