import type { Request } from '../../shared/protocol.ts';
import { toPromptText } from '../chat/composer/promptFolds.ts';
import type { CurrentChat } from '../chat/currentChat.ts';
import type { UserAnswer } from '../tools/tool.ts';
import { RefusedRequest } from './channel.ts';
import { refusalTexts } from '../base/texts/refusalTexts.ts';

/**
 * Carries out what the user decides about calls of the shown chat. Not serialized with what else happens to the chat: a
 * running prompt waits for these answers, so queueing them would deadlock.
 */
export class CallHandlers {
  private readonly chat: Pick<CurrentChat, 'desk' | 'calls'>;

  constructor(chat: Pick<CurrentChat, 'desk' | 'calls'>) {
    this.chat = chat;
  }

  /**
   * Decides on all calls of a card before any of them goes on. Only one carries the reason, so the model reads it once.
   * False if none of them waits.
   */
  decide({ callId, others = [], ...answer }: Extract<Request, { type: 'decide' }>): boolean {
    let isTaken = false;
    for (const id of [callId, ...others]) {
      const isWaiting = this.chat.desk.decide(id, isTaken ? { ...answer, reason: undefined } : answer);
      isTaken ||= isWaiting;
    }
    return isTaken;
  }

  /** An answer without text answers nothing. False if no call asks anything under this id. */
  answer(callId: string, answer: UserAnswer): boolean {
    const { calls } = this.chat;
    if (answer.kind === 'dismissed') return calls.answer(callId, answer);
    const text = toPromptText(answer.text);
    return text !== '' && calls.answer(callId, { kind: 'answered', text });
  }

  /** Ends one call; those beside it go on. False if it has ended. */
  cancel(callId: string): boolean {
    return this.chat.calls.cancel(callId);
  }

  /** Shows a waiting edit in VS Code's diff editor. */
  async openDiff(callId: string): Promise<void> {
    const isOpen = await this.chat.desk.openDiff(callId);
    if (!isOpen) throw new RefusedRequest(refusalTexts.editDecided());
  }
}
