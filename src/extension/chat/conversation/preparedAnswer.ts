import { randomUUID } from 'node:crypto';
import type { Usage } from '../../model/chatModel.ts';
import { toolCallsOf, type Message } from '../../model/message.ts';
import type { ModelPricing } from '../../model/pricing.ts';
import type { Conversation } from './conversation.ts';
import type { ConversationEntry, RecordedResult } from './conversationEntry.ts';
import { toSpending } from './spending.ts';

/**
 * One model message of an accepted speculation, and the results of its calls. If the speculation stopped at a call,
 * that call and the calls after it have no results.
 */
export interface PreparedTurn {
  readonly message: Message;
  /** Null if the provider reported no usage. */
  readonly usage: Usage | null;
  readonly results: readonly RecordedResult[];
}

/** The prompt and the answer of an applied speculation. */
export interface PreparedAnswer {
  readonly suggestionText: string;
  readonly turns: readonly PreparedTurn[];
  readonly modelId: string;
  /** See `AnswerOrigin`. */
  readonly amended: readonly string[];
}

/**
 * The entries of a prompt and its prepared answer, or the entries of a restore of files. All ids are final. Can be
 * stored as JSON.
 */
export type PreparedExchange = readonly ConversationEntry[];

/**
 * The exchange gets its ids before it is recorded, so that a recovery after a crash can check whether it was recorded.
 */
export interface ExchangeRecorder {
  /** The prompt's id is also the `promptId` of the exchange's answers. */
  readonly key: { readonly chat: string; readonly prompt: string };
  /** Returns the entries without recording them. */
  toExchange(answer: PreparedAnswer): Promise<PreparedExchange>;
  /** False if only this window's memory has the exchange. */
  record(exchange: PreparedExchange): Promise<boolean>;
}

export function toPreparedExchange(
  { suggestionText, turns, modelId, amended }: PreparedAnswer,
  place: { readonly id: string; readonly parent: string | null; readonly at: number },
  pricing: ModelPricing,
): PreparedExchange {
  const { at, id: promptId } = place;
  const ids = turns.map(() => randomUUID());
  const answers = turns.flatMap(({ message, usage, results }, index): ConversationEntry[] => {
    const id = ids[index] ?? '';
    const parent = ids[index - 1] ?? place.id;
    const note = index === turns.length - 1 && amended.length > 0 ? { amended } : {};
    const close = {
      outcome: 'stopped',
      stopReason: toolCallsOf(message).length > 0 ? 'tools' : 'done',
      message,
      usage,
    } as const;
    return [
      { type: 'answer', id, parent, at, modelId, promptId, speculated: true, ...note },
      { type: 'answered', id, ...close, ...toSpending({ usage }, pricing) },
      ...results.map((result) => ({ type: 'result' as const, id, ...result })),
    ];
  });
  return [{ type: 'prompt', ...place, parts: [{ type: 'text', text: suggestionText }] }, ...answers];
}

/** The note is for the model: how the files differ from the prepared edits. */
export function withFilesNote(exchange: PreparedExchange, filesNote: string): PreparedExchange {
  const last = exchange.findLastIndex(({ type }) => type === 'answer');
  if (filesNote === '') return exchange;
  return exchange.map((entry, index) => (index === last && entry.type === 'answer' ? { ...entry, filesNote } : entry));
}

/**
 * Completes an apply, or a restore of files, that a crash interrupted. False if no entry is missing. If the user has
 * continued since, the exchange becomes another branch. If the node before the exchange was never recorded, the
 * exchange follows the active leaf.
 */
export function recoverExchange(conversation: Conversation, exchange: PreparedExchange): boolean {
  const { leaf } = conversation;
  if (exchange[0]?.type === 'files-restored') return conversation.addExchange(exchange);
  const entries = exchange.map((entry) =>
    entry.type === 'prompt' && entry.parent !== null && !conversation.node(entry.parent)
      ? { ...entry, parent: leaf }
      : entry,
  );
  const places = [parentOf(entries), ...entries.flatMap((entry) => ('id' in entry ? entry.id : []))];
  const isAdded = conversation.addExchange(entries);
  if (isAdded && !places.includes(leaf)) conversation.switchTo(leaf);
  return isAdded;
}

/** The node that the exchange follows. */
export function parentOf(exchange: PreparedExchange): string | null {
  const prompt = exchange.find((entry) => entry.type === 'prompt');
  return prompt?.parent ?? null;
}
