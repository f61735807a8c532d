import { expect, test } from 'vitest';
import { roleOf } from '../../../src/extension/chat/agent/subAgents/agentRole.ts';
import { createToolRegistry } from '../../../src/extension/tools/registry.ts';
import { allowedTools, describeToolLimit, limitTools } from '../../../src/extension/chat/agent/toolLimit.ts';
import { toolNamesOf } from '../../../src/extension/instructions/toolAliases.ts';
import { readFileTool } from '../../../src/extension/tools/builtin/readFile.ts';
import { todoWriteTool } from '../../../src/extension/tools/builtin/todoWrite.ts';
import { writeFileTool } from '../../../src/extension/tools/builtin/writeFile.ts';
import type { Tool } from '../../../src/extension/tools/tool.ts';
import { createSources, createTestInstructions } from '../../support/instructionSources.ts';

const { signal } = new AbortController();

/**
 * The names that VS Code gives the tools of MCP servers, with servers whose names are long or have special characters.
 */
const CREATE = 'mcp_github_create_issue';
const SEARCH = 'mcp_github_Search';
const LONG = 'mcp_chrome-devtoo_click';
const OTHER = 'mcp_files_delete';
const EXTERNAL = [CREATE, SEARCH, LONG, OTHER];
const ALL = ['read_file', 'write_file', ...EXTERNAL];
const registry = createToolRegistry([readFileTool, writeFileTool, ...EXTERNAL.map(toExternal)]);

function toExternal(name: string): Tool {
  return { ...readFileTool, name, kind: 'foreign' };
}

/** The tools that an agent with this line in its front matter may use; or the problem of the file. */
async function usableBy(line: string): Promise<readonly string[]> {
  const text = `---\nname: a\ndescription: Works\n${line}\n---\nYou work.`;
  const instructions = createTestInstructions(createSources({ '.claude/agents/a.md': text }));
  await instructions.refreshAgents(signal);
  const [agent] = instructions.agents;
  if (!agent) return (await instructions.read(signal)).problems;
  const { mayUse } = roleOf(agent, registry);
  return ALL.filter((name) => {
    const tool = registry.find(name);
    return tool && mayUse(tool);
  });
}

const without = (...names: readonly string[]): readonly string[] => ALL.filter((name) => !names.includes(name));

test.each<[line: string, usable: readonly string[]]>([
  ['disallowedTools: mcp__github__create_issue', without(CREATE)],
  ['disallowedTools: mcp_github_create_issue', without(CREATE)],
  ['disallowedTools: github/create_issue', without(CREATE)],
  // A server’s tool whose name is also a name for tools of Premove.
  ['disallowedTools: github/search', without(SEARCH)],
  ['disallowedTools: mcp__github__*', without(CREATE, SEARCH)],
  ['disallowedTools: mcp_github_*', without(CREATE, SEARCH)],
  ['disallowedTools: GitHub/*', without(CREATE, SEARCH)],
  ['disallowedTools: mcp__github', without(CREATE, SEARCH)],
  ['disallowedTools: mcp__github(create_issue)', without(CREATE, SEARCH)],
  ['disallowedTools: mcp__chrome-devtools-mcp__click', without(LONG)],
  ['disallowedTools: mcp__*', without(...EXTERNAL)],
  ["disallowedTools: '*'", []],
  // The server may have another name in VS Code.
  ['disallowedTools: mcp__gh__create_issue, Write', ['read_file']],
  // Tools that only other agents have.
  ['disallowedTools: Write, NotebookEdit, KillShell', without('write_file')],
  ['disallowedTools: edit/editFiles', without('write_file')],
  ['tools: Read, mcp__github__create_issue', ['read_file', CREATE]],
  ["tools: ['github/*', 'read/readFile']", ['read_file', CREATE, SEARCH]],
  ["tools: ['io.github/chrome-devtools-mcp/click']", []],
  ['tools: mcp__github', [CREATE, SEARCH]],
  ['tools: github/search', [SEARCH]],
  ['tools: mcp__git__create_issue', []],
  ['tools: mcp__github\ndisallowedTools: github/create_issue', [SEARCH]],
  ['disallowedTools: Wirte', ['.claude/agents/a.md: disallowedTools has the unknown tool Wirte']],
])('an agent with “%s” may use the tools, or has the problem, %j', async (line, usable) => {
  expect(await usableBy(line)).toEqual(usable);
});

test.each<[prompts: readonly (readonly string[])[], permitted: readonly string[]]>([
  [[['Read', 'mcp__github']], ['read_file', CREATE, SEARCH]],
  [[['github/create_issue']], [CREATE]],
  // A steering prompt with a limit of its own: a tool must be in both lists.
  [[['mcp__github', 'Read'], ['mcp__github__create_issue']], [CREATE]],
  [[['mcp__github__create_issue'], ['*']], [CREATE]],
])('prompts with the tools %j permit the tools %j', (prompts, permitted) => {
  const path = prompts.map((names, index) => ({ kind: 'prompt', steers: index > 0, tools: toolNamesOf(names) }));
  const limited = limitTools(registry, allowedTools(path as unknown as Parameters<typeof allowedTools>[0]));
  expect(ALL.filter((name) => limited.find(name) === registry.find(name))).toEqual(permitted);
});

test('the sentence about the limit names the tools of a server, and no patterns', () => {
  expect(describeToolLimit(toolNamesOf(['mcp__github', 'mcp__none', 'Read']), registry).text).toBe(
    `This prompt may use only these tools: ${CREATE}, ${SEARCH}, read_file. Calls of other tools are refused.`,
  );
});

test('the sentence about the limit also names the tools that are always permitted', () => {
  const withSteps = createToolRegistry([readFileTool, writeFileTool, todoWriteTool]);
  expect(describeToolLimit(['read_file'], withSteps).text).toContain('only these tools: read_file, todo_write.');
});
