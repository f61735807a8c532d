import * as z from 'zod/mini';
import { amountSchema } from './transcriptItem.ts';

const noteSectionSchema = z.object({
  heading: z.string(),
  /** Shown with its line ends. May come from a file or a server. */
  text: z.string(),
  /** A button opens this file of the memory, or creates it. */
  memory: z.optional(z.object({ scope: z.enum(['user', 'workspace']), exists: z.boolean() })),
  /** A button opens VS Code's own list of MCP servers. */
  opensServers: z.optional(z.literal(true)),
  /** A button opens VS Code's editor for the trust of the workspace. */
  managesTrust: z.optional(z.literal(true)),
  rows: z.array(z.object({ name: z.string(), detail: z.string(), amount: z.optional(amountSchema) })),
});
export type NoteSection = z.infer<typeof noteSectionSchema>;

/** The output of a command, shown above the input. Never sent to the model and never stored. */
export const noteSchema = z.object({
  id: z.string(),
  title: z.string(),
  sections: z.array(noteSectionSchema),
});
export type Note = z.infer<typeof noteSchema>;
