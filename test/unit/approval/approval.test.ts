import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PathResolution } from '../../../src/extension/ports/workspace.ts';
import { decideApproval, grantsFor, type ApprovalConditions } from '../../../src/extension/approval/approval.ts';
import type { ApprovalCall, ApprovalCommand } from '../../../src/extension/approval/approvalCall.ts';
import { NO_FILES } from '../../../src/extension/approval/commandFiles.ts';
import { NO_RULES, parsePermissions } from '../../../src/extension/approval/rules/permissionRules.ts';
import type { ToolKind } from '../../../src/extension/tools/tool.ts';
import type { ApprovalMode } from '../../../src/shared/chatState.ts';
import { toolOf } from '../../support/productTools.ts';

const MODES: readonly ApprovalMode[] = ['plan', 'default', 'auto-edit', 'yolo'];

const inside = (relative: string, root = '/ws'): PathResolution => ({
  kind: 'inside',
  path: `${root}/${relative}`,
  relative,
  display: relative,
});
const outside = (path: string): PathResolution => ({ kind: 'outside', path, display: path });

const files = (kind: ToolKind, name: string, ...paths: PathResolution[]): ApprovalCall => ({
  tool: toolOf(name, kind),
  paths,
});
const shell = (text: string, more: Partial<ApprovalCommand> = {}): ApprovalCall => {
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
  return { tool: { name: 'run_shell_command', kind: 'execute' }, paths: [], command };
};
const web = (url: string): ApprovalCall => ({ tool: { name: 'web_fetch', kind: 'network' }, paths: [], url });

type Lists = { allow?: string[]; ask?: string[]; deny?: string[] };
const conditions = (mode: ApprovalMode, lists: Lists = {}, more: Partial<ApprovalConditions> = {}) => {
  const { rules, problems } = parsePermissions(lists, [], '/home/me');
  expect(problems).toEqual([]);
  return { mode, isTrusted: true, rules, readOnlyCommands: 'ask' as const, granted: new Set<string>(), ...more };
};
const decide = (call: ApprovalCall, mode: ApprovalMode, lists: Lists = {}) =>
  decideApproval(call, conditions(mode, lists)).kind;

const SRC = inside('src/a.ts');
const TASKS = inside('.vscode/tasks.json');
const ENV = inside('.env');
const KEY = inside('keys/server.pem');
const NOTES = outside('/home/me/notes/todo.md');

test.each<[string, ApprovalCall, readonly [plan: string, byDefault: string, autoEdit: string, yolo: string]]>([
  ['a read', files('read', 'read_file', SRC), ['allow', 'allow', 'allow', 'allow']],
  ['a read of a sensitive file', files('read', 'read_file', TASKS), ['allow', 'allow', 'allow', 'allow']],
  ['a read outside', files('read', 'read_file', NOTES), ['ask', 'ask', 'ask', 'ask']],
  ['a read of a file that looks secret', files('read', 'read_file', ENV), ['ask', 'ask', 'ask', 'allow']],
  ['a search in such a file', files('read', 'grep', ENV), ['ask', 'ask', 'ask', 'allow']],
  ['code features of such a file', files('read', 'lsp', ENV), ['ask', 'ask', 'ask', 'allow']],
  [
    'a list of a folder that looks secret',
    files('read', 'list_directory', inside('secrets')),
    ['allow', 'allow', 'allow', 'allow'],
  ],
  ['an edit', files('edit', 'edit', SRC), ['refuse', 'ask', 'allow', 'allow']],
  ['an edit of a sensitive file', files('edit', 'edit', TASKS), ['refuse', 'ask', 'ask', 'allow']],
  ['an edit outside', files('edit', 'edit', NOTES), ['refuse', 'ask', 'ask', 'ask']],
  ['a delete', files('edit', 'delete_file', SRC), ['refuse', 'ask', 'allow', 'allow']],
  ['a move', files('edit', 'move_file', SRC, inside('b.ts')), ['refuse', 'ask', 'allow', 'allow']],
  ['a delete of a sensitive file', files('edit', 'delete_file', TASKS), ['refuse', 'ask', 'ask', 'allow']],
  ['a delete of a secret file', files('edit', 'delete_file', KEY), ['refuse', 'ask', 'ask', 'allow']],
  ['a move of a sensitive file', files('edit', 'move_file', TASKS, SRC), ['refuse', 'ask', 'ask', 'allow']],
  ['a move to a sensitive name', files('edit', 'move_file', SRC, TASKS), ['refuse', 'ask', 'ask', 'allow']],
  ['a move of a secret file', files('edit', 'move_file', KEY, SRC), ['refuse', 'ask', 'ask', 'allow']],
  ['a move from outside', files('edit', 'move_file', NOTES, SRC), ['refuse', 'ask', 'ask', 'ask']],
  ['a move to outside', files('edit', 'move_file', SRC, NOTES), ['refuse', 'ask', 'ask', 'ask']],
  ['a command', shell('make it'), ['refuse', 'ask', 'ask', 'allow']],
  ['a command that only reads', shell('ls', { verdict: 'read-only' }), ['ask', 'ask', 'ask', 'allow']],
  ['a command that does not parse', shell('?', { parts: null, verdict: 'unknown' }), ['refuse', 'ask', 'ask', 'allow']],
  ['a page', web('https://example.com/'), ['ask', 'ask', 'ask', 'allow']],
  ['an external tool, about which VS Code asks', files('foreign', 'mcp_x'), ['refuse', 'allow', 'allow', 'allow']],
  ['a question to the user', files('interactive', 'ask_user'), ['allow', 'allow', 'allow', 'allow']],
  ['a plan', files('plan', 'exit_plan_mode'), ['ask', 'refuse', 'refuse', 'refuse']],
])('the modes decide on %s', (_name, call, expected) => {
  expect(MODES.map((mode) => decide(call, mode))).toEqual(expected);
});

test('a delete that cannot be undone asks in every mode, whatever is allowed', () => {
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
  ['a read outside', files('read', 'read_file', NOTES), 'refuse'],
  ['an edit', files('edit', 'edit', SRC), 'refuse'],
  ['a command that only reads', shell('ls', { verdict: 'read-only' }), 'refuse'],
  ['a page', web('https://example.com/'), 'refuse'],
  ['an external tool', files('foreign', 'mcp_x'), 'refuse'],
])('in a workspace that is not trusted, all modes decide the same about %s', (_name, call, expected) => {
  const lists = { allow: ['*', '*(**)'] };
  for (const mode of MODES) {
    expect(decideApproval(call, conditions(mode, lists, { isTrusted: false })).kind).toBe(expected);
  }
});

describe('deleting and moving files', () => {
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
    // A rule about another tool as a whole.
    ['read_file', ''],
    ['write_file', ''],
    ['write_file(other/**)', ''],
    ['grep(src/**)', ''],
  ])('the rule %s forbids: %s', (rule, bound) => {
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
  ])('allowing %s decides as an edit would', (rule, call, expected) => {
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

  test('rules about deleting and moving bind commands that may write the file', () => {
    const named = [{ path: SRC, use: 'write' as const }];
    for (const rule of ['delete_file(src/**)', 'move_file(src/a.ts)']) {
      expect(decide(shell('rm src/a.ts', { files: { ...NO_FILES, named } }), 'yolo', { deny: [rule] })).toBe('refuse');
    }
  });

  test('a card says that the file may hold secrets', () => {
    const need = decideApproval(files('edit', 'move_file', KEY, SRC), conditions('auto-edit'));
    expect(need).toMatchObject({ kind: 'ask', reasons: [{ kind: 'holds-secrets', detail: 'keys/server.pem' }] });
  });
});

describe('rules', () => {
  test.each<[string, ApprovalCall, Lists, string]>([
    ['allow a tool', files('edit', 'edit', SRC), { allow: ['edit'] }, 'allow'],
    ['for a kind apply to all its tools', files('edit', 'write_file', SRC), { allow: ['edit(src/**)'] }, 'allow'],
    ['for one tool do not apply to another', files('edit', 'edit', SRC), { allow: ['write_file'] }, 'ask'],
    ['allow by path', files('edit', 'edit', SRC), { allow: ['edit(src/**)'] }, 'allow'],
    ['do not allow another path', files('edit', 'edit', inside('lib/a.ts')), { allow: ['edit(src/**)'] }, 'ask'],
    [
      'allow a call only if they match all its paths',
      files('edit', 'edit', SRC, inside('b')),
      { allow: ['edit(src/**)'] },
      'ask',
    ],
    ['can name an absolute path', files('edit', 'edit', SRC), { allow: ['edit(/ws/src/**)'] }, 'allow'],
    ['for a whole tool do not allow sensitive files', files('edit', 'edit', TASKS), { allow: ['edit'] }, 'ask'],
    ['for all paths do not allow sensitive files', files('edit', 'edit', TASKS), { allow: ['edit(**)'] }, 'ask'],
    ['can name a sensitive file', files('edit', 'edit', TASKS), { allow: ['edit(.vscode/tasks.json)'] }, 'allow'],
    ['for a whole tool do not allow files outside', files('edit', 'edit', NOTES), { allow: ['edit'] }, 'ask'],
    ['for a whole tool do not allow secrets', files('read', 'read_file', ENV), { allow: ['read_file', 'read'] }, 'ask'],
    [
      'for a folder do not allow secrets',
      files('read', 'read_file', inside('a/.env')),
      { allow: ['read(a/**)'] },
      'ask',
    ],
    ['can name a secret', files('read', 'read_file', ENV), { allow: ['read_file(.env)'] }, 'allow'],
    [
      'can name secrets by a pattern',
      files('read', 'read_file', inside('a/b.pem')),
      { allow: ['read(**/*.pem)'] },
      'allow',
    ],
    [
      'for one secret do not allow another',
      files('read', 'read_file', ENV),
      { allow: ['read_file(.env.test)'] },
      'ask',
    ],
    [
      'for reading a secret also allow a search in it',
      files('read', 'grep', ENV),
      { allow: ['read_file(.env)'] },
      'allow',
    ],
    [
      'that deny a secret come before rules that allow it',
      files('read', 'read_file', ENV),
      { allow: ['read(.env)'], deny: ['read(.env)'] },
      'refuse',
    ],
    ['can name a file outside', files('edit', 'edit', NOTES), { allow: ['edit(~/notes/**)'] }, 'allow'],
    [
      'with a relative path apply to the workspace only',
      files('edit', 'edit', NOTES),
      { allow: ['edit(todo.md)'] },
      'ask',
    ],
    ['that allow compare case', files('edit', 'edit', inside('SRC/a')), { allow: ['edit(src/**)'] }, 'ask'],
    ['that deny ignore case', files('edit', 'edit', inside('SRC/a')), { deny: ['edit(src/**)'] }, 'refuse'],
    ['deny other spellings', files('read', 'read_file', inside('.\uff45nv')), { deny: ['read_file(.env)'] }, 'refuse'],
    ['deny a long s as an s', files('edit', 'edit', inside('pa\u017f\u017f')), { deny: ['edit(pass)'] }, 'refuse'],
    ['deny a folder and all in it', files('read', 'grep', inside('a/secret/k')), { deny: ['read(secret)'] }, 'refuse'],
    ['deny an external tool by its name', files('foreign', 'mcp_x'), { deny: ['mcp_x'] }, 'refuse'],
    ['deny everything', files('interactive', 'ask_user'), { deny: ['*'] }, 'refuse'],
    [
      'that deny come before ask and allow',
      files('edit', 'edit', SRC),
      { deny: ['edit'], ask: ['*'], allow: ['*'] },
      'refuse',
    ],
    ['that ask come before allow', files('edit', 'edit', SRC), { ask: ['edit(src/**)'], allow: ['edit'] }, 'ask'],
    ['can ask about a read', files('read', 'read_file', SRC), { ask: ['read_file(src/**)'] }, 'ask'],
    ['allow a site', web('https://example.com/a?b'), { allow: ['web_fetch(example.com)'] }, 'allow'],
    [
      'do not allow a site that looks similar',
      web('https://example.com@evil.org/'),
      { allow: ['web_fetch(example.com)'] },
      'ask',
    ],
    [
      'do not allow a site with a similar end',
      web('https://evilexample.com/'),
      { allow: ['web_fetch(*.example.com)'] },
      'ask',
    ],
    [
      'allow part of a site',
      web('https://example.com/docs/a'),
      { allow: ['web_fetch(https://example.com/docs/**)'] },
      'allow',
    ],
    [
      'do not allow another part',
      web('https://example.com/docs/../x'),
      { allow: ['web_fetch(https://example.com/docs/**)'] },
      'ask',
    ],
    ['do not allow another port', web('https://example.com:81/'), { allow: ['web_fetch(example.com)'] }, 'ask'],
    ['deny an invalid address', web('not an address'), { deny: ['web_fetch(example.com)'] }, 'refuse'],
  ])('%s', (_name, call, lists, expected) => {
    expect(decide(call, 'default', lists)).toBe(expected);
  });

  test.each([
    'https://evil.com/x',
    'http://evil.com/x',
    'https://EVIL.com/',
    'https://evil.com:8443/',
    'https://evil.com./',
    'https://evil.com.:8443/',
    'https://me@evil.com/',
    'https://good.com@evil.com/',
    'https://evil%2ecom/',
    'https://evil。com/',
  ])('that deny a host match %s', (url) => {
    expect(decide(web(url), 'yolo', { deny: ['web_fetch(evil.com)'] })).toBe('refuse');
    expect(decide(web(url), 'yolo', { deny: ['web_fetch(Evil.com.)'] })).toBe('refuse');
    expect(decide(web(url), 'yolo', { deny: ['web_fetch(https://evil.com)'] })).toBe('refuse');
  });

  test.each<[string, string, string]>([
    ['*.evil.com', 'https://a.evil.com:8443/x', 'refuse'],
    ['*.evil.com', 'https://a.evil.com./x', 'refuse'],
    ['*.evil.com', 'https://notevil.com/x', 'allow'],
    ['evil.com:8443', 'https://evil.com:8443/x', 'refuse'],
    ['evil.com:8443', 'https://evil.com/x', 'allow'],
    ['evil.com:443', 'https://evil.com/x', 'refuse'],
    ['evil.com', 'https://evil.com.org/x', 'allow'],
    ['evil.com', 'https://good.com/evil.com', 'allow'],
    ['bücher.example', 'https://xn--bcher-kva.example/', 'refuse'],
    ['[::1]', 'http://[0:0::1]:80/', 'refuse'],
    ['127.0.0.1', 'http://0x7f.1/', 'refuse'],
    ['*', 'https://evil.com:8443/', 'refuse'],
  ])('that deny %s decide on %s: %s', (pattern, url, expected) => {
    expect(decide(web(url), 'yolo', { deny: [`web_fetch(${pattern})`] })).toBe(expected);
  });

  test.each<[string, string]>([
    ['/secret/x', 'refuse'],
    ['/Secret/x', 'refuse'],
    ['/%73ecret/x', 'refuse'],
    ['/%2573ecret/x', 'refuse'],
    ['//secret/x', 'refuse'],
    ['/./secret//x', 'refuse'],
    ['/a/../secret/x', 'refuse'],
    ['/a/%2e%2e/secret/x', 'refuse'],
    ['/a%2f..%2fsecret%2fx', 'refuse'],
    ['/a/..;/secret/x', 'refuse'],
    ['/secret;a=b/x', 'refuse'],
    ['\\\\secret\\x', 'refuse'],
    ['/secret', 'refuse'],
    ['/%E0%A4%A/../secret/x', 'refuse'],
    ['/secrets/x', 'allow'],
    ['/x?secret/', 'allow'],
  ])('that deny a part of a site decide on %s: %s', (path, expected) => {
    const deny = ['web_fetch(https://evil.com/secret/**)'];
    expect(decide(web(`https://evil.com${path}`), 'yolo', { deny })).toBe(expected);
    expect(decide(web(`http://evil.com:81${path}`), 'yolo', { deny })).toBe(expected);
  });

  test.each([
    ['example.com', 'https://example.com./'],
    ['https://example.com/docs/**', 'https://example.com/Docs/a'],
    ['https://example.com/docs/**', 'https://example.com//docs/a'],
    ['https://example.com/docs/**', 'http://example.com/docs/a'],
  ])('that allow %s do not match %s', (pattern, url) => {
    expect(decide(web(url), 'default', { allow: [`web_fetch(${pattern})`] })).toBe('ask');
  });

  test('that ask apply in yolo mode too, and their calls cannot be allowed for the chat', () => {
    const need = decideApproval(files('edit', 'edit', SRC), conditions('yolo', { ask: ['edit(src/**)'] }));
    expect(need).toEqual({ kind: 'ask', reasons: [{ kind: 'rule', detail: 'edit(src/**)' }], grants: [] });
  });

  test.each<[string, string, Lists, string]>([
    ['npm test', 'allow a command', { allow: ['run_shell_command(npm test *)'] }, 'allow'],
    ['npm test --run a', 'allow its arguments', { allow: ['run_shell_command(npm test *)'] }, 'allow'],
    ['npm test && rm -rf x', 'do not allow a command after it', { allow: ['run_shell_command(npm test *)'] }, 'ask'],
    [
      'npm test && git status',
      'can allow each part separately',
      { allow: ['execute(npm test *)', 'execute(git status)'] },
      'allow',
    ],
    ['npm testing', 'compare whole words', { allow: ['run_shell_command(npm test *)'] }, 'ask'],
    [
      'npm test > ~/.bashrc',
      'do not allow a file that is written',
      { allow: ['run_shell_command(npm test *)'] },
      'ask',
    ],
    ['git push origin', 'deny any arguments', { deny: ['run_shell_command(git push)'] }, 'refuse'],
    ['ls && git push', 'deny a command at any position', { deny: ['run_shell_command(git push *)'] }, 'refuse'],
    [
      'sudo -u me /usr/bin/git push',
      'deny a command after sudo',
      { deny: ['run_shell_command(git push *)'] },
      'refuse',
    ],
    ['git pull', 'do not deny another command', { deny: ['run_shell_command(git push *)'] }, 'ask'],
  ])('for %s: %s', (text, _name, lists, expected) => {
    expect(decide(shell(text), 'default', lists)).toBe(expected);
  });

  test('about commands ask in every mode about a command that could not be parsed', () => {
    const call = shell('eval $X', { parts: null });
    expect(decide(call, 'yolo', { deny: ['run_shell_command(rm *)'] })).toBe('ask');
    expect(decide(call, 'yolo', { deny: ['edit(src/**)'] })).toBe('allow');
    expect(decide(call, 'default', { allow: ['run_shell_command(* *)'] })).toBe('ask');
    const hidden = shell('', { parts: [{ words: [null, '-rf'], isPlain: true }] });
    expect(decide(hidden, 'yolo', { deny: ['run_shell_command(rm *)'] })).toBe('ask');
    expect(decide(hidden, 'default', { allow: ['run_shell_command(* *)'] })).toBe('ask');
  });

  test('that deny match a word that is only known at run time, and rules that allow do not', () => {
    const call = shell('', { parts: [{ words: ['git', null, 'origin'], isPlain: true }] });
    expect(decide(call, 'yolo', { deny: ['run_shell_command(git push *)'] })).toBe('refuse');
    expect(decide(call, 'default', { allow: ['run_shell_command(git push *)'] })).toBe('ask');
    expect(decide(call, 'default', { allow: ['run_shell_command(git *)'] })).toBe('allow');
  });

  test('do not allow a command in a folder outside the workspace', () => {
    const call = { ...shell('npm test'), paths: [NOTES] };
    expect(decide(call, 'yolo', { allow: ['run_shell_command'] })).toBe('ask');
  });
});

describe('invalid settings', () => {
  const parse = (permissions: unknown, ...denials: unknown[]) => parsePermissions(permissions, denials, '/home/me');

  test('allow nothing, and deny every call of their tool', () => {
    const { rules, problems } = parse({ allow: ['edit(', 'edit(src/[)'], deny: ['edit(src/[)'] });
    expect(rules.allow).toEqual([]);
    expect(rules.deny).toEqual([{ text: 'edit(src/[)', tool: 'edit', pattern: undefined }]);
    expect(problems).toHaveLength(3);
  });

  test.each([[[]], ['allow'], [7], [{ allow: 'edit' }], [{ deny: [7] }]])('%j is reported as a problem', (value) => {
    expect(parse(value).problems).toHaveLength(1);
  });

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
  ])('deny and ask about everything that the tool at the beginning of %j does', (text, tool) => {
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

  test('deny if a single rule stands in place of a list', () => {
    const { rules, problems } = parse({ allow: 'edit', deny: 'edit(src/**)' }, 'web_fetch');
    expect(rules.allow).toEqual([]);
    expect(rules.deny).toEqual([
      { text: 'edit(src/**)', tool: 'edit', pattern: 'src/**' },
      { text: 'web_fetch', tool: 'web_fetch', pattern: undefined },
    ]);
    expect(problems).toHaveLength(3);
  });

  test('missing settings are not a problem', () => {
    expect(parse(undefined, undefined, [])).toEqual({ rules: { allow: [], ask: [], deny: [] }, problems: [] });
  });
});

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

  test('another deny rule, here of a workspace, never allows more', () => {
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

describe('"Allow for this chat"', () => {
  const afterGranting = (call: ApprovalCall) => conditions('default', {}, { granted: new Set(grantsFor(call)) });
  const edit = (...paths: PathResolution[]) => files('edit', 'edit', ...paths);

  test('covers the tool on ordinary files, and no other tool', () => {
    const given = afterGranting(edit(SRC));
    expect(decideApproval(edit(inside('src/b.ts')), given).kind).toBe('allow');
    expect(decideApproval(files('edit', 'write_file', SRC), given).kind).toBe('ask');
    expect(decideApproval(edit(inside('.npmrc')), given).kind).toBe('ask');
    expect(decideApproval(edit(NOTES), given).kind).toBe('ask');
  });

  test('covers only the file itself if it is sensitive or outside the workspace', () => {
    for (const path of [inside('.npmrc'), NOTES]) {
      const given = afterGranting(edit(path));
      expect(decideApproval(edit(path), given).kind).toBe('allow');
      expect(decideApproval(edit(inside('.yarnrc')), given).kind).toBe('ask');
      expect(decideApproval(edit(outside('/home/me/other')), given).kind).toBe('ask');
      expect(decideApproval(edit(SRC), given).kind).toBe('ask');
    }
    expect(decideApproval(edit(inside('.npmrc', '/other')), afterGranting(edit(inside('.npmrc')))).kind).toBe('ask');
  });

  test('covers only the file itself if it looks secret', () => {
    const read = (path: PathResolution): ApprovalCall => files('read', 'read_file', path);
    const reasons = [{ kind: 'reads-secrets', detail: '.env' }];
    expect(decideApproval(read(ENV), conditions('default'))).toMatchObject({ kind: 'ask', reasons });
    expect(decideApproval(read(ENV), afterGranting(read(ENV))).kind).toBe('allow');
    expect(decideApproval(read(inside('server.key')), afterGranting(read(ENV))).kind).toBe('ask');
    expect(decideApproval(read(inside('sub/.env')), afterGranting(read(ENV))).kind).toBe('ask');
    expect(decideApproval(read(SRC), conditions('default')).kind).toBe('allow');
  });

  test('covers a command only with the same text and in the same folder', () => {
    const given = afterGranting(shell('npm test'));
    expect(decideApproval(shell('npm test'), given).kind).toBe('allow');
    expect(decideApproval(shell('npm test && rm -rf x'), given).kind).toBe('ask');
    expect(decideApproval(shell('npm test', { grantDirectory: '/ws/sub' }), given).kind).toBe('ask');
  });

  test('covers all pages of a site', () => {
    const given = afterGranting(web('https://example.com/a'));
    expect(decideApproval(web('https://example.com/b'), given).kind).toBe('allow');
    expect(decideApproval(web('http://example.com/a'), given).kind).toBe('ask');
  });

  test('does not apply in plan mode', () => {
    expect(decideApproval(edit(SRC), { ...afterGranting(edit(SRC)), mode: 'plan' }).kind).toBe('refuse');
  });
});

test.each(['git status && ls', 'a; b', 'a | b', 'a || b', 'a & b', 'a > b', 'a 2>&1', 'a&&b', 'a;b', 'a>b'])(
  'a rule about commands is a problem if it has an operator, because it cannot match: %s',
  (pattern) => {
    const { rules, problems } = parsePermissions({ deny: [`run_shell_command(${pattern})`] }, [], '/home/me');
    expect(problems).toEqual([
      `premove.permissions.deny has a rule with an operator: "run_shell_command(${pattern})". Write one rule for each command.`,
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
