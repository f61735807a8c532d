import type { CitationPart } from '../../model/message.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { Conversation } from '../conversation/conversation.ts';

/**
 * Records streamed content at most `interval` ms after it arrives, because a crash or a reload loses unrecorded
 * content.
 */
export class ProgressRecorder {
  private static readonly interval = 250;
  private readonly conversation: Conversation;
  private readonly answerId: string;
  private readonly clock: Clock;
  private text = '';
  private thinking = '';
  private citations: CitationPart[] = [];
  private timer: Disposable | undefined;

  constructor(conversation: Conversation, answerId: string, clock: Clock) {
    this.conversation = conversation;
    this.answerId = answerId;
    this.clock = clock;
  }

  addText(text: string): void {
    this.text += text;
    this.schedule();
  }

  addThinking(text: string): void {
    this.thinking += text;
    this.schedule();
  }

  addCitation({ url, title }: Omit<CitationPart, 'type'>): void {
    this.citations.push({ type: 'citation', url, title });
    this.schedule();
  }

  /** Drops the unrecorded content, and records that the answer begins again. */
  restart(): void {
    this.drop();
    this.conversation.restartAnswer(this.answerId);
  }

  /** Drops the unrecorded content. */
  drop(): void {
    this.timer?.dispose();
    this.timer = undefined;
    this.text = '';
    this.thinking = '';
    this.citations = [];
  }

  flush(): void {
    const { text, thinking, citations } = this;
    this.drop();
    if (!text && !thinking && citations.length === 0) return;
    this.conversation.addProgress(this.answerId, {
      ...(text && { text }),
      ...(thinking && { thinking }),
      ...(citations.length > 0 && { citations }),
    });
  }

  private schedule(): void {
    this.timer ??= this.clock.setTimeout(() => this.flush(), ProgressRecorder.interval);
  }
}
