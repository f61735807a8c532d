import type { InternalPromptId, ModelRequest, SelectedModel } from '../model/chatModel.ts';
import { userMessage } from '../model/message.ts';
import { askOnce, type QueryOutcome } from './askOnce.ts';
import { type CacheSafeParams, forkRequest } from './cacheSafeParams.ts';

export interface ForkedQuery {
  readonly params: CacheSafeParams;
  readonly prompt: string;
  readonly promptId: InternalPromptId;
  /** The model that `params.modelId` names. Another model would not share the cached prefix. */
  readonly model: SelectedModel;
}

/** Asks a background question as a fork of the chat, so that the cached prefix is used again. */
export function runForkedQuery(query: ForkedQuery, signal: AbortSignal): Promise<QueryOutcome> {
  return askOnce(query.model.chatModel, toForkedRequest(query), signal);
}

export function toForkedRequest({ params, prompt, promptId, model }: ForkedQuery): ModelRequest {
  return forkRequest(params, { message: userMessage(prompt), model, promptId });
}
