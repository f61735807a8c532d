import type { SubmitResult } from '../../../shared/protocol.ts';
import type { MoveAhead } from '../../ahead/moveAhead.ts';
import type { ChatService } from '../../chat/chatService.ts';
import type { Drafts } from '../../chat/composer/drafts.ts';
import type { ChatActions } from '../chatActions.ts';

/** Shows other versions of messages, begins a branch after an answer, and saves edited answers. */
export class BranchHandlers {
  private readonly actions: Pick<ChatActions, 'whenFree'>;
  private readonly chats: ChatService;
  private readonly drafts: Drafts;
  private readonly moveAhead: MoveAhead;

  constructor(actions: Pick<ChatActions, 'whenFree'>, chats: ChatService, drafts: Drafts, moveAhead: MoveAhead) {
    this.actions = actions;
    this.chats = chats;
    this.drafts = drafts;
    this.moveAhead = moveAhead;
  }

  switchBranch(conversationId: string, itemId: string, step: number): Promise<void> {
    return this.change(conversationId, () => this.chats.session.branching.switchBranch(itemId, step));
  }

  branchFrom(conversationId: string, itemId: string): Promise<void> {
    return this.change(conversationId, () => this.chats.session.branching.branchFrom(itemId));
  }

  /** Saves the edited answer as another version. If that is not possible, the text stays in the draft. */
  async saveAnswer(conversationId: string, text: string): Promise<SubmitResult> {
    const { drafts, chats } = this;
    // Saves the text as the draft first, because the webview does not report a draft while it submits. If the answer
    // is not saved, the draft may be the text's only copy.
    const typed = drafts.typed(conversationId, text);
    let outcome: SubmitResult['outcome'] = 'kept';
    await this.actions.whenFree(conversationId, async () => {
      await typed;
      const { editing } = drafts.current;
      if (!editing || !drafts.editsAnswer(conversationId)) return;
      if (!chats.session.branching.saveAnswer(editing.itemId, text)) return;
      drafts.sent([]);
      outcome = 'saved';
      await this.moveAhead.stop('chat-continued');
    });
    return { outcome };
  }

  /** `show` returns false if it does not change the shown path of the conversation. */
  private change(conversationId: string, show: () => boolean): Promise<void> {
    return this.actions.whenFree(conversationId, async () => {
      if (!show()) return;
      this.drafts.endLostEdit((id) => this.chats.session.prompt(id));
      await this.moveAhead.stop('chat-continued');
    });
  }
}
