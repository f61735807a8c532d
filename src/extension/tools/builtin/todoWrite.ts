import * as z from 'zod';
import { todoWriteTexts } from '../../base/texts/toolTexts.ts';
import type { Todo } from '../../../shared/toolBlock.ts';
import { succeeded, type Tool } from '../tool.ts';
import { resultTexts } from '../../base/texts/resultTexts.ts';

const MAX_TODOS = 100;
/** Characters. */
const MAX_CONTENT = 500;

const schema = z.object({
  todos: z
    .array(
      z.object({
        content: z.string().trim().min(1).max(MAX_CONTENT).describe('The step, in a few words: "Run the tests".'),
        status: z.enum(['pending', 'in_progress', 'completed']),
      }),
    )
    .max(MAX_TODOS)
    .describe('The whole list, in order. It replaces the previous list.'),
});
type Input = z.infer<typeof schema>;

/** Stores nothing: the current list is the last one in the shown branch of the conversation. */
export const todoWriteTool: Tool<Input> = {
  name: 'todo_write',
  description:
    'Writes your list of steps, which the user sees. Use it for tasks with three or more steps. Write the list before ' +
    'you start, keep one step in_progress, and send the whole list again when a step is completed or added. An empty ' +
    'list removes all steps.',
  kind: 'interactive',
  record: { rendering: 'text', texts: todoWriteTexts, speculation: 'boundary', chatOnly: 'always' },
  schema,
  describe: ({ todos }) => todos.find((todo) => todo.status === 'in_progress')?.content ?? '',
  paths: () => [],
  execute: ({ todos }) => Promise.resolve({ ...succeeded(toText(todos), toSummary(todos)), todos }),
};

function toSummary(todos: readonly Todo[]): string {
  return todos.length === 0 ? resultTexts.todosCleared() : resultTexts.todosDone(doneIn(todos), todos.length);
}

function doneIn(todos: readonly Todo[]): number {
  return todos.filter((todo) => todo.status === 'completed').length;
}

function toText(todos: readonly Todo[]): string {
  if (todos.length === 0) return 'The list is empty now.';
  const lines = todos.map(({ content, status }) => `${MARKS[status]} ${content}`);
  return `The list is saved (${doneIn(todos)} of ${todos.length} done):\n${lines.join('\n')}`;
}

const MARKS: Readonly<Record<Todo['status'], string>> = {
  completed: '[x]',
  in_progress: '[>]',
  pending: '[ ]',
};
