import type { Request } from '../../../shared/protocol.ts';
import { changeTexts } from '../../base/texts/changeTexts.ts';
import { changeKeysOfAnswer, changeKeysSince } from '../../chat/changeKeys.ts';
import type { ComparedFile } from '../../chat/fileRestorer.ts';
import type { CurrentChat } from '../../chat/currentChat.ts';
import type { ChatStore } from '../../chat/view/chatStore.ts';
import type { ChatActions } from '../chatActions.ts';

/** Opens a diff of files against their earlier contents. The diff takes the focus. */
export type CompareFiles = (files: readonly ComparedFile[], title: string) => Promise<void>;

export type ChatReview =
  | { readonly kind: 'done'; readonly message?: string; readonly opens: () => Promise<void> }
  | { readonly kind: 'refused'; readonly message: string };

/** Undoes, redoes, compares and reviews changes of an answer or a chat. */
export class ChangeHandlers {
  private readonly chat: Pick<CurrentChat, 'openChat'>;
  private readonly store: ChatStore;
  private readonly actions: ChatActions;
  private readonly compare: CompareFiles;

  constructor(chat: Pick<CurrentChat, 'openChat'>, store: ChatStore, actions: ChatActions, compare: CompareFiles) {
    this.chat = chat;
    this.store = store;
    this.actions = actions;
    this.compare = compare;
  }

  async change({ conversationId, itemId, action }: Extract<Request, { type: 'change-files' }>): Promise<void> {
    const { openChat } = this.chat;
    if (action === 'undo' || action === 'redo') return this.actions.changeFiles(conversationId, itemId, action);
    if (openChat?.opened.conversation.id !== conversationId) return;
    const { conversation } = openChat.opened;
    if (action === 'review') return this.review(changeKeysOfAnswer(conversation, itemId), changeTexts.ofAnswer());
    if (action === 'review-chat') {
      return this.review(changeKeysSince(conversation, null), changeTexts.ofChat(), changeTexts.noneInChat());
    }
    const files = openChat.answerChanges?.changedSince(itemId) ?? [];
    if (files.length > 0) await this.compare(files, changeTexts.changedSince());
  }

  async reviewOfChat(conversationId: string): Promise<ChatReview> {
    const { conversation } = this.chat.openChat?.opened ?? {};
    if (conversation?.id !== conversationId) return { kind: 'refused', message: changeTexts.noDifference() };
    const { files, message } = await this.compared(changeKeysSince(conversation, null), changeTexts.noneInChat());
    if (files.length === 0) return { kind: 'refused', message: message ?? changeTexts.noDifference() };
    const opens = (): Promise<void> => this.compare(files, changeTexts.ofChat());
    return { kind: 'done', opens, ...(message !== undefined && { message }) };
  }

  /**
   * Opens a diff of the files that the prompts, undos and restores with these keys have changed. `none`: what to say if
   * they have changed no files.
   */
  async review(keys: readonly string[], title: string, none = changeTexts.noDifference()): Promise<void> {
    const { files, message } = await this.compared(keys, none);
    const reason = message ?? (files.length === 0 ? changeTexts.noDifference() : undefined);
    if (reason !== undefined) this.showInfo(reason);
    if (files.length > 0) await this.compare(files, title);
  }

  /** `message`: why there is nothing to compare, or which files have no earlier content, because it was not kept. */
  private async compared(
    keys: readonly string[],
    none: string,
  ): Promise<{ readonly files: readonly ComparedFile[]; readonly message?: string }> {
    const { openChat } = this.chat;
    if (openChat && !openChat.restorer) return { files: [], message: changeTexts.noReviewInTour() };
    const compared = await openChat?.restorer?.compared(keys, new AbortController().signal);
    const { files = [], lost = [], hasChanges = false } = compared ?? {};
    if (!hasChanges) return { files, message: none };
    return { files, ...(lost.length > 0 && { message: changeTexts.notKept(lost.join(', ')) }) };
  }

  private showInfo(message: string): void {
    const notice = { severity: 'info', message, action: null, untilNextAnswer: true } as const;
    this.store.dispatch({ type: 'notice-changed', notice });
  }
}
