import type { ModelRequest, SelectedModel } from '../model/chatModel.ts';
import type { Message } from '../model/message.ts';
import { prefixRuleOf } from './prefixRules.ts';

/**
 * The last main request as it was sent, plus the assistant message it produced. A fork appends one user
 * message and nothing else, so that the provider's prefix cache hits and the fork knows the answer it
 * follows. (Seed 001 keeps the request without its answer and at most 40 messages of it; both would change or
 * shorten the prefix.)
 */
export interface CacheSafeParams {
  /** The selected model as `<provider>/<model>`. */
  readonly modelId: string;
  readonly request: ModelRequest;
  readonly answer: Message;
  /** The conversation's leaf that the answer is. */
  readonly leaf: string;
  /** Raised when system or tools differ from the last saved ones. */
  readonly version: number;
}

/**
 * Holds the one current snapshot. Saved after each main request that succeeded; cleared with a new, switched
 * or restored chat. The version outlives clearing, so that work begun before system or tools changed never looks current.
 */
export class CacheSafeParamsStore {
  private params: CacheSafeParams | undefined;
  private version = 0;
  private fingerprint = '';

  get current(): CacheSafeParams | undefined {
    return this.params;
  }

  /** `answer` is the message that `request` produced and `leaf` its id in the conversation. */
  save(modelId: string, request: ModelRequest, answer: Message, leaf: string): CacheSafeParams {
    const fingerprint = JSON.stringify([request.system, request.tools]);
    if (fingerprint !== this.fingerprint) this.version += 1;
    this.fingerprint = fingerprint;
    // A copy: the list may go on growing where it came from, and a fork needs what was sent.
    const sent = { ...request, messages: [...request.messages] };
    this.params = { modelId, request: sent, answer, leaf, version: this.version };
    return this.params;
  }

  /** False if system or tools have changed since: what was made from these params is no prefix of the next request. */
  isCurrent({ version }: Pick<CacheSafeParams, 'version'>): boolean {
    return version === this.version;
  }

  clear(): void {
    this.params = undefined;
  }
}

/**
 * The request that continues a snapshot by one user message: the parent's bytes, then the answer, then the
 * message. The parent's cache anchors stay as they are, because a moved one would change the parent's bytes. Another
 * model shares no prefix with the parent, so that there thinking can be spared.
 */
export function forkRequest(
  { modelId, request, answer }: CacheSafeParams,
  { message, model, promptId }: { message: Message; model: Pick<SelectedModel, 'id' | 'name'>; promptId: string },
): ModelRequest {
  const messages = [...request.messages, answer, message];
  if (model.id !== modelId) return { ...request, model: model.name, messages, thinking: 'off', promptId };
  const keeps = prefixRuleOf(modelId).thinking === 'keep';
  return { ...request, messages, thinking: keeps ? request.thinking : 'off', promptId };
}
