import type { ApprovalMode, StartMode } from '../../shared/chatState.ts';
import type { EditReview } from '../ports/editReview.ts';
import type { Log } from '../ports/log.ts';
import type { PlanMode } from '../tools/tool.ts';
import type { ApprovalPolicy, ReadOnlyCommands } from './approval.ts';
import type { CallSources } from './approvalCall.ts';
import type { PermissionRules } from './rules/permissionRules.ts';

export interface PolicySettings {
  readonly approvalMode: ApprovalMode;
  readonly readOnlyCommands: ReadOnlyCommands;
  readonly rules: PermissionRules;
  /** One sentence per problem. */
  readonly ruleProblems: readonly string[];
}

export interface PermissionPorts extends CallSources {
  readonly settings: () => PolicySettings;
  readonly isTrusted: () => boolean;
  readonly review: EditReview;
  /** Adds rules to the `allow` list of the user's settings. */
  readonly saveRules: (rules: readonly string[]) => void;
  /** Shows problems of the rules, because an invalid rule applies to more or fewer calls than the user meant. */
  readonly showProblems: (message: string) => void;
  readonly log: Log;
}

/** The conditions under which calls run without a question. */
export interface Permissions {
  readonly policy: Omit<ApprovalPolicy, 'granted'>;
  /**
   * The mode for speculations. It is `plan` in an untrusted workspace, so that a speculation does not prepare edits.
   */
  modeAhead(): ApprovalMode;
  /**
   * Must be called when settings or trust may have changed. Shows new problems of the rules. Returns true if the rules
   * have changed, and at the first call.
   */
  refresh(): boolean;
}

export function createPermissions(ports: PermissionPorts): Permissions {
  const { settings, isTrusted, shell, editTools, findIncluded, review, saveRules, showProblems, log } = ports;
  let rules = '';
  let problems = '';

  return {
    policy: {
      mode: () => settings().approvalMode,
      isTrusted,
      rules: () => settings().rules,
      readOnlyCommands: () => settings().readOnlyCommands,
      shell,
      editTools,
      ...(findIncluded && { findIncluded }),
      review,
      saveRules,
    },
    modeAhead: () => (isTrusted() ? settings().approvalMode : 'plan'),
    refresh() {
      const { ruleProblems, rules: current } = settings();
      const message = ruleProblems.join(' ');
      if (message !== problems && message !== '') {
        log.warn(message);
        showProblems(message);
      }
      problems = message;
      const before = rules;
      rules = JSON.stringify(current);
      return rules !== before;
    },
  };
}

export interface PlanModePorts {
  readonly mode: () => ApprovalMode;
  readonly writeMode: (mode: ApprovalMode) => Promise<void>;
}

export function createPlanMode({ mode, writeMode }: PlanModePorts): PlanMode {
  return {
    async leave(picked) {
      const current = mode();
      const next = modeAfterPlan(current, picked);
      if (next !== current) await writeMode(next);
      return next;
    },
  };
}

/**
 * The plain *Start* button keeps a mode that the user switched to while reading the plan. Accepting a plan never
 * switches to a mode wider than `auto-edit`.
 */
export function modeAfterPlan(current: ApprovalMode, picked: StartMode): ApprovalMode {
  return current === 'plan' || picked === 'auto-edit' ? picked : current;
}
