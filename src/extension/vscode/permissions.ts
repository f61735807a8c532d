import * as vscode from 'vscode';
import type { ApprovalMode } from '../../shared/chatState.ts';
import type { Log } from '../ports/log.ts';
import type { ApprovalPolicy } from '../approval/approval.ts';
import type { ShellJudge } from '../approval/approvalCall.ts';
import { modeAfterPlan } from '../approval/planMode.ts';
import type { PlanMode } from '../ports/planMode.ts';
import type { EditReview } from '../ports/editReview.ts';
import type { Settings } from './settings.ts';
import { writeSetting } from './writeSettings.ts';

/** What may be done without asking, as settings and workspace trust say it now. */
export interface Permissions {
  readonly policy: Omit<ApprovalPolicy, 'granted'>;
  readonly planMode: PlanMode;
  /** The mode for what is prepared ahead: nothing is, where the workspace is not trusted. */
  modeAhead(): ApprovalMode;
  /** To be called when settings or trust may have changed; true where the rules have. */
  refresh(): boolean;
}

export function createPermissions(options: {
  readonly readSettings: () => Settings;
  readonly shell: ShellJudge;
  readonly review: EditReview;
  readonly keepRules: (rules: readonly string[]) => void;
  readonly log: Log;
}): Permissions {
  const { readSettings, shell, review, keepRules, log } = options;
  let rules = '';
  let problems = '';

  return {
    policy: {
      mode: () => readSettings().approvalMode,
      isTrusted: () => vscode.workspace.isTrusted,
      rules: () => readSettings().rules,
      readOnlyCommands: () => readSettings().readOnlyCommands,
      shell,
      review,
      keepRules,
    },
    planMode: {
      async leave(picked) {
        const { approvalMode } = readSettings();
        const next = modeAfterPlan(approvalMode, picked);
        if (next !== approvalMode) await writeSetting('approvalMode', next);
        return next;
      },
    },
    modeAhead: () => (vscode.workspace.isTrusted ? readSettings().approvalMode : 'plan'),
    refresh() {
      const settings = readSettings();
      const said = settings.ruleProblems.join(' ');
      if (said !== problems && said !== '') log.warn(said);
      problems = said;
      const before = rules;
      rules = JSON.stringify(settings.rules);
      return rules !== before;
    },
  };
}
