import { describe, expect, test } from 'vitest';
import { decideApproval, grantsFor } from '../../../src/extension/approval/approval.ts';
import type { ApprovalCall } from '../../../src/extension/approval/approvalCall.ts';
import { NO_FILES } from '../../../src/extension/approval/commandFiles.ts';
import {
  MODES,
  inside,
  files,
  shell,
  web,
  conditions,
  decide,
  SRC,
  TASKS,
  MEMORY,
  ENV,
  KEY,
  NOTES,
} from './approvalCalls.ts';

test.each<[string, ApprovalCall, readonly [plan: string, byDefault: string, autoEdit: string, yolo: string]]>([
  ['a read', files('read', 'read_file', SRC), ['allow', 'allow', 'allow', 'allow']],
  ['a read of a sensitive file', files('read', 'read_file', TASKS), ['allow', 'allow', 'allow', 'allow']],
  ['a read of a file outside the workspace', files('read', 'read_file', NOTES), ['ask', 'ask', 'ask', 'ask']],
  ['a read of a file that looks secret', files('read', 'read_file', ENV), ['ask', 'ask', 'ask', 'allow']],
  ['a search in a file that looks secret', files('read', 'grep', ENV), ['ask', 'ask', 'ask', 'allow']],
  ['code features for a file that looks secret', files('read', 'lsp', ENV), ['ask', 'ask', 'ask', 'allow']],
  [
    'a list of a folder that looks secret',
    files('read', 'list_directory', inside('secrets')),
    ['allow', 'allow', 'allow', 'allow'],
  ],
  ['an edit', files('edit', 'edit', SRC), ['refuse', 'ask', 'allow', 'allow']],
  ['an edit of a sensitive file', files('edit', 'edit', TASKS), ['refuse', 'ask', 'ask', 'allow']],
  ['an edit of a file that instructs agents', files('edit', 'edit', MEMORY), ['refuse', 'ask', 'ask', 'ask']],
  [
    'a write to a secret name in a folder that instructs agents',
    files('edit', 'write_file', inside('.claude/commands/.ssh/a.md')),
    ['refuse', 'ask', 'ask', 'ask'],
  ],
  ['a delete of a file that instructs agents', files('edit', 'delete_file', MEMORY), ['refuse', 'ask', 'ask', 'ask']],
  ['a move to a file that instructs agents', files('edit', 'move_file', SRC, MEMORY), ['refuse', 'ask', 'ask', 'ask']],
  ['an edit of a file outside the workspace', files('edit', 'edit', NOTES), ['refuse', 'ask', 'ask', 'ask']],
  ['a delete', files('edit', 'delete_file', SRC), ['refuse', 'ask', 'allow', 'allow']],
  ['a move', files('edit', 'move_file', SRC, inside('b.ts')), ['refuse', 'ask', 'allow', 'allow']],
  ['a delete of a sensitive file', files('edit', 'delete_file', TASKS), ['refuse', 'ask', 'ask', 'allow']],
  ['a delete of a secret file', files('edit', 'delete_file', KEY), ['refuse', 'ask', 'ask', 'allow']],
  ['a move of a sensitive file', files('edit', 'move_file', TASKS, SRC), ['refuse', 'ask', 'ask', 'allow']],
  ['a move to a sensitive name', files('edit', 'move_file', SRC, TASKS), ['refuse', 'ask', 'ask', 'allow']],
  ['a move of a secret file', files('edit', 'move_file', KEY, SRC), ['refuse', 'ask', 'ask', 'allow']],
  ['a move from outside the workspace', files('edit', 'move_file', NOTES, SRC), ['refuse', 'ask', 'ask', 'ask']],
  ['a move out of the workspace', files('edit', 'move_file', SRC, NOTES), ['refuse', 'ask', 'ask', 'ask']],
  ['a command', shell('make it'), ['refuse', 'ask', 'ask', 'allow']],
  ['a command that only reads', shell('ls', { verdict: 'read-only' }), ['ask', 'ask', 'ask', 'allow']],
  ['a command that does not parse', shell('?', { parts: null, verdict: 'unknown' }), ['refuse', 'ask', 'ask', 'allow']],
  ['a page', web('https://example.com/'), ['ask', 'ask', 'ask', 'allow']],
  [
    'an external tool, for which VS Code asks the user',
    files('foreign', 'mcp_x'),
    ['refuse', 'allow', 'allow', 'allow'],
  ],
  ['a question to the user', files('interactive', 'ask_user'), ['allow', 'allow', 'allow', 'allow']],
  ['a sub-agent, whose calls are decided on separately', files('agent', 'agent'), ['allow', 'allow', 'allow', 'allow']],
  ['a plan', files('plan', 'exit_plan_mode'), ['ask', 'refuse', 'refuse', 'refuse']],
])('the modes decide on %s', (_name, call, expected) => {
  expect(MODES.map((mode) => decide(call, mode))).toEqual(expected);
});

test.each<[string, ApprovalCall, readonly [plan: string, byDefault: string, autoEdit: string, yolo: string]]>([
  ['a read', files('read', 'read_file', SRC), ['allow', 'allow', 'allow', 'allow']],
  ['a read of a file outside the workspace', files('read', 'read_file', NOTES), ['ask', 'ask', 'ask', 'ask']],
  ['an edit', files('edit', 'edit', SRC), ['refuse', 'refuse', 'refuse', 'refuse']],
  ['a command', shell('make it'), ['refuse', 'refuse', 'refuse', 'refuse']],
  ['a command that only reads', shell('ls', { verdict: 'read-only' }), ['ask', 'ask', 'ask', 'allow']],
  ['an external tool', files('foreign', 'mcp_x'), ['refuse', 'refuse', 'refuse', 'refuse']],
])('for an agent that may only read, the modes decide on %s', (_name, call, expected) => {
  const lists = { allow: ['edit'] };
  const decided = MODES.map((mode) => decideApproval(call, conditions(mode, lists, { readsOnly: true })).kind);
  expect(decided).toEqual(expected);
});

test('a delete that cannot be undone needs approval in every mode but plan, whatever is allowed', () => {
  const call = { ...files('edit', 'delete_file', SRC), permanentDeletes: [SRC] };
  const granted = new Set(grantsFor(call));
  const ask = { kind: 'ask', reasons: [{ kind: 'permanent-delete', detail: 'src/a.ts' }], grants: [] };
  for (const mode of MODES.filter((each) => each !== 'plan')) {
    expect(decideApproval(call, conditions(mode, { allow: ['edit', 'delete_file'] }, { granted }))).toEqual(ask);
  }
  expect(decide(call, 'plan')).toBe('refuse');
  expect(decide(call, 'yolo', { deny: ['delete_file'] })).toBe('refuse');
});

test.each<[string, ApprovalCall, string]>([
  ['a read', files('read', 'read_file', SRC), 'allow'],
  ['a read of a file outside the workspace', files('read', 'read_file', NOTES), 'refuse'],
  ['an edit', files('edit', 'edit', SRC), 'refuse'],
  ['a command that only reads', shell('ls', { verdict: 'read-only' }), 'refuse'],
  ['a page', web('https://example.com/'), 'refuse'],
  ['an external tool', files('foreign', 'mcp_x'), 'refuse'],
  ['a sub-agent', files('agent', 'agent'), 'allow'],
])('in a workspace that is not trusted, all modes make the same decision on %s', (_name, call, expected) => {
  const lists = { allow: ['*', '*(**)'] };
  for (const mode of MODES) {
    expect(decideApproval(call, conditions(mode, lists, { isTrusted: false })).kind).toBe(expected);
  }
});

describe('for deleting and moving files', () => {
  const MOVE = files('edit', 'move_file', SRC, inside('lib/b.ts'));
  const DELETE = files('edit', 'delete_file', SRC);

  test.each<[string, string]>([
    ['delete_file', 'delete'],
    ['move_file', 'move'],
    ['edit', 'delete move'],
    ['*', 'delete move'],
    ['delete_file(src/**)', 'delete move'],
    ['move_file(src/a.ts)', 'delete move'],
    ['edit(src)', 'delete move'],
    ['edit(lib/**)', 'move'],
    ['write_file(SRC/a.ts)', 'delete move'],
    ['write_file(lib)', 'move'],
    ['read_file(src/*.ts)', 'delete move'],
    ['read_file(lib/b.ts)', 'move'],
    ['read(src/a.ts)', 'delete move'],
    // Rules about another tool as a whole, about other files, or about a search.
    ['read_file', ''],
    ['write_file', ''],
    ['write_file(other/**)', ''],
    ['grep(src/**)', ''],
  ])('the rule %s applies to these operations: %s', (rule, bound) => {
    for (const [list, verdict] of [
      ['deny', 'refuse'],
      ['ask', 'ask'],
    ] as const) {
      const verdicts = {
        delete: decide(DELETE, 'yolo', { [list]: [rule] }),
        move: decide(MOVE, 'yolo', { [list]: [rule] }),
      };
      const isBound = (name: string) => (bound.split(' ').includes(name) ? verdict : 'allow');
      expect(verdicts).toEqual({ delete: isBound('delete'), move: isBound('move') });
    }
  });

  test.each<[string, ApprovalCall, string]>([
    ['edit(src/**)', DELETE, 'allow'],
    ['edit(src/**)', MOVE, 'ask'],
    ['delete_file(src/**)', DELETE, 'allow'],
    ['delete_file(src/**)', MOVE, 'ask'],
    ['read_file(src/**)', DELETE, 'ask'],
    ['move_file', MOVE, 'allow'],
    ['move_file', files('edit', 'move_file', KEY, SRC), 'ask'],
    ['edit(keys/**)', files('edit', 'delete_file', KEY), 'ask'],
    ['edit(keys/server.pem)', files('edit', 'delete_file', KEY), 'allow'],
  ])('with the allow rule %s, a delete or a move is decided like an edit of its files', (rule, call, expected) => {
    expect(decide(call, 'default', { allow: [rule] })).toBe(expected);
  });

  test('the grant for a chat covers neither sensitive nor secret files', () => {
    expect(grantsFor(MOVE)).toEqual(['move_file']);
    const granted = new Set(grantsFor(MOVE));
    const decideGranted = (call: ApprovalCall) => decideApproval(call, conditions('default', {}, { granted })).kind;
    expect(decideGranted(MOVE)).toBe('allow');
    for (const path of [KEY, TASKS, NOTES]) {
      expect(decideGranted(files('edit', 'move_file', path, SRC))).toBe('ask');
      expect(decideGranted(files('edit', 'move_file', SRC, path))).toBe('ask');
    }
  });

  test('rules about deleting and moving apply to commands that may write the file', () => {
    const named = [{ path: SRC, use: 'write' as const }];
    for (const rule of ['delete_file(src/**)', 'move_file(src/a.ts)']) {
      expect(decide(shell('rm src/a.ts', { files: { ...NO_FILES, named } }), 'yolo', { deny: [rule] })).toBe('refuse');
    }
  });

  test('a card states that the file may hold secrets', () => {
    const need = decideApproval(files('edit', 'move_file', KEY, SRC), conditions('auto-edit'));
    expect(need).toMatchObject({ kind: 'ask', reasons: [{ kind: 'holds-secrets', detail: 'keys/server.pem' }] });
  });
});
