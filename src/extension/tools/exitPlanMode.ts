import * as z from 'zod';
import type { ApprovalMode } from '../../shared/chatState.ts';
import { succeeded, type Tool } from './tool.ts';

/** Plan mode, as far as the tool that ends it is concerned. */
export interface PlanMode {
  /** Goes back to the mode that was on before, and says which. */
  leave(): Promise<ApprovalMode>;
}

const schema = z.object({
  plan: z.string().min(1).describe('The plan, in Markdown: what will be changed, where, and how it will be checked.'),
});
type Input = z.infer<typeof schema> & { /** The user has changed it. */ readonly isRevised?: boolean };

/** Presents the plan; the card is where the user reads, edits and accepts it, so this runs only once they have. */
export function createExitPlanMode(planMode: PlanMode): Tool<Input> {
  return {
    name: 'exit_plan_mode',
    description:
      'In plan mode, where nothing can be changed: presents your plan to the user, who can edit it. Once they accept ' +
      'it, plan mode ends and you carry the plan out. Use it only in plan mode, when the plan is complete.',
    kind: 'plan',
    schema,
    describe: ({ plan }) => plan.split('\n')[0] ?? '',
    paths: () => [],
    revise: (input, text) => (text === input.plan ? input : { plan: text, isRevised: true }),
    async execute({ plan, isRevised = false }) {
      const mode = await planMode.leave();
      const accepted = isRevised
        ? `The user accepted the plan after changing it. This is the plan now:\n\n${plan}\n\n`
        : 'The user accepted the plan. ';
      return succeeded(`${accepted}Plan mode is off; the mode is ${mode}. Carry the plan out.`, 'accepted');
    },
  };
}
