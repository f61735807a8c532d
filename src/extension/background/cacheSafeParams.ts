import type { ModelRequest, SelectedModel } from '../model/chatModel.ts';
import type { Message } from '../model/message.ts';
import { parseModelId } from '../model/modelId.ts';
import { providerRecord } from '../model/providers/providerList.ts';
import type { PrefixRule } from '../model/providers/providerRecord.ts';

/**
 * A snapshot: the last request of the chat's agent or of an applied speculation, as it was sent, and its answer. A fork
 * removes no messages and appends one user message, because a shorter history would change the cached prefix.
 */
export interface CacheSafeParams {
  /** `<provider>/<model>`. */
  readonly modelId: string;
  readonly request: ModelRequest;
  readonly answer: Message;
  /** The beginning of the next user message: a text about changes since the answer. */
  readonly note?: string | undefined;
  /** The answer's id in the conversation. */
  readonly leaf: string;
  /** Incremented when the system prompt or the tools differ from those of the last snapshot. */
  readonly version: number;
}

/**
 * Holds the current snapshot. It must be cleared if the chat's next request would not continue it. Clearing keeps the
 * version, so that `isCurrent` stays false for work that began before the system prompt or the tools changed.
 */
export class CacheSafeParamsStore {
  private params: CacheSafeParams | undefined;
  private version = 0;
  private fingerprint = '';

  get current(): CacheSafeParams | undefined {
    return this.params;
  }

  /** `leaf` is the answer's id in the conversation. `note` is empty if there is no note. */
  save(modelId: string, request: ModelRequest, answer: Message, leaf: string, note = ''): CacheSafeParams {
    const fingerprint = JSON.stringify([request.system, request.tools]);
    if (fingerprint !== this.fingerprint) this.version += 1;
    this.fingerprint = fingerprint;
    // A copy, because the caller's list may grow.
    const sent = { ...request, messages: [...request.messages] };
    this.params = { modelId, request: sent, answer, leaf, version: this.version, ...(note !== '' && { note }) };
    return this.params;
  }

  /** False if the system prompt or the tools have changed since the snapshot, because the cached prefix then differs. */
  isCurrent({ version }: Pick<CacheSafeParams, 'version'>): boolean {
    return version === this.version;
  }

  clear(): void {
    this.params = undefined;
  }
}

/**
 * Returns the request that continues a snapshot by one user message. Cache anchors stay, because moving one would
 * change the bytes of the snapshot's request (the parent). Another model cannot use the parent's cache, so its request
 * leaves out `effort` and turns thinking off. For the parent's own model, thinking is turned off if it is not part of
 * the cached prefix.
 */
export function forkRequest(
  { modelId, request, answer, note }: CacheSafeParams,
  { message, model, promptId }: { message: Message; model: Pick<SelectedModel, 'id' | 'name'>; promptId: string },
): ModelRequest {
  const parts = [...(note === undefined ? [] : [{ type: 'text' as const, text: note }]), ...message.parts];
  const messages = [...request.messages, answer, { ...message, parts }];
  if (model.id !== modelId) {
    const { effort: _, ...rest } = request;
    return { ...rest, model: model.name, messages, thinking: 'off', promptId };
  }
  const keeps = prefixRuleOf(modelId).thinking === 'keep';
  return { ...request, messages, thinking: keeps ? request.thinking : 'off', promptId };
}

/** For an unknown provider, Premove assumes that the server caches the prefix, and that thinking is part of it. */
const DEFAULT_RULE: PrefixRule = { cache: 'automatic', thinking: 'keep' };

/** `modelId` is `<provider>/<model>`. `wiresPrefix.test.ts` checks the bytes that are sent. */
export function prefixRuleOf(modelId: string): PrefixRule {
  return providerRecord(parseModelId(modelId)?.provider ?? '')?.prefix ?? DEFAULT_RULE;
}
