import * as z from 'zod/mini';
import { amountSchema } from './transcriptItem.ts';

const noteSectionSchema = z.object({
  /** Empty if the section has no heading. */
  heading: z.string(),
  /** Shown with its line ends; empty if the section has no text. May come from a file or a server. */
  text: z.string(),
  /**
   * Set if the section shows a file of the memory. A button opens the file, and creates the file if it does not exist.
   */
  memory: z.optional(z.object({ scope: z.enum(['user', 'workspace']), exists: z.boolean() })),
  /** Set if the section has a button that opens VS Code's own list of MCP servers. */
  opensServers: z.optional(z.literal(true)),
  /** Set if the section has a button that opens VS Code's editor for the trust of the workspace. */
  managesTrust: z.optional(z.literal(true)),
  rows: z.array(z.object({ name: z.string(), detail: z.string(), amount: z.optional(amountSchema) })),
});
export type NoteSection = z.infer<typeof noteSectionSchema>;

/**
 * The output of a command, shown above the input. It is never sent to the model and never stored. It stays until the
 * user dismisses it, the command closes it, another note replaces it, or another chat is shown.
 */
export const noteSchema = z.object({
  /** Unique. */
  id: z.string(),
  title: z.string(),
  sections: z.array(noteSectionSchema),
});
export type Note = z.infer<typeof noteSchema>;
