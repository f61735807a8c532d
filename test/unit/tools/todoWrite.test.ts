import { expect, it } from 'vitest';
import { createToolRegistry, prepareCall } from '../../../src/extension/tools/registry.ts';
import { todoWriteTool } from '../../../src/extension/tools/builtin/todoWrite.ts';
import type { JsonObject } from '../../../src/extension/model/message.ts';
import type { Todo } from '../../../src/shared/toolBlock.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { createToolHarness, outcomeText } from '../../support/toolHarness.ts';

const LIST: readonly Todo[] = [
  { content: 'Find every use', status: 'completed' },
  { content: 'Rename it', status: 'in_progress' },
  { content: 'Run the tests', status: 'pending' },
];

const run = (todos: readonly Todo[]) =>
  createToolHarness(createMemoryWorkspace({})).run(todoWriteTool, { todos: [...todos] });
const prepare = (input: JsonObject) =>
  prepareCall(createToolRegistry([todoWriteTool]), { type: 'tool-call', id: '1', name: 'todo_write', input }).kind;

it('todo_write returns the list to the panel and, as text, to the model', async () => {
  const outcome = await run(LIST);
  expect(outcome).toMatchObject({ ok: true, todos: LIST, summary: '1 of 3 done' });
  expect(outcomeText(outcome)).toBe(
    'The list is saved (1 of 3 done):\n[x] Find every use\n[>] Rename it\n[ ] Run the tests',
  );
});

it('todo_write clears the list', async () => {
  expect(await run([])).toMatchObject({ ok: true, todos: [], summary: 'cleared' });
});

it('todo_write describes a call by the step in progress', () => {
  expect(todoWriteTool.describe({ todos: [...LIST] })).toBe('Rename it');
  expect(todoWriteTool.describe({ todos: [] })).toBe('');
});

it('todo_write refuses blank steps, unknown states and more than 100 steps', () => {
  expect(prepare({ todos: [...LIST] })).toBe('ready');
  expect(prepare({ todos: [{ content: ' ', status: 'pending' }] })).toBe('refused');
  expect(prepare({ todos: [{ content: 'x', status: 'doing' }] })).toBe('refused');
  expect(prepare({ todos: Array.from({ length: 101 }, () => ({ content: 'x', status: 'pending' })) })).toBe('refused');
});
