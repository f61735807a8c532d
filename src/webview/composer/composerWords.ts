import type { ChatState } from '../../shared/chatState.ts';
import { isAcceptable } from '../../shared/preparedEdits.ts';
import { strings } from '../strings/strings.ts';
import { countApprovals } from '../transcript/answer/answerParts.ts';

export function placeholderFor(chat: ChatState): string {
  switch (chat.status) {
    case 'idle':
      return strings.composer.placeholder;
    case 'responding':
      return strings.queue.placeholder;
    case 'waiting-for-confirmation':
      if (chat.speculation?.adopted) return strings.composer.waitingForApply;
      return strings.composer.waiting(countApprovals(chat.items));
  }
}

/** Whether the first Esc only ends a mode of Vim. `vimMode` is null if Vim's keys are off. */
export function escEndsVimMode(vimMode: string | null): boolean {
  return vimMode !== null && vimMode !== 'normal';
}

export function slowHintFor(chat: ChatState | null, text: string): string {
  const speculation = chat?.speculation ?? null;
  const { prompt, files = [] } = speculation ?? {};
  const opensChanges =
    isAcceptable(speculation) && files.length > 0 && chat?.approvalMode === 'default' && text === prompt;
  return opensChanges ? strings.composer.openingChanges : strings.composer.sendingTakesLong;
}

export function editsAnswer({ items, editing }: Pick<ChatState, 'items' | 'editing'>): boolean {
  return editing !== null && items.some(({ id, kind }) => id === editing && kind === 'answer');
}

/** Why the text cannot be sent and stays in the input, as a hint; may be empty. */
export function keptHintFor(chat: ChatState): string {
  const { status, editing, speculation } = chat;
  if (status !== 'idle' && editsAnswer(chat)) return strings.editing.notSavedYet;
  if (status !== 'idle') return editing === null ? '' : strings.composer.keptWhileAnswering;
  if (speculation?.phase === 'review') return strings.composer.keptForReview;
  return speculation?.phase === 'conflict' ? strings.composer.keptForConflict : '';
}
