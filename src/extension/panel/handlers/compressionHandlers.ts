import type { Request } from '../../../shared/protocol.ts';
import type { MoveAhead } from '../../ahead/moveAhead.ts';
import { compressionTexts } from '../../base/texts/compressionTexts.ts';
import type { ChatService } from '../../chat/chatService.ts';
import type { ChatStore } from '../../chat/view/chatStore.ts';
import type { ChatActions } from '../chatActions.ts';
import type { PromptModel } from '../promptModel.ts';

export interface CompressionHandlersOptions {
  readonly store: ChatStore;
  readonly actions: Pick<ChatActions, 'whenFree'>;
  readonly chats: ChatService;
  readonly moveAhead: Pick<MoveAhead, 'stop'>;
  readonly promptModel: PromptModel;
}

/** Compresses the shown chat, and changes its last summary. */
export class CompressionHandlers {
  private readonly options: CompressionHandlersOptions;

  constructor(options: CompressionHandlersOptions) {
    this.options = options;
  }

  /**
   * Resolves to whether the compression has begun. If it has not, a notice says why. `focus` says what the summary must
   * keep; it may be empty.
   */
  async compress(conversationId: string, focus = ''): Promise<boolean> {
    const { actions, chats, moveAhead, promptModel, store } = this.options;
    let hasBegun = false;
    if (chats.isTour) return this.refuse(compressionTexts.tour());
    if (!chats.session.isIdle) return this.refuse(compressionTexts.busy());
    await actions.whenFree(conversationId, async () => {
      const model = await promptModel(store.state.composerMenu.messageModel?.id);
      if (!model) return;
      await moveAhead.stop('compressed');
      chats.session.compressions.start(model, focus);
      hasBegun = true;
    });
    return hasBegun;
  }

  change({ conversationId, itemId, change }: Extract<Request, { type: 'change-summary' }>): Promise<void> {
    const { actions, chats, moveAhead } = this.options;
    return actions.whenFree(conversationId, async () => {
      const { compressions } = chats.session;
      if (compressions.change(itemId, change)) await moveAhead.stop('compressed');
    });
  }

  private refuse(message: string): false {
    const notice = { severity: 'info', message, action: null, untilNextAnswer: true } as const;
    this.options.store.dispatch({ type: 'notice-changed', notice });
    return false;
  }
}
