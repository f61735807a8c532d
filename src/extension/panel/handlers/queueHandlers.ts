import type { DraftChip } from '../../../shared/draftChip.ts';
import type { Request } from '../../../shared/protocol.ts';
import type { ChatService } from '../../chat/chatService.ts';
import type { DraftContent } from '../../chat/composer/draftFile.ts';
import type { Drafts } from '../../chat/composer/drafts.ts';
import type { QueuedPrompt } from '../../chat/composer/queueFile.ts';
import type { PromptQueue } from '../../chat/composer/promptQueue.ts';

/**
 * Changes a queued prompt of the shown chat. Ignores a prompt that has left the queue or is being edited, except for
 * `restore`.
 */
export class QueueHandlers {
  private readonly chats: ChatService;
  private readonly drafts: Drafts;
  private readonly queue: PromptQueue;

  constructor(chats: ChatService, drafts: Drafts, queue: PromptQueue) {
    this.chats = chats;
    this.drafts = drafts;
    this.queue = queue;
  }

  change({ conversationId, id, change }: Extract<Request, { type: 'change-queued' }>): void {
    const { drafts, queue } = this;
    const { session } = this.chats;
    if (session.id !== conversationId) return;
    if (change === 'restore') {
      // Restoring a prompt must not send it.
      if (queue.restore(id) && session.isIdle) queue.pause();
      return;
    }
    const prompt = queue.find(id);
    // Only the composer may change a prompt that is edited.
    if (!prompt || drafts.current.editing?.itemId === id) return;
    switch (change) {
      case 'edit':
        return drafts.edit(id, contentOf(prompt));
      case 'remove':
        return queue.remove(id);
      case 'move-up':
        return queue.move(id, -1);
      case 'move-down':
        return queue.move(id, 1);
      case 'steer':
        return queue.steer(id, true);
      case 'do-not-steer':
        return queue.steer(id, false);
    }
  }
}

function contentOf(prompt: QueuedPrompt): DraftContent {
  const { text, attachments, model } = prompt;
  return { text, folds: chipsOf(prompt), attachments, model };
}

/** Positions refer to the text as typed. */
function chipsOf({ mentions, folds = [] }: QueuedPrompt): DraftChip[] {
  return [...mentions.map(({ id, from, to }) => ({ from, to, mention: id })), ...folds];
}
