import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideApproval, grantsFor, type ApprovalConditions } from '../../../src/extension/approval/approval.ts';
import type { ApprovalCall } from '../../../src/extension/approval/approvalCall.ts';
import { parsePermissions } from '../../../src/extension/approval/rules/permissionRules.ts';
import { MODES, files, shell, web, conditions, SRC, TASKS, NOTES } from './approvalCalls.ts';

describe('for any call and any settings', () => {
  const RANK = { refuse: 0, ask: 1, allow: 2 } as const;
  const ruleText = fc.constantFrom(
    '*',
    'edit',
    'read',
    'execute',
    'edit(src/**)',
    'edit(.vscode/**)',
    '*(**)',
    'write_file(~/notes/**)',
    'read(*.ts)',
    'run_shell_command(npm test *)',
    'run_shell_command(rm *)',
    'web_fetch(example.com)',
    'mcp_x',
  );
  const lists = fc.record({ allow: fc.array(ruleText), ask: fc.array(ruleText), deny: fc.array(ruleText) });
  const anyCall = fc.constantFrom(
    ...[SRC, TASKS, NOTES].flatMap((path) => [
      files('read', 'read_file', path),
      files('edit', 'edit', path),
      files('edit', 'write_file', path, SRC),
    ]),
    shell('npm test'),
    shell('npm test && rm -rf x'),
    shell('x', { parts: null, verdict: 'unknown' }),
    shell('ls', { verdict: 'read-only' }),
    web('https://example.com/'),
    web('https://evil.org/'),
    files('foreign', 'mcp_x'),
    files('interactive', 'ask_user'),
  );
  const anyMode = fc.constantFrom(...MODES);
  const rank = (call: ApprovalCall, given: ApprovalConditions) => RANK[decideApproval(call, given).kind];
  const granting = fc.array(anyCall).map((calls) => new Set(calls.flatMap(grantsFor)));

  test('another deny rule, such as a workspace’s, never allows more', () => {
    fc.assert(
      fc.property(anyCall, anyMode, lists, granting, ruleText, (call, mode, given, granted, denial) => {
        const before = conditions(mode, given, { granted });
        const { rules } = parsePermissions(given, [[denial]], '/home/me');
        expect(rank(call, { ...before, rules })).toBeLessThanOrEqual(rank(call, before));
      }),
    );
  });

  test('a stricter mode never allows more', () => {
    fc.assert(
      fc.property(anyCall, lists, granting, (call, given, granted) => {
        const ranks = MODES.map((mode) => rank(call, conditions(mode, given, { granted })));
        expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
      }),
    );
  });

  test('a workspace that is not trusted never allows more', () => {
    fc.assert(
      fc.property(anyCall, anyMode, lists, granting, (call, mode, given, granted) => {
        const before = conditions(mode, given, { granted });
        expect(rank(call, { ...before, isTrusted: false })).toBeLessThanOrEqual(rank(call, before));
      }),
    );
  });

  test('a workspace can only add deny rules', () => {
    fc.assert(
      fc.property(lists, fc.jsonValue(), (given, value) => {
        const { rules } = parsePermissions(given, [value], '/home/me');
        expect(rules.allow).toEqual(conditions('default', given).rules.allow);
        expect(rules.deny.length).toBeGreaterThanOrEqual(given.deny.length);
      }),
    );
  });
});
