import type { AnswerItem, AnswerStatus } from '../../../shared/transcriptItem.ts';
import { answerText } from './answerParts.ts';

/** What *Continue* does with an answer. `larger-budget`: the model's thoughts alone reached the output limit. */
export type Continuing = 'continue' | 'larger-budget';

/** Null if there is nothing to continue. The host decides how an answer is continued. */
export function continuingOf({ status, blocks }: Pick<AnswerItem, 'status' | 'blocks'>): Continuing | null {
  if (status === 'streaming' || status === 'refused') return null;
  if (status === 'only-thinking') return 'larger-budget';
  const hasContent = answerText({ blocks }) !== '' || blocks.some(({ kind }) => kind === 'tool');
  return hasContent || status === 'turn-limit' || status === 'cut-off' ? 'continue' : null;
}

/** Whether the notice of the answer offers to continue the answer, because the answer ended too early. */
export function endedEarly({ status }: Pick<AnswerItem, 'status'>): boolean {
  return EARLY.has(status);
}

const EARLY: ReadonlySet<AnswerStatus> = new Set([
  'stopped',
  'interrupted',
  'turn-limit',
  'loop',
  'cut-off',
  'only-thinking',
]);
