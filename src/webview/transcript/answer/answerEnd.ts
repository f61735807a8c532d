import type { AnswerItem, AnswerStatus } from '../../../shared/transcriptItem.ts';
import { toDisplayText } from '../../../shared/displayText.ts';
import { SHORT_OF_RESOURCES } from '../../../shared/stopWord.ts';
import { strings } from '../../strings/strings.ts';
import { answerText } from './answerParts.ts';

/** Why an answer did not end normally, for display and announcements; empty if it ended normally. */
export function endReason(answer: AnswerItem): string {
  if (isEmpty(answer)) return strings.answer.empty;
  const { pause } = answer;
  if (answer.status === 'turn-limit' && pause?.kind === 'limit')
    return strings.answer.pausedAfter(pause.requests, pause.limit);
  if (answer.status === 'loop' && pause?.kind === 'loop') return strings.loop[pause.of];
  if (answer.status === 'cut-off') {
    const { tokens = null, cutCall = null, word = null } = answer.stop ?? {};
    if (word === SHORT_OF_RESOURCES) return strings.answer.shortOfResources;
    return strings.answer.outputLimit(tokens, cutCall === null ? null : toDisplayText(cutCall));
  }
  if (answer.status === 'stopped' && answer.chatLeft) return strings.answer.chatLeft;
  const words: Partial<Record<AnswerStatus, string>> = strings.answer.status;
  return answer.error?.message ?? words[answer.status] ?? '';
}

/** True if the request failed before any text or call arrived. Later requests leave out its prompt. */
export function isLeftOut(answer: AnswerItem): boolean {
  return answer.status === 'failed' && hasNothing(answer);
}

/** True if the model ended its answer without text or calls. Without a notice, this would look like a bug. */
export function isEmpty(answer: AnswerItem): boolean {
  return answer.status === 'done' && hasNothing(answer);
}

function hasNothing({ blocks }: AnswerItem): boolean {
  return answerText({ blocks }) === '' && blocks.every((block) => block.kind !== 'tool');
}
