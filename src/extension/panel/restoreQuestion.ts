import type { RestoreCard } from '../../shared/restoreCard.ts';
import type { CurrentChat } from '../chat/currentChat.ts';
import type { ChatStore } from '../chat/view/chatStore.ts';

/** A question that the panel shows, and the action that the user was about to take. */
interface Pending {
  readonly card: RestoreCard;
  /** Sends the message or asks for the answer again; missing if the user only wants to restore. */
  readonly proceed: (() => Promise<unknown>) | undefined;
}

/**
 * The question that the panel shows before it restores a checkpoint. The question ends when it is answered or the chat
 * continues. A question about an edit also ends when the edit ends.
 */
export class RestoreQuestion {
  private readonly chat: Pick<CurrentChat, 'openChat'>;
  private readonly store: ChatStore;
  private pending: Pending | undefined;

  constructor(chat: Pick<CurrentChat, 'openChat'>, store: ChatStore) {
    this.chat = chat;
    this.store = store;
    store.onDidChange((event) => {
      const isEnd =
        (event.type === 'item-added' && event.item.kind === 'user') ||
        (event.type === 'status-changed' && event.status !== 'idle') ||
        (event.type === 'editing-changed' && this.pending?.card.kind === 'edit');
      if (isEnd) this.end();
      // The chat has continued, so the last restore cannot be undone as a whole any more.
      const isContinued = event.type === 'status-changed' && event.status === 'responding';
      if (isContinued && store.state.restored) store.dispatch({ type: 'restored-changed', restored: null });
    });
  }

  /**
   * Shows the effect of restoring the state before the prompt. False if the prompt is not a checkpoint, or if another
   * chat is shown by now.
   */
  async show(promptId: string, kind: 'files' | 'chat'): Promise<boolean> {
    const card = await this.preview(promptId, kind);
    if (card) this.open({ card, proceed: undefined });
    return card !== undefined;
  }

  /**
   * Asks whether to restore the files first, if answers have changed files since the prompt. `proceed` is called after
   * the user has decided to restore or to keep the files. False if there is nothing to ask.
   */
  async ask(promptId: string, kind: 'edit' | 'retry', proceed: () => Promise<unknown>): Promise<boolean> {
    const card = await this.preview(promptId, kind);
    if (!card || card.files.length === 0) return false;
    this.open({ card, proceed });
    return true;
  }

  /** Ends the question with this id, and returns it. Undefined if it is not open any more. */
  take(id: string): Pending | undefined {
    const { pending } = this;
    // If another chat is shown by now, the state is that chat's state, which does not have this question.
    if (!pending || pending.card.id !== id || this.store.state.restoring?.id !== id) return undefined;
    this.end();
    return pending;
  }

  private async preview(promptId: string, kind: RestoreCard['kind']): Promise<RestoreCard | undefined> {
    const { openChat } = this.chat;
    const card = await openChat?.checkpoints?.preview(promptId, kind, new AbortController().signal);
    return this.chat.openChat === openChat ? card : undefined;
  }

  private open(pending: Pending): void {
    this.pending = pending;
    this.store.dispatch({ type: 'restoring-changed', restoring: pending.card });
  }

  private end(): void {
    this.pending = undefined;
    if (this.store.state.restoring) this.store.dispatch({ type: 'restoring-changed', restoring: null });
  }
}
