import type { Todo } from '../../../shared/toolBlock.ts';
import type { TranscriptItem } from '../../../shared/transcriptItem.ts';

export interface StepList {
  readonly callId: string;
  readonly todos: readonly Todo[];
}

/** The last list of steps in the shown branch; null if there is none, or if all of its steps are done. */
export function currentSteps(items: readonly TranscriptItem[]): StepList | null {
  for (const item of items.toReversed()) {
    if (item.kind !== 'answer') continue;
    const block = item.blocks.findLast((candidate) => candidate.kind === 'tool' && candidate.todos !== undefined);
    if (block?.kind !== 'tool' || !block.todos) continue;
    const isOpen = block.todos.some((todo) => todo.status !== 'completed');
    return isOpen ? { callId: block.callId, todos: block.todos } : null;
  }
  return null;
}

export function currentStep(todos: readonly Todo[]): Todo | undefined {
  return todos.find((todo) => todo.status === 'in_progress') ?? todos.find((todo) => todo.status === 'pending');
}

export function countDone(todos: readonly Todo[]): number {
  return todos.filter((todo) => todo.status === 'completed').length;
}
