import * as z from 'zod/mini';

/** A file with instructions for the model, as the panel lists it. */
export const instructionViewSchema = z.object({
  id: z.string(),
  kind: z.enum(['rule', 'memory', 'skill', 'agent']),
  /** The file's path, or the name of the skill or the agent; for display. */
  name: z.string(),
  /** For a rule: how it is used, or why it is not. For a skill or an agent: the file's path. May be empty. */
  detail: z.string(),
  /** False if the user has switched the file off. */
  isOn: z.boolean(),
  /** True for a rule that is switched on, but of which the model gets nothing unless the user mentions its file. */
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
