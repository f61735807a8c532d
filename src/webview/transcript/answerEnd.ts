import type { AnswerItem, AnswerStatus } from '../../shared/chatState.ts';
import { strings } from '../strings.ts';
import { answerText } from './answerParts.ts';

/** How an answer ended where it did not simply end, in words for the eye and the ear; empty where it did. */
export function endOf(answer: AnswerItem): string {
  if (isEmpty(answer)) return strings.answer.empty;
  const words: Partial<Record<AnswerStatus, string>> = strings.answer.status;
  return answer.error?.message ?? words[answer.status] ?? '';
}

/** The model ended its answer, and has said and done nothing. Without a word about it that looks like a fault of ours. */
export function isEmpty({ status, blocks }: AnswerItem): boolean {
  return status === 'done' && answerText({ blocks }) === '' && blocks.every((block) => block.kind !== 'tool');
}
