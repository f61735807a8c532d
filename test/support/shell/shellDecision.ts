import { expect } from 'vitest';
import * as z from 'zod';
import { decideApproval, type ApprovalNeed, type ReadOnlyCommands } from '../../../src/extension/approval/approval.ts';
import { toApprovalCall } from '../../../src/extension/approval/approvalCall.ts';
import { parsePermissions } from '../../../src/extension/approval/rules/permissionRules.ts';
import { createShellJudge } from '../../../src/extension/approval/shellJudge.ts';
import type { Tool } from '../../../src/extension/tools/tool.ts';
import type { ApprovalMode } from '../../../src/shared/chatState.ts';
import { noRepository } from './git.ts';
import { createMemoryWorkspace } from '../memoryWorkspace.ts';
import { EDIT_TOOLS } from '../productTools.ts';

export const bashJudge = createShellJudge('bash', noRepository);
export const shellWorkspace = createMemoryWorkspace({
  'src/a.ts': '',
  '.env': 'KEY=1',
  'package.json': '{}',
  'docs/中文.md': '',
});
export const shellTool: Tool<{ command: string }> = {
  name: 'run_shell_command',
  kind: 'execute',
  description: '',
  schema: z.object({ command: z.string() }),
  describe: ({ command }) => command,
  paths: () => [],
  subject: ({ command }) => ({ kind: 'command', command }),
  execute: () => Promise.reject(new Error('No command runs here.')),
};

export type RuleLists = { allow?: string[]; ask?: string[]; deny?: string[] };

/** The approval's decision on a command that the real judge has parsed: `allow`, `ask` or `refuse`. */
export async function decideCommand(text: string, mode: ApprovalMode, lists: RuleLists): Promise<string> {
  return (await needOfCommand(text, mode, lists)).kind;
}

/** Decides as `decideCommand` does. Returns the reasons and grants too. */
export async function needOfCommand(
  text: string,
  mode: ApprovalMode,
  lists: RuleLists,
  readOnlyCommands: ReadOnlyCommands = 'ask',
): Promise<ApprovalNeed> {
  const { rules, problems } = parsePermissions(lists, [], '/home/me');
  expect(problems).toEqual([]);
  const judging = { shell: bashJudge, editTools: EDIT_TOOLS, rules };
  const call = await toApprovalCall(
    shellTool,
    { command: text },
    shellWorkspace,
    judging,
    new AbortController().signal,
  );
  const conditions = { mode, isTrusted: true, rules, readOnlyCommands, granted: new Set<string>() } as const;
  return decideApproval(call, conditions);
}
