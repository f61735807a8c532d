import type { InternalPromptId, SelectedModel } from '../model/chatModel.ts';
import { userMessage } from '../model/message.ts';
import { askOnce, type QueryOutcome } from './askOnce.ts';
import { type CacheSafeParams, forkRequest } from './cacheSafeParams.ts';

export interface ForkedQuery {
  readonly params: CacheSafeParams;
  readonly prompt: string;
  readonly promptId: InternalPromptId;
  /** The model that `params.modelId` names; another one would share nothing. */
  readonly model: SelectedModel;
}

/**
 * Asks the conversation's own model a question beside the conversation, over its cached prefix: the parent's
 * exact bytes, the answer they produced, and one user message; same tools, and thinking as the provider's rule says.
 */
export function runForkedQuery(query: ForkedQuery, signal: AbortSignal): Promise<QueryOutcome> {
  const { params, prompt, promptId, model } = query;
  return askOnce(model.chatModel, forkRequest(params, { message: userMessage(prompt), model, promptId }), signal);
}
