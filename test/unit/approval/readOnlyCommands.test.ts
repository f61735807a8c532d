import { describe, expect, test } from 'vitest';
import { decideApproval, type ReadOnlyCommands } from '../../../src/extension/approval/approval.ts';
import { toApprovalCall } from '../../../src/extension/approval/approvalCall.ts';
import { NO_HARD_LINKS } from '../../../src/extension/approval/hardLinks.ts';
import { NO_RULES } from '../../../src/extension/approval/rules/permissionRules.ts';
import { mayReadWithoutQuestion } from '../../../src/extension/approval/readOnlyCommand.ts';
import type { ApprovalMode } from '../../../src/shared/chatState.ts';
import { bashJudge as judge, shellTool, shellWorkspace as workspace } from '../../support/shell/shellDecision.ts';
import { EDIT_TOOLS } from '../../support/productTools.ts';

describe('premove.readOnlyCommands', () => {
  const toCall = (command: string) => {
    const judging = { shell: judge, editTools: EDIT_TOOLS, rules: NO_RULES };
    return toApprovalCall(shellTool, { command }, workspace, judging, new AbortController().signal);
  };
  const decideReading = async (command: string, mode: ApprovalMode, readOnlyCommands: ReadOnlyCommands = 'allow') => {
    const call = await toCall(command);
    const conditions = { mode, isTrusted: true, rules: NO_RULES, readOnlyCommands, granted: new Set<string>() };
    return decideApproval(call, conditions).kind;
  };

  test.each([
    'ls',
    'git status',
    'cat src/a.ts',
    'grep -rn foo src',
    'cat docs/*.md | head -5',
    'ls > /dev/null',
    'git log --oneline -5',
  ])('if set to allow, lets %s run without a question, also in plan mode', async (command) => {
    expect(await decideReading(command, 'default')).toBe('allow');
    expect(await decideReading(command, 'plan')).toBe('allow');
    expect(await decideReading(command, 'default', 'ask')).toBe('ask');
    expect(await decideReading(command, 'plan', 'ask')).toBe('ask');
  });

  test.each([
    'cat .env',
    'cat .e*',
    'grep -rn KEY .',
    'cat /etc/hosts',
    'ls ..',
    'cd .. && ls',
    'head ~/.bashrc',
    'git show HEAD:.env',
    'git config user.name',
  ])('if set to allow, does not let %s run without a question, also in plan mode', async (command) => {
    expect(await decideReading(command, 'default')).toBe('ask');
    expect(await decideReading(command, 'plan')).toBe('ask');
  });

  test.each(['cat "$f"', 'rm a', 'npm test'])(
    'if set to allow, does not let %s run without a question, and plan mode refuses it',
    async (command) => {
      expect(await decideReading(command, 'default')).toBe('ask');
      expect(await decideReading(command, 'plan')).toBe('refuse');
    },
  );

  test('does not let a command read a file with a hard link without a question', async () => {
    const call = {
      ...(await toCall('cat src/a.ts')),
      links: { ...NO_HARD_LINKS, linked: [await workspace.resolve('src/a.ts')] },
    };
    expect(mayReadWithoutQuestion(call, [])).toBe(false);
    expect(mayReadWithoutQuestion({ ...call, links: NO_HARD_LINKS }, [])).toBe(true);
  });
});
