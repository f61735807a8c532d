import * as z from 'zod/mini';

/** A part of the composer's text that is drawn as a chip; offsets into the text. */
export const draftFoldSchema = z.object({
  from: z.number(),
  to: z.number(),
  /** The id that the host knows it by, where it was picked under `@`; a long paste has none. */
  mention: z.optional(z.string()),
});
export type DraftFold = z.infer<typeof draftFoldSchema>;

/** In one draft. */
export const MAX_FOLDS = 200;
