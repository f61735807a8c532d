import type { ChatState } from '../../shared/chatState.ts';
import { strings } from '../strings.ts';
import { countApprovals } from '../transcript/answerParts.ts';

/** What the empty input says. */
export function placeholderFor(chat: ChatState): string {
  switch (chat.status) {
    case 'idle':
      return strings.composer.placeholder;
    case 'responding':
      return strings.queue.placeholder;
    case 'waiting-for-confirmation':
      return strings.composer.waiting(countApprovals(chat.items));
  }
}

/** Why a submit would leave the text where it is; empty where there is no such reason. */
export function keptHintFor({ status, editing, speculation }: ChatState): string {
  if (status !== 'idle') return editing === null ? '' : strings.composer.keptWhileAnswering;
  if (speculation?.phase === 'review') return strings.composer.keptForReview;
  return speculation?.phase === 'conflict' ? strings.composer.keptForConflict : '';
}
