import type { RestoreCard } from '../../shared/restoreCard.ts';
import type { CurrentChat } from '../chat/currentChat.ts';
import type { ChatStore } from '../chat/view/chatStore.ts';

interface Pending {
  readonly card: RestoreCard;
  /** Sends the message or asks for the answer again; missing if the user only wants to restore. */
  readonly proceed: (() => Promise<unknown>) | undefined;
}

/**
 * The question before a checkpoint is restored. It ends when it is answered, when the chat continues, when an undo or
 * redo changes files or, for an edit, when the edit ends.
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
      // After the chat has continued, the last restore cannot be undone as a whole.
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
   * Asks whether to restore the files first. `CheckpointHandlers` calls `proceed` after either decision. False if no
   * files have changed since the prompt.
   */
  async ask(promptId: string, kind: 'edit' | 'retry', proceed: () => Promise<unknown>): Promise<boolean> {
    const card = await this.preview(promptId, kind);
    if (!card || card.files.length === 0) return false;
    this.open({ card, proceed });
    return true;
  }

  /** Ends and returns the question with this id; undefined if it is not open any more. */
  take(id: string): Pending | undefined {
    const { pending } = this;
    // If another chat is shown by now, its state does not contain this question.
    if (!pending || pending.card.id !== id || this.store.state.restoring?.id !== id) return undefined;
    this.end();
    return pending;
  }

  /** Runs an undo or redo. Ends the question first, because its list of files is wrong afterwards. */
  async whileFilesChange(change: () => Promise<void>): Promise<void> {
    this.end();
    await change();
    const restored = this.chat.openChat?.checkpoints?.restored ?? null;
    if (!restored && this.store.state.restored) this.store.dispatch({ type: 'restored-changed', restored });
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
