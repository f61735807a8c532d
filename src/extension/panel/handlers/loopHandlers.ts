import type { Request } from '../../../shared/protocol.ts';
import type { ChatService } from '../../chat/chatService.ts';
import type { ChatActions } from '../chatActions.ts';

type DecideLoop = Extract<Request, { type: 'decide-loop' }>;

/** Handles the user's decision about an answer in which the model repeats itself. */
export class LoopHandlers {
  private readonly actions: Pick<ChatActions, 'whenFree' | 'continueMessage'>;
  private readonly chats: Pick<ChatService, 'session'>;

  constructor(actions: Pick<ChatActions, 'whenFree' | 'continueMessage'>, chats: Pick<ChatService, 'session'>) {
    this.actions = actions;
    this.chats = chats;
  }

  async decide({ conversationId, itemId, decision }: DecideLoop): Promise<void> {
    await this.actions.whenFree(conversationId, async () => {
      const { continuations } = this.chats.session;
      if (decision === 'stop') continuations.stopLoop(itemId);
      if (decision === 'never') continuations.ignoreLoops();
    });
    if (decision !== 'stop') await this.actions.continueMessage(conversationId, itemId);
  }
}
