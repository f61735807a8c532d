import { toDisplayText } from '../../shared/displayText.ts';
import { chatNoticeTexts } from '../base/texts/noticeTexts.ts';
import type { ChatStore } from '../chat/view/chatStore.ts';
import type { WrittenFiles } from '../speculate/applySpeculation.ts';

/**
 * Offers to undo applied edits whose answer was not added to the chat. Without an answer, the chat has no Undo for
 * them.
 */
export class LateEdits {
  private readonly store: Pick<ChatStore, 'dispatch'>;
  private offeredUndo: WrittenFiles['undo'];

  constructor(store: Pick<ChatStore, 'dispatch'>) {
    this.store = store;
  }

  show({ undo }: WrittenFiles): void {
    this.offeredUndo = undo;
    this.notify(chatNoticeTexts.appliedLate(), undo ? 'undo-edits' : null);
  }

  async undo(): Promise<void> {
    const { offeredUndo } = this;
    this.offeredUndo = undefined;
    if (!offeredUndo) return;
    const left = await offeredUndo();
    const files = left.map(toDisplayText).join(', ');
    this.notify(left.length === 0 ? chatNoticeTexts.lateUndone() : chatNoticeTexts.lateNotUndone(files), null);
  }

  private notify(message: string, action: 'undo-edits' | null): void {
    this.store.dispatch({ type: 'notice-changed', notice: { severity: 'info', message, action } });
  }
}
