import type { ApprovalMode, StartMode } from '../../shared/chatState.ts';

/**
 * The mode after a plan was accepted. Plain *Start* leaves a mode alone that the user has switched to while they read
 * the plan; nothing here leads to a mode wider than `auto-edit`.
 */
export function modeAfterPlan(current: ApprovalMode, picked: StartMode): ApprovalMode {
  return current === 'plan' || picked === 'auto-edit' ? picked : current;
}
