import * as z from 'zod/mini';

/** A file with instructions for the model, as the panel lists it. */
export const instructionViewSchema = z.object({
  id: z.string(),
  kind: z.enum(['rule', 'memory', 'skill', 'agent']),
  /** The path, or the name of the skill or the agent; for display. */
  name: z.string(),
  /** For a rule: how it is used, or why not. For a skill or an agent: the path. May be empty. */
  detail: z.string(),
  isOn: z.boolean(),
  /** The rule is on, but the model gets the rule only if the user mentions the rule's file. */
  isLeftOut: z.optional(z.boolean()),
});
export type InstructionView = z.infer<typeof instructionViewSchema>;

export const instructionsViewSchema = z.object({
  items: z.array(instructionViewSchema),
  /** One line for each file that is not used, or not used as written. */
  problems: z.array(z.string()),
});
export type InstructionsView = z.infer<typeof instructionsViewSchema>;
