import { nextModel } from '../../../shared/chatState.ts';
import type { Request } from '../../../shared/protocol.ts';
import type { MoveAhead } from '../../ahead/moveAhead.ts';
import { compressionTexts } from '../../base/texts/compressionTexts.ts';
import type { ChatService } from '../../chat/chatService.ts';
import type { ChatStore } from '../../chat/view/chatStore.ts';
import type { ChatActions } from '../chatActions.ts';
import type { RoutedModel } from '../routedModel.ts';

export interface CompressionHandlersOptions {
  readonly store: ChatStore;
  readonly actions: Pick<ChatActions, 'whenFree'>;
  readonly chats: ChatService;
  readonly moveAhead: Pick<MoveAhead, 'stop'>;
  readonly promptModel: RoutedModel;
}

export type CompressionBegun = { readonly kind: 'done' } | { readonly kind: 'refused'; readonly message?: string };

/** Compresses the shown chat, and changes its last summary. */
export class CompressionHandlers {
  private readonly options: CompressionHandlersOptions;

  constructor(options: CompressionHandlersOptions) {
    this.options = options;
  }

  async compress(conversationId: string): Promise<void> {
    const begun = await this.begin(conversationId, '');
    if (begun.kind === 'done' || begun.message === undefined) return;
    const notice = { severity: 'info', message: begun.message, action: null, untilNextAnswer: true } as const;
    this.options.store.dispatch({ type: 'notice-changed', notice });
  }

  /**
   * Begins a compression, and does not wait for its end. If a refusal has no `message`, the panel already shows the
   * reason, or the chat is busy or hidden now. `focus`: what the summary must keep; may be empty.
   */
  async begin(conversationId: string, focus: string): Promise<CompressionBegun> {
    const { actions, chats, moveAhead, promptModel, store } = this.options;
    let begun: CompressionBegun = { kind: 'refused' };
    if (chats.isTour) return { kind: 'refused', message: compressionTexts.tour() };
    if (!chats.session.isIdle) return { kind: 'refused', message: compressionTexts.busy() };
    await actions.whenFree(conversationId, async (signal) => {
      const { compressions } = chats.session;
      const model = await promptModel(nextModel(store.state)?.id, undefined, signal);
      if (!model) return;
      if (!compressions.canStart(model)) {
        begun = { kind: 'refused', message: compressionTexts.nothing() };
        return;
      }
      await moveAhead.stop('compressed');
      compressions.start(model, focus);
      begun = { kind: 'done' };
    });
    return begun;
  }

  change({ conversationId, itemId, change }: Extract<Request, { type: 'change-summary' }>): Promise<void> {
    const { actions, chats, moveAhead } = this.options;
    return actions.whenFree(conversationId, async () => {
      const { compressions } = chats.session;
      if (compressions.change(itemId, change)) await moveAhead.stop('compressed');
    });
  }
}
