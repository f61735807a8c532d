import type { Request } from '../../../shared/protocol.ts';
import { toPromptText } from '../../chat/composer/promptChips.ts';
import type { CurrentChat } from '../../chat/currentChat.ts';
import type { UserAnswer } from '../../tools/tool.ts';
import { RefusedRequest } from '../channel.ts';
import { refusalTexts } from '../../base/texts/refusalTexts.ts';

/**
 * Handles the user's decisions about calls. Not serialized: a running prompt waits for these decisions, so queueing
 * them would deadlock.
 */
export class CallHandlers {
  private readonly chat: Pick<CurrentChat, 'desk' | 'calls'>;

  constructor(chat: Pick<CurrentChat, 'desk' | 'calls'>) {
    this.chat = chat;
  }

  /**
   * Decides on all calls of a card before any continues. Only the first waiting call gets the reason, so that the model
   * reads it once. False if no call is waiting.
   */
  decide({ callId, others = [], ...answer }: Extract<Request, { type: 'decide' }>): boolean {
    let isTaken = false;
    for (const id of [callId, ...others]) {
      const isWaiting = this.chat.desk.decide(id, isTaken ? { ...answer, reason: undefined } : answer);
      isTaken ||= isWaiting;
    }
    return isTaken;
  }

  /** False if the text is empty or no call with this id waits for an answer. */
  answer(callId: string, answer: UserAnswer): boolean {
    const { calls } = this.chat;
    if (answer.kind === 'dismissed') return calls.answer(callId, answer);
    const text = toPromptText(answer.text);
    return text !== '' && calls.answer(callId, { kind: 'answered', text });
  }

  /** False if the call has ended. */
  cancel(callId: string): boolean {
    return this.chat.calls.cancel(callId);
  }

  async openDiff(callId: string): Promise<void> {
    const isOpen = await this.chat.desk.openDiff(callId);
    if (!isOpen) throw new RefusedRequest(refusalTexts.editDecided());
  }
}
