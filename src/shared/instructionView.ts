import * as z from 'zod/mini';

/** A file with instructions for the model, as the panel lists it. */
export const instructionViewSchema = z.object({
  id: z.string(),
  kind: z.enum(['rule', 'memory', 'skill', 'agent']),
  /** The file's path, or the name of the skill or the agent; for display. */
  name: z.string(),
  /** When the file is used, or why it is not; empty if it is part of each request. */
  detail: z.string(),
  /** False if the user has switched it off. */
  isOn: z.boolean(),
  /** True if the model does not get the file although the file is switched on. */
  isLeftOut: z.optional(z.boolean()),
});
export type InstructionView = z.infer<typeof instructionViewSchema>;

/** The instructions of the shown chat. */
export const instructionsViewSchema = z.object({
  items: z.array(instructionViewSchema),
  /** One line for each problem: a file that is not used, or that is not used as it is written. */
  problems: z.array(z.string()),
});
export type InstructionsView = z.infer<typeof instructionsViewSchema>;
