import type { Request } from '../../shared/protocol.ts';
import type { ChangedSince } from '../chat/answerChanges.ts';
import type { CurrentChat } from '../chat/currentChat.ts';
import type { ChatActions } from './chatActions.ts';

/** Compares files that an undo or redo left as they were with the contents it would have written. Takes the focus. */
export type CompareFiles = (files: readonly ChangedSince[]) => Promise<void>;

/** Handles the actions under an answer that has changed files: undo, redo and compare. */
export class ChangeHandlers {
  private readonly chat: Pick<CurrentChat, 'openChat'>;
  private readonly actions: ChatActions;
  private readonly compare: CompareFiles;

  constructor(chat: Pick<CurrentChat, 'openChat'>, actions: ChatActions, compare: CompareFiles) {
    this.chat = chat;
    this.actions = actions;
    this.compare = compare;
  }

  async change({ conversationId, itemId, action }: Extract<Request, { type: 'change-files' }>): Promise<void> {
    if (action !== 'compare') return this.actions.changeFiles(conversationId, itemId, action);
    const files = this.chat.openChat?.answerChanges?.changedSince(itemId) ?? [];
    if (files.length > 0) await this.compare(files);
  }
}
