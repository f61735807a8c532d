import type { AnswerItem, AnswerStatus } from '../../../shared/chatState.ts';
import { strings } from '../../strings/strings.ts';
import { answerText } from './answerParts.ts';

/** How an answer ended where it did not simply end, in words for the eye and the ear; empty where it did. */
export function endOf(answer: AnswerItem): string {
  if (isEmpty(answer)) return strings.answer.empty;
  if (answer.status === 'turn-limit') return strings.answer.pausedAfter(answer.pausedAfter ?? 0);
  const words: Partial<Record<AnswerStatus, string>> = strings.answer.status;
  return answer.error?.message ?? words[answer.status] ?? '';
}

/** It failed before anything was answered, so its prompt is not in later requests either. */
export function isLeftOut(answer: AnswerItem): boolean {
  return answer.status === 'failed' && hasNothing(answer);
}

/** The model ended its answer, and has said and done nothing. Without a word about it that looks like a fault of ours. */
export function isEmpty(answer: AnswerItem): boolean {
  return answer.status === 'done' && hasNothing(answer);
}

function hasNothing({ blocks }: AnswerItem): boolean {
  return answerText({ blocks }) === '' && blocks.every((block) => block.kind !== 'tool');
}
