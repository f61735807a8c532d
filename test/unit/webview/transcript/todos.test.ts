import { expect, it } from 'vitest';
import { emptyAnswer } from '../../../../src/shared/emptyItems.ts';
import type { Todo } from '../../../../src/shared/toolBlock.ts';
import type { TranscriptItem } from '../../../../src/shared/transcriptItem.ts';
import { countDone, currentSteps, currentStep } from '../../../../src/webview/transcript/tools/todos.ts';
import { toolItem } from '../../../support/chatItems.ts';

const step = (content: string, status: Todo['status']): Todo => ({ content, status });

/** One answer per argument, with one call per entry; a call that wrote no list is undefined. */
function answers(...calls: readonly (readonly (Todo[] | undefined)[])[]): TranscriptItem[] {
  return calls.map((lists, answer) => ({
    ...emptyAnswer(`answer-${answer}`, false),
    blocks: lists.map((todos, index) => ({
      ...toolItem({ callId: `${answer}.${index}`, name: todos ? 'todo_write' : 'grep' }),
      ...(todos && { todos }),
    })),
  }));
}

it('currentSteps returns the last list that was written, also in an earlier answer', () => {
  const open = [step('Rename it', 'in_progress')];
  expect(currentSteps(answers([[step('Old', 'pending')], open, undefined], [undefined], []))).toEqual({
    callId: '0.1',
    todos: open,
  });
});

it('currentSteps returns no list when all steps are done, or when the list was cleared', () => {
  expect(currentSteps(answers([[step('a', 'pending')], [step('a', 'completed')]]))).toBeNull();
  expect(currentSteps(answers([[step('a', 'pending')]], [[]]))).toBeNull();
  expect(currentSteps(answers([undefined]))).toBeNull();
});

it('currentStep returns the step in progress, otherwise the next one', () => {
  const [done, now, next] = [step('a', 'completed'), step('b', 'in_progress'), step('c', 'pending')];
  expect(currentStep([next, now])).toBe(now);
  expect(currentStep([done, next])).toBe(next);
  expect(countDone([done, now, next])).toBe(1);
});
