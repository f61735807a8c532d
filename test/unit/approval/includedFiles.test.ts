import { expect, test } from 'vitest';
import { decideApproval, type ApprovalNeed } from '../../../src/extension/approval/approval.ts';
import { toApprovalCall } from '../../../src/extension/approval/approvalCall.ts';
import { gateCall } from '../../../src/extension/speculate/gate.ts';
import { readFileTool } from '../../../src/extension/tools/builtin/readFile.ts';
import { writeFileTool } from '../../../src/extension/tools/builtin/writeFile.ts';
import type { Tool } from '../../../src/extension/tools/tool.ts';
import type { ApprovalMode } from '../../../src/shared/chatState.ts';
import { createSources, createTestInstructions } from '../../support/instructionSources.ts';
import { EDIT_TOOLS } from '../../support/productTools.ts';
import { bashJudge, shellTool } from '../../support/shell/shellDecision.ts';
import { conditions, type Lists } from './approvalCalls.ts';

const { signal } = new AbortController();
const sources = createSources({
  'CLAUDE.md': 'Follow @docs/style.md.',
  'docs/style.md': 'Short names.',
  'docs/other.md': 'Not included.',
  'drafts/style.md': 'Not included.',
});
const instructions = createTestInstructions(sources);

async function callOf(tool: Tool, input: unknown, lists: Lists) {
  const { rules } = conditions('default', lists);
  const findIncluded = instructions.findIncluded.bind(instructions);
  return toApprovalCall(
    tool,
    input,
    sources.workspace,
    { shell: bashJudge, editTools: EDIT_TOOLS, findIncluded, rules },
    signal,
  );
}

async function decide(tool: Tool, input: unknown, mode: ApprovalMode, lists: Lists = {}): Promise<ApprovalNeed> {
  return decideApproval(await callOf(tool, input, lists), conditions(mode, lists));
}

const write = (file_path: string) => ({ file_path, content: 'x' });
const asked = (detail: string) => ({ kind: 'ask', reasons: [{ kind: 'instructs-agents', detail }] });

test('a write to a file that an instruction file includes is asked about, even in yolo mode', async () => {
  expect(await decide(writeFileTool, write('docs/style.md'), 'auto-edit')).toMatchObject(asked('docs/style.md'));
  expect(await decide(writeFileTool, write('docs/STYLE.md'), 'auto-edit')).toMatchObject(asked('docs/STYLE.md'));
  expect(await decide(writeFileTool, write('docs/other.md'), 'auto-edit')).toEqual({ kind: 'allow' });
  expect(await decide(writeFileTool, write('docs/style.md'), 'yolo')).toMatchObject(asked('docs/style.md'));
  expect(await decide(writeFileTool, write('docs/other.md'), 'yolo')).toEqual({ kind: 'allow' });
  expect(await decide(readFileTool, { file_path: 'docs/style.md' }, 'default')).toEqual({ kind: 'allow' });
});

test('only a rule that names an included file exactly allows the write', async () => {
  const decideWith = async (rule: string) =>
    (await decide(writeFileTool, write('docs/style.md'), 'default', { allow: [rule] })).kind;
  expect(await Promise.all(['edit', 'edit(docs/**)', 'edit(docs/style.md)'].map(decideWith))).toEqual([
    'ask',
    'ask',
    'allow',
  ]);
});

test.each([
  ['tee docs/style.md', 'tee docs/other.md'],
  ['echo x > docs/style.md', 'echo x > docs/other.md'],
  ['cp drafts/style.md docs', 'cp docs/other.md drafts'],
])('the command “%s” is asked about even under a rule that allows it, unlike “%s”', async (command, other) => {
  const lists = { allow: ['run_shell_command'] };
  expect(await decide(shellTool, { command }, 'default', lists)).toMatchObject(asked('docs/style.md'));
  expect(await decide(shellTool, { command: other }, 'default', lists)).toEqual({ kind: 'allow' });
});

test('a speculation stops before a write to an included file', async () => {
  const gate = async (path: string) => {
    const call = await callOf(writeFileTool, write(path), {});
    const { rules } = conditions('auto-edit');
    return gateCall({ ...call, name: 'write_file', mode: 'auto-edit', rules, overlayHasChanges: false });
  };
  expect(await gate('docs/style.md')).toMatchObject({ kind: 'boundary', boundary: 'sensitive-path' });
  expect(await gate('docs/other.md')).toEqual({ kind: 'redirect' });
});
