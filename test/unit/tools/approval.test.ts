import { describe, expect, test } from 'vitest';
import type { PathResolution } from '../../../src/extension/ports/workspace.ts';
import { createApprovalRules, grantsFor, needsApproval } from '../../../src/extension/tools/approval.ts';
import { isSensitivePath } from '../../../src/extension/tools/sensitivePaths.ts';
import type { ToolKind } from '../../../src/extension/tools/tool.ts';
import type { ApprovalMode } from '../../../src/shared/chatState.ts';

const inside = (relative: string, root = '/ws'): PathResolution => ({
  kind: 'inside',
  path: `${root}/${relative}`,
  relative,
  display: relative,
});

test.each<[ToolKind, string, Record<ApprovalMode, string>]>([
  ['read', 'src/a.ts', { plan: 'allow', default: 'allow', 'auto-edit': 'allow', yolo: 'allow' }],
  ['read', '.npmrc', { plan: 'allow', default: 'allow', 'auto-edit': 'allow', yolo: 'allow' }],
  ['edit', 'src/a.ts', { plan: 'refuse', default: 'ask', 'auto-edit': 'allow', yolo: 'allow' }],
  ['edit', '.vscode/settings.json', { plan: 'refuse', default: 'ask', 'auto-edit': 'ask', yolo: 'allow' }],
  ['execute', '', { plan: 'refuse', default: 'ask', 'auto-edit': 'ask', yolo: 'allow' }],
  ['network', '', { plan: 'refuse', default: 'ask', 'auto-edit': 'ask', yolo: 'allow' }],
  ['foreign', '', { plan: 'refuse', default: 'allow', 'auto-edit': 'allow', yolo: 'allow' }],
  ['interactive', '', { plan: 'allow', default: 'allow', 'auto-edit': 'allow', yolo: 'allow' }],
])('%s of %j', (kind, path, expected) => {
  for (const [mode, need] of Object.entries(expected)) {
    const tool = { name: 'tool', kind };
    expect([
      mode,
      needsApproval(tool, path ? [inside(path)] : [], mode as ApprovalMode, createApprovalRules()).kind,
    ]).toEqual([mode, need]);
  }
});

describe('"Allow for this chat"', () => {
  const edit = { name: 'edit', kind: 'edit' } as const;
  const afterGranting = (path: string) => {
    const rules = createApprovalRules();
    for (const grant of grantsFor(edit, [inside(path)])) rules.granted.add(grant);
    return rules;
  };

  test('covers the tool on ordinary files, and no other tool', () => {
    const rules = afterGranting('src/a.ts');
    expect(needsApproval(edit, [inside('src/b.ts')], 'default', rules).kind).toBe('allow');
    expect(needsApproval({ ...edit, name: 'write_file' }, [inside('src/b.ts')], 'default', rules).kind).toBe('ask');
    expect(needsApproval(edit, [inside('.npmrc')], 'default', rules).kind).toBe('ask');
  });

  test('covers a sensitive file alone', () => {
    const rules = afterGranting('.npmrc');
    expect(needsApproval(edit, [inside('.npmrc')], 'default', rules).kind).toBe('allow');
    expect(needsApproval(edit, [inside('.npmrc', '/other')], 'default', rules).kind).toBe('ask');
    expect(needsApproval(edit, [inside('.yarnrc')], 'default', rules).kind).toBe('ask');
    expect(needsApproval(edit, [inside('src/a.ts')], 'default', rules).kind).toBe('ask');
  });

  test('does not reach into plan mode', () => {
    expect(needsApproval(edit, [inside('src/a.ts')], 'plan', afterGranting('src/a.ts')).kind).toBe('refuse');
  });
});

test.each([
  ['.vscode/tasks.json', true],
  ['app/.VSCODE/Settings.json', true],
  ['.git/hooks/pre-commit', true],
  ['.git', true],
  ['sub/.GIT/config', true],
  ['.mcp.json', true],
  ['deep/.npmrc', true],
  ['.NPMRC', true],
  ['home/.bashrc', true],
  ['Documents/PowerShell/Microsoft.PowerShell_profile.ps1', true],
  ['my.code-workspace', true],
  ['.husky/pre-push', true],
  ['.g\u200cit/config', true],
  ['.github/workflows/ci.yml', true],
  ['src/a.ts', false],
  ['.github/README.md', false],
  ['src/vscode/a.ts', false],
  ['docs/npmrc.md', false],
  ['.gitignore', false],
  ['package.json', false],
])('%s is sensitive: %s', (path, expected) => {
  expect(isSensitivePath(inside(path))).toBe(expected);
});
