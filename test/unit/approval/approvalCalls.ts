import { expect } from 'vitest';
import type { PathResolution } from '../../../src/extension/ports/workspace.ts';
import { decideApproval, type ApprovalConditions } from '../../../src/extension/approval/approval.ts';
import type { ApprovalCall, ApprovalCommand } from '../../../src/extension/approval/approvalCall.ts';
import { NO_FILES } from '../../../src/extension/approval/commandFiles.ts';
import { parsePermissions } from '../../../src/extension/approval/rules/permissionRules.ts';
import type { ToolKind } from '../../../src/extension/tools/tool.ts';
import type { ApprovalMode } from '../../../src/shared/chatState.ts';
import { EDIT_TOOLS, toolOf } from '../../support/productTools.ts';

/** Calls, as data, and what approval decides about them. */

export const MODES: readonly ApprovalMode[] = ['plan', 'default', 'auto-edit', 'yolo'];

export const inside = (relative: string, root = '/ws'): PathResolution => ({
  kind: 'inside',
  path: `${root}/${relative}`,
  relative,
  display: relative,
});
export const outside = (path: string): PathResolution => ({ kind: 'outside', path, display: path });

export const files = (kind: ToolKind, name: string, ...paths: PathResolution[]): ApprovalCall => ({
  tool: toolOf(name, kind),
  editTools: EDIT_TOOLS,
  paths,
});
export const shell = (text: string, more: Partial<ApprovalCommand> = {}): ApprovalCall => {
  const parts = text.split('&&').map((each) => ({ words: each.trim().split(' '), isPlain: !each.includes('>') }));
  const command = {
    text,
    grantDirectory: '/ws',
    displayDirectory: '',
    parts,
    verdict: 'write',
    files: NO_FILES,
    effect: 'write',
    ...more,
  } as const;
  return { tool: { name: 'run_shell_command', kind: 'execute' }, editTools: EDIT_TOOLS, paths: [], command };
};
export const web = (url: string): ApprovalCall => ({
  tool: { name: 'web_fetch', kind: 'network' },
  editTools: EDIT_TOOLS,
  paths: [],
  url,
});

export type Lists = { allow?: string[]; ask?: string[]; deny?: string[] };
export const conditions = (mode: ApprovalMode, lists: Lists = {}, more: Partial<ApprovalConditions> = {}) => {
  const { rules, problems } = parsePermissions(lists, [], '/home/me');
  expect(problems).toEqual([]);
  return { mode, isTrusted: true, rules, readOnlyCommands: 'ask' as const, granted: new Set<string>(), ...more };
};
export const decide = (call: ApprovalCall, mode: ApprovalMode, lists: Lists = {}) =>
  decideApproval(call, conditions(mode, lists)).kind;

export const SRC = inside('src/a.ts');
export const TASKS = inside('.vscode/tasks.json');
export const MEMORY = inside('.premove/memory.md');
export const ENV = inside('.env');
export const KEY = inside('keys/server.pem');
export const NOTES = outside('/home/me/notes/todo.md');
