import { expect, test } from 'vitest';
import { createPermissions, type PolicySettings } from '../../../src/extension/approval/permissions.ts';
import { NO_RULES } from '../../../src/extension/approval/rules/permissionRules.ts';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import { plainShell } from '../../support/approvalPolicy.ts';
import { EDIT_TOOLS } from '../../support/productTools.ts';

test('invalid rules are shown once, and again after they have changed', () => {
  const settings = { approvalMode: 'default', readOnlyCommands: 'ask', rules: NO_RULES } as const;
  const shown: string[] = [];
  let ruleProblems: PolicySettings['ruleProblems'] = ['The first is invalid.', 'The second is invalid.'];
  const permissions = createPermissions({
    settings: () => ({ ...settings, ruleProblems }),
    isTrusted: () => true,
    shell: plainShell,
    editTools: EDIT_TOOLS,
    review: {
      open: () => Promise.resolve(),
      collect: () => Promise.resolve(undefined),
      close: () => Promise.resolve(),
    },
    saveRules: () => {},
    showProblems: (message) => void shown.push(message),
    log: silentLog,
  });
  permissions.refresh();
  permissions.refresh();
  expect(shown).toEqual(['The first is invalid. The second is invalid.']);
  ruleProblems = [];
  permissions.refresh();
  ruleProblems = ['The first is invalid.'];
  permissions.refresh();
  expect(shown).toHaveLength(2);
});
