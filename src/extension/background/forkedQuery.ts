import type { ChatModel, InternalPromptId } from '../model/chatModel.ts';
import { userMessage } from '../model/message.ts';
import { askOnce, type QueryOutcome } from './askOnce.ts';
import { type CacheSafeParams, forkRequest } from './cacheSafeParams.ts';

export interface ForkedQuery {
  readonly params: CacheSafeParams;
  readonly prompt: string;
  readonly promptId: InternalPromptId;
  /** The model that `params.modelId` names; another one would share nothing. */
  readonly chatModel: ChatModel;
}

/**
 * Asks the conversation's own model a question beside the conversation, over its cached prefix: the parent's
 * exact bytes, the answer they produced, and one user message; same tools, same thinking. Seed 000 turns
 * thinking off here, but at some providers that loses the cached messages.
 */
export function runForkedQuery(query: ForkedQuery, signal: AbortSignal): Promise<QueryOutcome> {
  const { params, prompt, promptId, chatModel } = query;
  return askOnce(chatModel, forkRequest(params, userMessage(prompt), promptId), signal);
}
