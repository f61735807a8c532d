import type { MoveAhead } from '../ahead/moveAhead.ts';
import type { ChatService } from '../chat/chatService.ts';
import type { Drafts } from '../chat/composer/drafts.ts';
import type { ChatActions } from './chatActions.ts';

/** Shows other versions of messages, and branches from an answer. */
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
    return this.change(conversationId, () => this.chats.session.switchBranch(itemId, step));
  }

  branchFrom(conversationId: string, itemId: string): Promise<void> {
    return this.change(conversationId, () => this.chats.session.branchFrom(itemId));
  }

  /** `show` shows another path of the conversation; false if the path is the same. */
  private change(conversationId: string, show: () => boolean): Promise<void> {
    return this.actions.whenFree(conversationId, async () => {
      if (!show()) return;
      this.drafts.endLostEdit((id) => this.chats.session.prompt(id));
      await this.moveAhead.stop('chat-continued');
    });
  }
}
