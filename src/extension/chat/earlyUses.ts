import type { BackgroundUse } from '../background/usage.ts';
import type { Event } from '../base/emitter.ts';
import type { Disposable } from '../base/disposable.ts';
import type { FinishedPrompt } from './answerRunner.ts';
import type { ChatSession } from './session.ts';

type Recorder = Pick<ChatSession, 'id' | 'recordBackground'>;

/**
 * Keeps the usage of a chat's background requests until the chat's first answer, because a conversation can record
 * background work only with an answer. If the chat gets no answer, the usage counts for the day, but not for the chat.
 */
export class EarlyUses implements Disposable {
  private readonly waiting = new Map<string, BackgroundUse[]>();
  private readonly subscription: Disposable;

  constructor(onDidFinishPrompt: Event<FinishedPrompt>, shown: () => Recorder) {
    this.subscription = onDidFinishPrompt(({ leaf }) => this.record(shown(), leaf));
  }

  add(conversationId: string, use: BackgroundUse): void {
    this.waiting.set(conversationId, [...(this.waiting.get(conversationId) ?? []), use]);
  }

  dispose(): void {
    this.subscription.dispose();
  }

  private record(session: Recorder, leaf: string): void {
    const uses = this.waiting.get(session.id) ?? [];
    this.waiting.delete(session.id);
    for (const use of uses) session.recordBackground(leaf, use);
  }
}
