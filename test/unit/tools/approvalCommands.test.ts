import { describe, expect, test } from 'vitest';
import { decideApproval } from '../../../src/extension/tools/approval.ts';
import { parsePermissions } from '../../../src/extension/tools/permissionRules.ts';
import { createShellJudge } from '../../../src/extension/tools/shellJudge.ts';
import type { ApprovalMode } from '../../../src/shared/chatState.ts';

const judge = createShellJudge('bash');

type Lists = { allow?: string[]; ask?: string[]; deny?: string[] };

/** What becomes of a command as the real judge takes it apart. */
async function decide(text: string, mode: ApprovalMode, lists: Lists): Promise<string> {
  const [parts, finding] = await Promise.all([judge.parse(text), judge.classify(text)]);
  const command = { text, directory: '/ws', parts, finding };
  const { rules, problems } = parsePermissions(lists, [], '/home/me');
  expect(problems).toEqual([]);
  const tool = { name: 'run_shell_command', kind: 'execute' } as const;
  return decideApproval({ tool, paths: [], command }, { mode, isTrusted: true, rules, granted: new Set() }).kind;
}

describe('the rule run_shell_command(npm test *)', () => {
  const allow = ['run_shell_command(npm test *)'];

  test.each([
    'npm test',
    'npm test -- --run a',
    'npm test 2>&1',
    'for name in a b; do npm test "$name"; done',
    'if npm test; then npm test; fi',
  ])('allows %s', async (command) => {
    expect(await decide(command, 'default', { allow })).toBe('allow');
  });

  test.each([
    'for PATH in .; do npm test; done',
    'for BASH_ENV in ./x; do npm test; done',
    'for NODE_OPTIONS in --require=./x.js; do npm test; done',
    'npm() { npm test; }; npm test',
    'function npm { npm test; }; npm test',
    'PATH=. npm test',
    'PATH=.; npm test',
    'npm test; PATH=.',
    'npm test && npm test > out.txt',
    'npm testing',
    'npm test; rm x',
    'npm test $(rm x)',
    './npm test',
    '$x test',
  ])('does not allow %s', async (command) => {
    expect(await decide(command, 'default', { allow })).toBe('ask');
  });

  test.each([
    'export PATH=.; npm test',
    'readonly PATH=.; npm test',
    'read -r PATH < file; npm test',
    'printf -v PATH .; npm test',
    'unset PATH; npm test',
    'export NODE_OPTIONS; npm test',
  ])('does not allow %s, whatever else is allowed', async (command) => {
    const others = ['export', 'readonly', 'read', 'printf', 'unset'].map((name) => `run_shell_command(${name} *)`);
    expect(await decide(command, 'default', { allow: [...allow, ...others] })).toBe('ask');
  });
});
