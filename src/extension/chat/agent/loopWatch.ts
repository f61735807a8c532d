import type { Conversation } from '../conversation/conversation.ts';
import { messageOf } from '../conversation/conversationNode.ts';
import { toolCallsOf } from '../../model/message.ts';
import { canonicalJson, createLoopDetector } from './loopDetector.ts';

/** Checks whether one answer repeats itself while it streams. */
export interface ContentWatch {
  /** Aborts when the content repeats itself, or when the caller's signal aborts. */
  readonly signal: AbortSignal;
  /** True if the content repeats itself. */
  readonly found: boolean;
  add(kind: 'text' | 'thinking', delta: string): void;
  /** Call when the request is made again. */
  restart(): void;
}

/** Finds out whether the model repeats itself during one prompt (seed 002, `LoopDetected`). */
export class LoopWatch {
  private readonly conversation: Conversation;
  private detector = createLoopDetector();

  constructor(conversation: Conversation) {
    this.conversation = conversation;
  }

  /** Call when a prompt begins, and when the user continues an answer. */
  reset(): void {
    this.detector = createLoopDetector();
  }

  beginTurn(signal: AbortSignal): ContentWatch {
    const { detector } = this;
    const abort = new AbortController();
    const isOff = this.conversation.ignoresLoops;
    detector.turnStarted();
    return {
      signal: AbortSignal.any([signal, abort.signal]),
      get found() {
        return abort.signal.aborted;
      },
      add(kind, delta) {
        if (!isOff && !abort.signal.aborted && detector.addContent(kind, delta)) abort.abort();
      },
      restart: () => detector.turnStarted(),
    };
  }

  /**
   * Call after the results of the answer were recorded. Returns true, and marks the answer as paused, if its calls form
   * a loop and the user has not turned loop detection off. The model must then not be asked again.
   */
  addCallsAndCheck(answerId: string): boolean {
    const { conversation, detector } = this;
    const answer = conversation.node(answerId);
    if (answer?.kind !== 'answer') return false;
    const results = new Map(answer.results.map(({ result }) => [result.callId, result]));
    let isLoop = false;
    for (const { id, name, input } of toolCallsOf(messageOf(answer))) {
      const { content, isError = false } = results.get(id) ?? { content: [] };
      isLoop = detector.addAndCheck({ name, args: input }, canonicalJson([content, isError])) || isLoop;
    }
    if (!isLoop || conversation.ignoresLoops) return false;
    conversation.markPaused(answerId, { kind: 'loop', of: 'calls' });
    return true;
  }
}
