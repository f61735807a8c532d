import type { ApprovalMode } from '../../src/shared/chatState.ts';
import type { ApprovalPolicy } from '../../src/extension/approval/approval.ts';
import type { ShellJudge } from '../../src/extension/approval/approvalCall.ts';
import { NO_RULES } from '../../src/extension/approval/rules/permissionRules.ts';
import { noRepository } from './shell/git.ts';
import { EDIT_TOOLS } from './productTools.ts';

/**
 * Splits a command line at `&&` and white space; a line with `$` cannot be split. Only a line that begins with `ls` and
 * has no `&` counts as read-only.
 */
export const plainShell: ShellJudge = {
  git: noRepository,
  examine(command) {
    const finding = /^ls\b[^&]*$/.test(command) ? 'read-only' : 'write';
    const parts = command.includes('$')
      ? null
      : command.split('&&').map((each) => ({ words: each.trim().split(/\s+/), isPlain: !each.includes('>') }));
    return Promise.resolve({
      verdict: finding,
      effect: finding,
      parts,
      files: {
        files: [],
        unknown: parts ? new Set() : new Set(['write' as const]),
        opensUnknownFile: false,
        writesOthers: false,
      },
    });
  },
};

/** The policy of a trusted workspace without rules. */
export function createApprovalPolicy(
  mode: ApprovalMode | (() => ApprovalMode),
  more: Partial<Omit<ApprovalPolicy, 'mode'>> = {},
): ApprovalPolicy {
  return {
    mode: typeof mode === 'function' ? mode : () => mode,
    isTrusted: () => true,
    rules: () => NO_RULES,
    readOnlyCommands: () => 'ask',
    granted: new Set(),
    shell: plainShell,
    editTools: EDIT_TOOLS,
    ...more,
  };
}
