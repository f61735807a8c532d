import * as z from 'zod/mini';

/**
 * A part of the composer's text that is rendered as a chip. `from` and `to` are offsets in the text. In stored data and
 * most requests, the key of the chips is `folds`.
 */
export const draftChipSchema = z.object({
  from: z.number(),
  to: z.number(),
  /** The host's id of a mention. */
  mention: z.optional(z.string()),
  /** If the part is the text of a terminal's screen: the name of the agent in that terminal. */
  screenOf: z.optional(z.string()),
});
export type DraftChip = z.infer<typeof draftChipSchema>;

/** Per draft. */
export const MAX_CHIPS = 200;
