import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { decideApproval } from '../../../src/extension/approval/approval.ts';
import { toApprovalView } from '../../../src/extension/approval/approvalView.ts';
import { bindsWriting } from '../../../src/extension/approval/rules/pathRules.ts';
import { NO_RULES } from '../../../src/extension/approval/rules/permissionRules.ts';
import type { ExternalToolInfo, ExternalTools } from '../../../src/extension/ports/externalTools.ts';
import { toActivity } from '../../../src/extension/speculate/activity.ts';
import { gateCall } from '../../../src/extension/speculate/gate.ts';
import { toExternalTools } from '../../../src/extension/tools/externalTools.ts';
import { createToolRegistry, lookOf } from '../../../src/extension/tools/registry.ts';
import { succeeded, type Tool } from '../../../src/extension/tools/tool.ts';
import { toolBlock } from '../../../src/shared/emptyItems.ts';
import { toRunText } from '../../support/runText.ts';
import { EDIT_TOOLS, PRODUCT_TOOLS, productRegistry, toolOf } from '../../support/productTools.ts';

const BUILTIN = join(import.meta.dirname, '../../../src/extension/tools/builtin');

/**
 * The texts of a tool that a user sees (label, row, collapsed rows, card, speculation bar), and the gate's decision.
 */
function describeTool(tool: Tool) {
  const registry = createToolRegistry([tool]);
  const look = lookOf(registry, tool.name);
  const rows = ['a', 'b'].map((detail) => ({
    ...toolBlock({ id: detail, name: tool.name }, look),
    detail,
    status: 'success' as const,
  }));
  const call = { tool, editTools: EDIT_TOOLS, paths: [] };
  const need = { kind: 'ask', reasons: [], grants: [] } as const;
  const card = toApprovalView({ tool, input: {}, detail: 'a' }, call, need, {
    preview: undefined,
    canOpen: false,
    isAmended: false,
    persistent: [],
    group: undefined,
  });
  const gated = gateCall({ ...call, name: tool.name, mode: 'default', rules: NO_RULES, overlayHasChanges: false });
  return [
    look.words.label,
    toRunText(rows.slice(0, 1)),
    toRunText(rows),
    card.question,
    toActivity(tool, { path: '', detail: 'a' }),
    gated.kind,
  ];
}

const weigh: Tool = {
  name: 'weigh',
  description: 'Weighs a file.',
  kind: 'read',
  schema: z.object({}),
  describe: () => 'a',
  paths: () => [],
  execute: () => Promise.resolve(succeeded('heavy', '3 kg')),
};

it('a new tool with a record has texts in rows, card and speculation bar, and passes the gate', () => {
  const record = {
    rendering: 'read-file',
    texts: () => ({
      words: {
        label: 'Weigh',
        past: 'weighed',
        base: 'weigh',
        gerund: 'weighing',
        subject: '{}',
        several: '{} files',
        single: '1 file',
      },
      question: (file: string) => `Weigh ${file}?`,
      activity: ({ detail }: { readonly detail: string }) => `weighing ${detail}`,
    }),
    speculation: 'read',
  } as const;
  expect(describeTool({ ...weigh, record })).toEqual([
    'Weigh',
    'Weighed a',
    'Weighed 2 files',
    'Weigh a?',
    'weighing a',
    'allow',
  ]);
  expect(lookOf(createToolRegistry([{ ...weigh, record }]), 'weigh').rendering).toBe('read-file');
});

it('a tool without a record has general texts, and is a boundary', () => {
  expect(describeTool(weigh)).toEqual([
    'weigh',
    'Used weigh',
    'Used weigh 2 times',
    'Run weigh?',
    'using weigh a',
    'boundary',
  ]);
});

it('an external tool cannot supply a record, and has general texts', () => {
  const info: ExternalToolInfo & { readonly record: unknown } = {
    ...{ name: 'mcp_x', description: 'Innocent.', inputSchema: { type: 'object' }, owner: 'evil' },
    record: productRegistry.find('read_file')?.record,
  };
  const external: ExternalTools = {
    start: () => Promise.resolve(),
    servers: () => [],
    startProblem: undefined,
    list: () => [info],
    invoke: () => Promise.resolve({ kind: 'denied' }),
  };
  const [tool] = toExternalTools(external, new Set());
  expect(tool?.record).toBeUndefined();
  expect(describeTool(tool as Tool)).toEqual([
    'mcp_x',
    'Used mcp_x',
    'Used mcp_x 2 times',
    'Run mcp_x?',
    'using mcp_x a',
    'boundary',
  ]);
});

it('a record does not let a tool of another kind pass the gate', () => {
  const tool = { ...toolOf('read_file', 'foreign'), name: 'mcp_x' };
  const call = {
    tool,
    editTools: EDIT_TOOLS,
    name: 'mcp_x',
    paths: [],
    mode: 'yolo',
    rules: NO_RULES,
    overlayHasChanges: false,
  } as const;
  expect(gateCall(call)).toMatchObject({ kind: 'boundary', boundary: 'foreign' });
});

it.each([
  ['', 'Tool call', 'used a tool'],
  ['read_files', 'read_files', 'used read_files'],
  ['a\u202eb\nc', 'a\\u{202e}b\\u{a}c', 'used a\\u{202e}b\\u{a}c'],
  ['{}', '{}', 'used {}'],
  ['constructor', 'constructor', 'used constructor'],
  ['x'.repeat(1000), `${'x'.repeat(63)}…`, `used ${'x'.repeat(63)}…`],
])('the row of a call of the unknown tool %j shows the label %j', (name, label, past) => {
  const { rendering, words } = lookOf(productRegistry, name);
  expect([rendering, words.label, words.past]).toEqual(['text', label, past]);
});

it.each([
  ['read_file', 'Read a?', 'reading a'],
  ['write_file', 'Write a?', 'editing a'],
  ['edit', 'Edit a?', 'editing a'],
  ['delete_file', 'Delete a?', 'deleting a'],
  ['move_file', 'Move a?', 'moving a'],
  ['list_directory', 'List a?', 'listing a'],
  ['glob', 'Run glob?', 'searching a'],
  ['grep', 'Run grep?', 'searching a'],
  ['lsp', 'Look up a?', 'using lsp a'],
  ['run_shell_command', 'Run this command?', 'running a'],
  ['web_fetch', 'Fetch this page?', undefined],
  ['web_search', 'Search the web for this? The provider may charge for each search.', undefined],
  ['exit_plan_mode', 'Start on this plan?', undefined],
  ['todo_write', 'Run todo_write?', undefined],
  ['ask_user', 'Run ask_user?', undefined],
  ['agent', 'Start this agent?', undefined],
])('%s has texts for the card and, if the gate can allow it, the speculation bar', (name, question, activity) => {
  const texts = productRegistry.find(name)?.record?.texts();
  expect([texts?.question('a'), texts?.activity?.({ path: '', detail: 'a' })]).toEqual([question, activity]);
});

it('the speculation bar names the resolved file, or the text that is searched for', () => {
  const call = { path: 'src/a.ts', detail: '/ws/src/a.ts:5' };
  expect(toActivity(toolOf('read_file', 'read'), call)).toBe('reading src/a.ts');
  expect(toActivity(toolOf('grep', 'read'), { path: 'src', detail: 'alpha in src' })).toBe('searching alpha in src');
});

it('every tool in tools/builtin is in PRODUCT_TOOLS, and has a record', async () => {
  const files = await Promise.all((await readdir(BUILTIN)).map((file) => readFile(join(BUILTIN, file), 'utf8')));
  const defined = files.flatMap((text) =>
    [...text.matchAll(/^ +name: '(\w+)',\n +description:/gm)].map(([, name]) => name),
  );
  expect(defined.toSorted()).toEqual(PRODUCT_TOOLS.map(({ name }) => name).toSorted());
  for (const { name, kind, record } of PRODUCT_TOOLS) {
    expect([name, record]).toEqual([name, expect.anything()]);
    // A tool that the gate allows needs a text for the speculation bar, and the kind that the gate requires.
    const use: string = record?.speculation ?? '';
    const canPass = use !== 'boundary';
    expect([name, record?.texts().activity !== undefined]).toEqual([name, canPass]);
    const required = { write: 'edit', command: 'execute', boundary: '' }[use] ?? 'read';
    if (canPass) expect([name, kind]).toEqual([name, required]);
  }
});

it('rules about tools that edit files, and no other rules, also apply to commands that write files', () => {
  const names = PRODUCT_TOOLS.map(({ name }) => name);
  const binding = names.filter((tool) => bindsWriting({ text: '', tool, pattern: '.env' }, EDIT_TOOLS));
  expect(binding).toEqual(PRODUCT_TOOLS.filter(({ kind }) => kind === 'edit').map(({ name }) => name));
});

it('the results of the tools that read or write the text of a file contain the project’s rules for the file', () => {
  const ruled = PRODUCT_TOOLS.filter(({ record }) => record?.showsFileRules).map(({ name }) => name);
  expect(ruled).toEqual(['read_file', 'write_file', 'edit']);
});

it('approval does not ask about a file that looks secret if a tool shows only its name', () => {
  const conditions = {
    mode: 'default',
    isTrusted: true,
    rules: NO_RULES,
    readOnlyCommands: 'ask',
    granted: new Set(''),
  };
  const paths = [{ kind: 'inside', path: '/ws/.env', relative: '.env', display: '.env' } as const];
  const decide = (name: string) =>
    decideApproval(
      { tool: toolOf(name, 'read'), editTools: EDIT_TOOLS, paths },
      conditions as Parameters<typeof decideApproval>[1],
    ).kind;
  expect(['list_directory', 'glob', 'read_file', 'grep', 'unknown'].map(decide)).toEqual([
    'allow',
    'allow',
    'ask',
    'ask',
    'ask',
  ]);
});
