import * as vscode from 'vscode';
import type { ApprovalMode } from '../../shared/chatState.ts';
import type { Log } from '../ports/log.ts';
import type { ApprovalPolicy } from '../tools/approval.ts';
import type { ShellJudge } from '../tools/approvalCall.ts';
import type { PlanMode } from '../tools/exitPlanMode.ts';
import type { EditReview } from '../ports/editReview.ts';
import { modeBeforePlanKey } from './contributions.ts';
import { toApprovalMode, type Settings } from './settings.ts';
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
  readonly memento: vscode.Memento;
  readonly shell: ShellJudge;
  readonly review: EditReview;
  readonly keepRules: (rules: readonly string[]) => void;
  readonly log: Log;
}): Permissions {
  const { readSettings, memento, shell, review, keepRules, log } = options;
  let mode = readSettings().approvalMode;
  let rules = '';
  let problems = '';

  /** What plan mode was switched on from; a mode from long ago would be a surprise, so it is forgotten with it. */
  const rememberMode = (next: ApprovalMode): void => {
    if (next === mode) return;
    const before = next === 'plan' ? mode : undefined;
    mode = next;
    memento.update(modeBeforePlanKey, before).then(undefined, (error: unknown) => {
      log.error('The mode before plan mode could not be kept', error);
    });
  };

  return {
    policy: {
      mode: () => readSettings().approvalMode,
      isTrusted: () => vscode.workspace.isTrusted,
      rules: () => readSettings().rules,
      shell,
      review,
      keepRules,
    },
    planMode: {
      async leave() {
        const { approvalMode } = readSettings();
        // Switched off while the plan was being read, as it may be.
        if (approvalMode !== 'plan') return approvalMode;
        const before = toApprovalMode(memento.get(modeBeforePlanKey));
        const next = before === 'plan' ? 'default' : before;
        await writeSetting('approvalMode', next);
        return next;
      },
    },
    modeAhead: () => (vscode.workspace.isTrusted ? readSettings().approvalMode : 'plan'),
    refresh() {
      const settings = readSettings();
      rememberMode(settings.approvalMode);
      const said = settings.ruleProblems.join(' ');
      if (said !== problems && said !== '') log.warn(said);
      problems = said;
      const before = rules;
      rules = JSON.stringify(settings.rules);
      return rules !== before;
    },
  };
}
