import { describe, expect, test } from 'vitest';
import { isAbout, NO_RULES, parsePermissions } from '../../../../src/extension/approval/rules/permissionRules.ts';

describe('permission settings', () => {
  const parse = (permissions: unknown, ...denials: unknown[]) => parsePermissions(permissions, denials, '/home/me');

  test('with an invalid rule allow nothing, or deny every call of the tool', () => {
    const { rules, problems } = parse({ allow: ['edit(', 'edit(src/[)'], deny: ['edit(src/[)'] });
    expect(rules.allow).toEqual([]);
    expect(rules.deny).toEqual([{ text: 'edit(src/[)', tool: 'edit', pattern: undefined }]);
    expect(problems).toHaveLength(3);
  });

  test.each([[[]], ['allow'], [7], [{ allow: 'edit' }], [{ deny: [7] }]])(
    'of the form %j are reported as a problem',
    (value) => {
      expect(parse(value).problems).toHaveLength(1);
    },
  );

  test.each<[rule: string, tool: string | undefined]>([
    ['edit(src/**', 'edit'],
    ['edit src/**', 'edit'],
    ['edit(src/**) and more', 'edit'],
    ['run_shell_command: rm *', 'run_shell_command'],
    ['mcp__files__*_delete', 'mcp__files__*'],
    ['*(src/**', '*'],
    ['*.env', undefined],
    ['(rm *)', undefined],
    ['', undefined],
  ])('apply the invalid deny or ask rule %j to every call of the tool at its beginning, if any', (text, tool) => {
    const rules = tool === undefined ? [] : [{ text, tool, pattern: undefined }];
    for (const list of ['ask', 'deny']) {
      const parsed = parse({ [list]: [text] });
      expect(parsed.rules).toEqual({ ...NO_RULES, [list]: rules });
      expect(parsed.problems).toEqual([
        `premove.permissions.${list} has a rule that cannot be read: ${JSON.stringify(text)}.`,
      ]);
    }
    expect(parse({ allow: [text] }).rules.allow).toEqual([]);
  });

  test('apply a deny rule that is a single text instead of a list', () => {
    const { rules, problems } = parse({ allow: 'edit', deny: 'edit(src/**)' }, 'web_fetch');
    expect(rules.allow).toEqual([]);
    expect(rules.deny).toEqual([
      { text: 'edit(src/**)', tool: 'edit', pattern: 'src/**' },
      { text: 'web_fetch', tool: 'web_fetch', pattern: undefined },
    ]);
    expect(problems).toHaveLength(3);
  });

  test('are not a problem if they are missing', () => {
    expect(parse(undefined, undefined, [])).toEqual({ rules: { allow: [], ask: [], deny: [] }, problems: [] });
  });
});

test.each(['git status && ls', 'a; b', 'a | b', 'a || b', 'a & b', 'a > b', 'a 2>&1', 'a&&b', 'a;b', 'a>b'])(
  'a rule about commands is a problem if it has an operator, because such a rule never matches: %s',
  (pattern) => {
    const { rules, problems } = parsePermissions({ deny: [`run_shell_command(${pattern})`] }, [], '/home/me');
    expect(problems).toEqual([
      `premove.permissions.deny has a rule with a shell operator: "run_shell_command(${pattern})". Write one rule for each command.`,
    ]);
    // Like every invalid deny rule, it denies all commands until the user corrects it.
    expect(rules.deny).toMatchObject([{ tool: 'run_shell_command', pattern: undefined }]);
    expect(parsePermissions({ allow: [`run_shell_command(${pattern})`] }, [], '/home/me').rules.allow).toEqual([]);
    for (const tool of ['*', 'run*', 'execute'])
      expect(parsePermissions({ deny: [`${tool}(${pattern})`] }, [], '').rules.deny).toMatchObject([
        { tool, pattern: undefined },
      ]);
  },
);

test('an address with an operator in a rule about all tools is not a problem', () => {
  expect(parsePermissions({ deny: ['*(https://example.com/?a=1&b=2)'] }, [], '').problems).toEqual([]);
});

test.each([
  ['mcp_demo_*', 'mcp_demo_echo', true],
  ['mcp__demo__*', 'mcp_demo_echo', true],
  ['mcp__demo__echo', 'mcp_demo_echo', true],
  ['mcp__demo__my__tool', 'mcp_demo_my__tool', true],
  ['mcp__*', 'mcp_demo_echo', true],
  ['mcp__demo__echo', 'mcp__demo__echo', true],
  ['mcp__demo__echo', 'mcp_demo_echoes', false],
  ['mcp__demo__*', 'mcp_other_echo', false],
  ['read__file', 'read_file', false],
])('the rule %j is about the tool %j of an MCP server: %j', (rule, name, expected) => {
  const [deny] = parsePermissions({ deny: [rule] }, [], '/home').rules.deny;
  expect(deny && isAbout(deny, { tool: { name, kind: 'foreign' } })).toBe(expected);
});
