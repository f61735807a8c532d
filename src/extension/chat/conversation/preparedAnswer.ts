import { randomUUID } from 'node:crypto';
import type { Usage } from '../../model/chatModel.ts';
import { toolCallsOf, type Message } from '../../model/message.ts';
import type { ModelPricing } from '../../model/pricing.ts';
import type { Conversation } from './conversation.ts';
import type { RecordedResult } from './conversationEntry.ts';
import { toSpending } from './spending.ts';

/**
 * One model message of an accepted speculation, and the results of its calls. If the speculation stopped at a call, the
 * last message has calls without results, from that call on.
 */
export interface PreparedRound {
  readonly message: Message;
  /** The usage of the message's request; null if the provider reported none. */
  readonly usage: Usage | null;
  readonly results: readonly RecordedResult[];
}

/** The prompt and the answer of an applied speculation. */
export interface PreparedAnswer {
  readonly suggestionText: string;
  readonly rounds: readonly PreparedRound[];
  readonly modelId: string;
  /** Display names of the files in which the user changed or reverted the prepared edits. */
  readonly amended: readonly string[];
}

/** Adds the messages of an applied speculation to the conversation, as if they had been answered live. */
export function recordPrepared(
  conversation: Conversation,
  { suggestionText, rounds, modelId, amended }: PreparedAnswer,
  pricing: ModelPricing,
): void {
  conversation.addPrompt([{ type: 'text', text: suggestionText }]);
  const promptId = randomUUID();
  for (const [index, { message, usage, results }] of rounds.entries()) {
    const isLast = index === rounds.length - 1;
    const note = isLast && amended.length > 0 ? { amended } : {};
    const answer = conversation.openAnswer({ modelId, promptId, speculated: true, ...note });
    const stopReason = toolCallsOf(message).length > 0 ? 'tools' : 'done';
    const spending = toSpending({ usage }, pricing);
    conversation.closeAnswer(answer.id, { outcome: 'stopped', stopReason, message, usage, ...spending });
    for (const result of results) conversation.addResult(answer.id, result);
  }
}
