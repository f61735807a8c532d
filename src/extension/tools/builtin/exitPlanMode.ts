import * as z from 'zod';
import { exitPlanModeTexts } from '../../base/texts/toolTexts.ts';
import type { StartMode } from '../../../shared/chatState.ts';
import { succeeded, type PlanMode, type Tool } from '../tool.ts';
import { resultTexts } from '../../base/texts/resultTexts.ts';

const schema = z.object({
  plan: z.string().min(1).describe('The plan, in Markdown: what you will change, where, and how you will check it.'),
});
type Input = z.infer<typeof schema> & {
  /** Whether the user has changed the plan. */
  readonly isRevised?: boolean;
  /** Undefined if the user picked no mode; counts as `default`. */
  readonly mode?: StartMode | undefined;
};

/** The user accepts the plan on the approval card before `execute` runs. */
export function createExitPlanMode(planMode: PlanMode): Tool<Input> {
  return {
    name: 'exit_plan_mode',
    description:
      'Presents your plan to the user, who can edit it. When the user accepts the plan, plan mode ends and you carry ' +
      'out the plan. Use this tool only in plan mode (which is read-only), when the plan is complete.',
    kind: 'plan',
    record: { rendering: 'plan', texts: exitPlanModeTexts, speculation: 'boundary', chatOnly: 'always' },
    schema,
    describe: ({ plan }) => plan.split('\n')[0] ?? '',
    paths: () => [],
    revise: (input, { plan = input.plan, mode }) => ({ plan, mode, isRevised: plan !== input.plan }),
    async execute({ plan, isRevised = false, mode: picked = 'default' }) {
      const mode = await planMode.leave(picked);
      const accepted = isRevised
        ? `The user edited and accepted the plan. The plan is now:\n\n${plan}\n\n`
        : 'The user accepted the plan. ';
      const text = `${accepted}Plan mode is off; the mode is ${mode}. Carry out the plan.`;
      return { ...succeeded(text, resultTexts.planAccepted(isRevised)), plan };
    },
  };
}
