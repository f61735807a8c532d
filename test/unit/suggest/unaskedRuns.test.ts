import { expect, test } from 'vitest';
import * as z from 'zod';
import { parsePermissions } from '../../../src/extension/approval/rules/permissionRules.ts';
import { mayRunUnasked } from '../../../src/extension/suggest/unaskedRuns.ts';
import { failed, type Tool } from '../../../src/extension/tools/tool.ts';
import { createApprovalPolicy } from '../../support/approvalPolicy.ts';
import { createRegistry } from '../speculate/fixtures.ts';

const toolOfKind = (name: string, kind: Tool['kind']): Tool => ({
  name,
  description: '',
  kind,
  schema: z.object({}),
  describe: () => '',
  paths: () => [],
  execute: () => Promise.resolve(failed('', '')),
});
const registry = createRegistry(toolOfKind('web_fetch', 'network'), toolOfKind('mcp_jira_comment', 'foreign'));

interface Permitted {
  readonly mode?: 'default' | 'auto-edit' | 'yolo';
  readonly allow?: readonly string[];
  readonly granted?: readonly string[];
}

test.each<[string, Permitted, boolean]>([
  ['nothing is allowed', {}, false],
  ['edits are allowed without a question', { mode: 'auto-edit' }, false],
  ['everything is allowed without a question', { mode: 'yolo' }, true],
  ['a rule allows one command', { allow: ['run_shell_command(npm test *)'] }, true],
  ['a rule allows all commands', { allow: ['run_shell_command'] }, true],
  ['a rule allows the kind execute', { allow: ['execute'] }, true],
  ['a rule allows the pages of a site', { allow: ['web_fetch(https://example.com/**)'] }, true],
  ['a rule allows an external tool', { allow: ['mcp_jira_*'] }, true],
  ['a rule allows everything', { allow: ['*'] }, true],
  ['rules allow edits and reads', { allow: ['edit(src/**)', 'write_file', 'read', 'read_file(.env)'] }, false],
  ['a rule allows an external tool that may become available', { allow: ['mcp_slack_send'] }, true],
  ['a command was granted', { granted: ['run_shell_command ["/ws","npm test"]'] }, true],
  ['a site was granted', { granted: ['web_fetch https://example.com'] }, true],
  ['an external tool was granted', { granted: ['mcp_jira_comment'] }, true],
  ['edits were granted', { granted: ['edit', 'write_file /ws/package.json', 'edit run_shell_command'] }, false],
])(
  'mayRunUnasked decides whether something may run unasked if %s',
  (_, { mode = 'default', allow = [], granted = [] }, expected) => {
    const { rules } = parsePermissions({ allow }, [], '');
    const policy = createApprovalPolicy(mode, { rules: () => rules, granted: new Set(granted) });
    expect(mayRunUnasked(policy, registry)).toBe(expected);
  },
);

test('mayRunUnasked does not count commands that are allowed because they only read', () => {
  expect(mayRunUnasked(createApprovalPolicy('default', { readOnlyCommands: () => 'allow' }), registry)).toBe(false);
});
