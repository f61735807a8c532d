import { describe, expect, it } from 'vitest';
import type { PathResolution } from '../../../src/extension/ports/workspace.ts';
import { gateCall } from '../../../src/extension/speculate/gate.ts';
import { decideApproval } from '../../../src/extension/approval/approval.ts';
import { NO_HARD_LINKS } from '../../../src/extension/approval/hardLinks.ts';
import { NO_RULES, parsePermissions } from '../../../src/extension/approval/rules/permissionRules.ts';
import type { ToolKind } from '../../../src/extension/tools/tool.ts';
import type { ApprovalMode } from '../../../src/shared/chatState.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { EDIT_TOOLS, toolOf } from '../../support/productTools.ts';

const MODES: readonly ApprovalMode[] = ['plan', 'default', 'auto-edit', 'yolo'];
const inside = (display: string): PathResolution => ({
  kind: 'inside',
  path: `/ws/${display}`,
  relative: display,
  display,
});
const outside: PathResolution = { kind: 'outside', path: '/etc/passwd', display: '/etc/passwd' };

const EDIT_STOPS = {
  plan: 'plan-mode',
  default: 'sensitive-path',
  'auto-edit': 'sensitive-path',
  yolo: 'sensitive-path',
} as const;

interface Call {
  readonly name: string;
  readonly kind: ToolKind;
  readonly paths?: readonly PathResolution[];
  readonly overlayHasChanges?: boolean;
}

/** Expects `allow`, `redirect` or the boundary's type. If `expected` is an object, a missing mode means `redirect`. */
function check(call: Call, expected: string | Readonly<Partial<Record<ApprovalMode, string>>>): void {
  const { name, kind, paths = [inside('src/a.ts')], overlayHasChanges = false } = call;
  for (const mode of MODES) {
    const decision = gateCall({
      tool: toolOf(name, kind),
      editTools: EDIT_TOOLS,
      name,
      paths,
      mode,
      rules: NO_RULES,
      overlayHasChanges,
    });
    const found = decision.kind === 'boundary' ? decision.boundary : decision.kind;
    expect([mode, found]).toEqual([mode, typeof expected === 'string' ? expected : (expected[mode] ?? 'redirect')]);
  }
}

describe('the tool gate', () => {
  it('does not name a rule if there are too many hard links to find the rule', () => {
    const paths = [inside('a.sql')];
    const call = {
      tool: toolOf('read_file', 'read'),
      editTools: EDIT_TOOLS,
      name: 'read_file',
      paths,
      overlayHasChanges: false,
    };
    const links = { ...NO_HARD_LINKS, linked: paths, isIncomplete: true };
    expect(gateCall({ ...call, links, mode: 'default', rules: NO_RULES })).toEqual({
      kind: 'boundary',
      boundary: 'rule',
      detail: '',
    });
  });

  it.each(['read_file', 'list_directory', 'glob', 'grep'])('allows %s in every mode', (name) => {
    check({ name, kind: 'read' }, 'allow');
    check({ name, kind: 'read', overlayHasChanges: true }, 'allow');
    check({ name, kind: 'read', paths: [] }, 'allow');
  });

  it.each(['read_file', 'grep', 'lsp'])('stops before %s shows a file that looks secret, in every mode', (name) => {
    check({ name, kind: 'read', paths: [inside('.env')] }, 'secret-file');
    check({ name, kind: 'read', paths: [inside('config/server.key')] }, 'secret-file');
  });

  it.each(['list_directory', 'glob'])('allows %s to show the names of secret files', (name) => {
    check({ name, kind: 'read', paths: [inside('secrets')] }, 'allow');
  });

  it.each([
    [{ deny: ['edit(src/**)'] }, 'refuse', 'allow'],
    [{ ask: ['*'] }, 'rule', 'rule'],
    [{ ask: ['edit(src/**)'], deny: ['read_file'] }, 'rule', 'refuse'],
    [{ ask: ['edit(src/**)'], deny: ['edit'] }, 'refuse', 'allow'],
    [{ allow: ['*'], ask: ['edit(src/**)'] }, 'rule', 'allow'],
  ])('refuses calls that a rule denies, and stops before calls that a rule asks about: %j', (lists, edit, read) => {
    const { rules } = parsePermissions(lists, [], '');
    const call = { paths: [inside('src/a.ts')], mode: 'yolo', rules, overlayHasChanges: false } as const;
    const decide = (name: string, kind: ToolKind): string => {
      const decision = gateCall({ ...call, tool: toolOf(name, kind), editTools: EDIT_TOOLS, name });
      return decision.kind === 'boundary' ? decision.boundary : decision.kind;
    };
    expect([decide('edit', 'edit'), decide('read_file', 'read')]).toEqual([edit, read]);
  });

  it.each([
    ['edit', 'edit'],
    ['web_fetch', 'network'],
    ['ask_user', 'interactive'],
    ['mcp_github_list', 'foreign'],
  ] as const)('refuses %s with the text of a live turn if a rule denies it', (name, kind) => {
    const { rules } = parsePermissions({ deny: [name] }, [], '');
    const call = { tool: toolOf(name, kind), editTools: EDIT_TOOLS, paths: [] };
    const conditions = { isTrusted: true, rules, readOnlyCommands: 'ask', granted: new Set<string>() } as const;
    for (const mode of MODES) {
      const live = decideApproval(call, { ...conditions, mode });
      expect(gateCall({ ...call, name, mode, rules, overlayHasChanges: false })).toEqual(live);
      expect(live.kind).toBe('refuse');
    }
  });

  it('allows language servers only while the overlay has no changes', () => {
    check({ name: 'lsp', kind: 'read' }, 'allow');
    check({ name: 'lsp', kind: 'read', overlayHasChanges: true }, 'stale-view');
  });

  it.each(['edit', 'write_file', 'delete_file', 'move_file'])(
    'redirects %s to the overlay, except in plan mode',
    (name) => check({ name, kind: 'edit' }, { plan: 'plan-mode' }),
  );

  it('stops before a sensitive or secret file is deleted, or moved in either direction', () => {
    for (const path of ['.vscode/tasks.json', 'keys/server.pem', 'package.json']) {
      check({ name: 'delete_file', kind: 'edit', paths: [inside(path)] }, EDIT_STOPS);
      check({ name: 'move_file', kind: 'edit', paths: [inside(path), inside('a')] }, EDIT_STOPS);
      check({ name: 'move_file', kind: 'edit', paths: [inside('a'), inside(path)] }, EDIT_STOPS);
    }
  });

  it('stops before a delete that could not be undone', () => {
    const paths = [inside('large.ts')];
    const call = {
      tool: toolOf('delete_file', 'edit'),
      editTools: EDIT_TOOLS,
      name: 'delete_file',
      paths,
      permanentDeletes: paths,
    };
    const decision = gateCall({ ...call, mode: 'yolo', rules: NO_RULES, overlayHasChanges: false });
    expect(decision).toEqual({ kind: 'boundary', boundary: 'permanent-delete', detail: 'large.ts' });
  });

  it('stops before a move that only changes the spelling of a name', () => {
    const boundary = { default: 'stale-view', 'auto-edit': 'stale-view', yolo: 'stale-view' };
    const paths = [inside('a.ts'), inside('a.ts')];
    check({ name: 'move_file', kind: 'edit', paths }, { plan: 'plan-mode', ...boundary });
  });

  it('stops before an edit in `default` mode if the user has chosen that', () => {
    const tool = toolOf('edit', 'edit');
    const call = {
      tool,
      editTools: EDIT_TOOLS,
      name: 'edit',
      paths: [inside('src/a.ts')],
      rules: NO_RULES,
      overlayHasChanges: false,
    };
    const decide = (mode: ApprovalMode) => gateCall({ ...call, mode, defaultMode: 'boundary' });
    expect(MODES.map((mode) => [mode, decide(mode).kind])).toEqual([
      ['plan', 'boundary'],
      ['default', 'boundary'],
      ['auto-edit', 'redirect'],
      ['yolo', 'redirect'],
    ]);
    expect(decide('default')).toMatchObject({ boundary: 'default-mode', detail: 'src/a.ts' });
  });

  it.each(['.vscode/settings.json', '.git/hooks/pre-commit', '.npmrc', '.mcp.json'])(
    'stops before editing the sensitive file %s',
    (path) =>
      check(
        { name: 'edit', kind: 'edit', paths: [inside(path)] },
        { plan: 'plan-mode', default: 'sensitive-path', 'auto-edit': 'sensitive-path', yolo: 'sensitive-path' },
      ),
  );

  it('stops before an edit that makes VS Code download a schema', () => {
    const tool = toolOf('edit', 'edit');
    const call = {
      tool,
      editTools: EDIT_TOOLS,
      name: 'edit',
      paths: [inside('x.json')],
      rules: NO_RULES,
      overlayHasChanges: false,
    };
    const schemas = ['https://127.0.0.1/'];
    for (const mode of ['default', 'auto-edit', 'yolo'] as const) {
      expect(gateCall({ ...call, mode, schemas })).toMatchObject({ boundary: 'remote-schema', detail: schemas[0] });
    }
  });

  it('in a workspace inside a sensitive folder, redirects exactly the edits that approval allows', async () => {
    const roots = [{ name: '.claude', path: '/home/me/.claude' }];
    const workspace = createMemoryWorkspace({}, { roots });
    for (const [name, decision, need] of [
      ['notes.md', 'redirect', 'allow'],
      ['sub/.claude/settings.json', 'boundary', 'ask'],
    ] as const) {
      const paths = [await workspace.resolve(name)];
      const tool = toolOf('edit', 'edit');
      const gated = gateCall({
        tool,
        editTools: EDIT_TOOLS,
        name: 'edit',
        paths,
        mode: 'auto-edit',
        rules: NO_RULES,
        overlayHasChanges: false,
      });
      expect([name, gated.kind]).toEqual([name, decision]);
      const conditions = {
        mode: 'auto-edit',
        isTrusted: true,
        rules: NO_RULES,
        readOnlyCommands: 'ask',
        granted: new Set<string>(),
      } as const;
      expect([name, decideApproval({ tool, editTools: EDIT_TOOLS, paths }, conditions).kind]).toEqual([name, need]);
    }
  });

  it('shows hidden characters of a path', () => {
    const paths = [inside('.vscode/\u202egnp.json')];
    expect(
      gateCall({
        tool: toolOf('edit', 'edit'),
        editTools: EDIT_TOOLS,
        name: 'edit',
        paths,
        mode: 'yolo',
        rules: NO_RULES,
        overlayHasChanges: false,
      }),
    ).toMatchObject({ boundary: 'sensitive-path', detail: '.vscode/\\u{202e}gnp.json' });
  });

  it('stops before a path outside the workspace', () => {
    check({ name: 'read_file', kind: 'read', paths: [outside] }, 'outside-workspace');
    check({ name: 'edit', kind: 'edit', paths: [inside('a'), outside] }, 'outside-workspace');
  });

  it.each([
    ['run_shell_command', 'execute', 'shell'],
    ['web_fetch', 'network', 'network'],
    ['web_search', 'network', 'network'],
    ['ask_user', 'interactive', 'interactive'],
    ['todo_write', 'interactive', 'interactive'],
    ['exit_plan_mode', 'interactive', 'interactive'],
    ['agent', 'agent', 'agent'],
    ['mcp_github_list', 'foreign', 'foreign'],
    ['save_memory', 'edit', 'unknown-tool'],
    ['peek', 'read', 'unknown-tool'],
    ['constructor', 'read', 'unknown-tool'],
  ] as const)('stops before %s', (name, kind, boundary) => check({ name, kind }, boundary));

  it('does not trust a known name if the tool has another kind', () => {
    check({ name: 'read_file', kind: 'execute' }, 'shell');
    check({ name: 'edit', kind: 'foreign' }, 'foreign');
  });

  it('stops before a tool that is not registered, and names it', () => {
    expect(
      gateCall({
        tool: undefined,
        editTools: EDIT_TOOLS,
        name: 'agent',
        paths: [],
        mode: 'yolo',
        rules: NO_RULES,
        overlayHasChanges: false,
      }),
    ).toEqual({
      kind: 'boundary',
      boundary: 'unknown-tool',
      detail: 'agent',
    });
  });
});
