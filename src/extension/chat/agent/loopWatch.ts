import type { Conversation } from '../conversation/conversation.ts';
import { messageOf } from '../conversation/conversationNode.ts';
import { toolCallsOf } from '../../model/message.ts';
import { canonicalJson, createLoopDetector } from './loopDetector.ts';

/** Checks whether one answer repeats itself while it streams. */
export interface ContentWatch {
  /** Aborts when the content repeats itself, or when the caller's signal aborts. The request must then end. */
  readonly signal: AbortSignal;
  /** True if the content repeats itself. */
  readonly found: boolean;
  add(kind: 'text' | 'thinking', delta: string): void;
  /** Forgets the content so far. Call when the request is made again. */
  restart(): void;
}

/**
 * Finds out whether the model repeats itself while it answers one prompt (seed 002, `LoopDetected`). Does not report a
 * repetition if the user has turned loop detection off for this chat.
 */
export class LoopWatch {
  private readonly conversation: Conversation;
  private detector = createLoopDetector();

  constructor(conversation: Conversation) {
    this.conversation = conversation;
  }

  /** Forgets the calls so far. Call when a prompt begins, and when the user continues an answer. */
  beginPrompt(): void {
    this.detector = createLoopDetector();
  }

  /** Call when a request begins. */
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
   * Adds the calls of an answer. Call after their results were recorded. If the last calls and results form a loop, and
   * loop detection is on, marks the answer as paused and returns true. The model must then not be asked again.
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
