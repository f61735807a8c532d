import type { ApprovalMode, StartMode } from '../../shared/chatState.ts';

/** Plan mode, for the tool that ends it. */
export interface PlanMode {
  /** Switches to the mode that the user has picked, and resolves to the mode that is on then. */
  leave(picked: StartMode): Promise<ApprovalMode>;
}
