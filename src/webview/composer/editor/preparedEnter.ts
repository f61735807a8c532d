import type { ChatState } from '../../../shared/chatState.ts';
import { isAcceptable } from '../../../shared/preparedEdits.ts';
import { adoptedEditsIn } from './keys.ts';

/** `review`: opens the diff. `none`: does not act on prepared edits. */
export type PreparedEnter = 'none' | 'review' | 'apply';

type PreparedChat = Pick<
  ChatState,
  'status' | 'editing' | 'suggestion' | 'suggesting' | 'speculation' | 'approvalMode'
>;

/** What Enter does with prepared edits if no ghost text is visible. */
export function preparedEnter(chat: PreparedChat, text: string, hasImages: boolean): PreparedEnter {
  if (hasImages) return 'none';
  return text === '' ? adoptedEditsIn(chat) : filledEditsIn(chat, text);
}

/** Decides in the same way as the host about a message whose text is exactly the suggestion. */
function filledEditsIn(chat: PreparedChat, text: string): PreparedEnter {
  const { status, editing, suggestion, suggesting, speculation, approvalMode } = chat;
  if (status !== 'idle' || editing !== null || suggestion?.text !== text) return 'none';
  if (speculation?.suggestionId !== suggestion.id || speculation.files.length === 0) return 'none';
  if (!suggesting.appliesEdits || approvalMode === 'plan') return 'none';
  if (speculation.phase === 'conflict') return 'review';
  if (speculation.phase === 'review') return 'apply';
  if (!isAcceptable(speculation)) return 'none';
  return approvalMode === 'default' ? 'review' : 'apply';
}
