import type { ModelRequest, SelectedModel } from '../model/chatModel.ts';
import type { Message } from '../model/message.ts';
import { parseModelId } from '../model/modelId.ts';
import { providerRecord } from '../model/providers/providerList.ts';
import type { PrefixRule } from '../model/providers/providerRecord.ts';

/**
 * A snapshot: the last request of the chat's agent as it was sent, or the last request of an applied speculation, and
 * the assistant message that the request produced. A fork is a request that appends one user message to the snapshot
 * and nothing else, so that the provider's prefix cache hits and the fork contains the latest answer. A fork keeps all
 * messages, because a shorter history would change the prefix.
 */
export interface CacheSafeParams {
  /** The model that the request was sent to, as `<provider>/<model>`. */
  readonly modelId: string;
  readonly request: ModelRequest;
  readonly answer: Message;
  /**
   * The beginning of the next user message: a text about changes since the answer. Missing if there is no such text.
   */
  readonly note?: string | undefined;
  /** The answer's id in the conversation. */
  readonly leaf: string;
  /** Incremented when the system prompt or the tools differ from those of the last snapshot. */
  readonly version: number;
}

/**
 * Holds the current snapshot. A snapshot is saved after each successful request of the chat's agent, and after a
 * speculation is applied if the chat continues from the speculation's last request. The snapshot is cleared when a chat
 * is opened or compressed, when its summary changes, or when another path of the chat is shown. It is also cleared when
 * a request does not follow the snapshot's answer, or if the system prompt or the tools have changed since an applied
 * speculation began. Clearing keeps the version, so that `isCurrent` stays false for work that began before the system
 * prompt or the tools changed.
 */
export class CacheSafeParamsStore {
  private params: CacheSafeParams | undefined;
  private version = 0;
  private fingerprint = '';

  get current(): CacheSafeParams | undefined {
    return this.params;
  }

  /**
   * `answer` is the message that `request` produced. `leaf` is the answer's id in the conversation. `note` is empty if
   * there is no note.
   */
  save(modelId: string, request: ModelRequest, answer: Message, leaf: string, note = ''): CacheSafeParams {
    const fingerprint = JSON.stringify([request.system, request.tools]);
    if (fingerprint !== this.fingerprint) this.version += 1;
    this.fingerprint = fingerprint;
    // A copy, because the caller's list may grow, and a fork needs the messages that were sent.
    const sent = { ...request, messages: [...request.messages] };
    this.params = { modelId, request: sent, answer, leaf, version: this.version, ...(note !== '' && { note }) };
    return this.params;
  }

  /**
   * False if the system prompt or the tools have changed, because the params are then not a prefix of the next request.
   */
  isCurrent({ version }: Pick<CacheSafeParams, 'version'>): boolean {
    return version === this.version;
  }

  clear(): void {
    this.params = undefined;
  }
}

/**
 * The request that continues a snapshot by one user message: the bytes of the snapshot's request (the parent), then the
 * answer, then the message. The message begins with the snapshot's note, as in the conversation. The parent's cache
 * anchors stay, because moving one would change the parent's bytes. Another model cannot use the parent's cache, so its
 * request need not keep the parent's settings: it has no effort, and thinking is off. For the parent's own model,
 * thinking is off if it is not part of the prefix that the provider's cache compares.
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

/**
 * For an unknown provider, Premove assumes that the server caches the prefix, and that thinking is part of the prefix.
 */
const DEFAULT_RULE: PrefixRule = { cache: 'automatic', thinking: 'keep' };

/** How the prefix cache of `<provider>/<model>` works. `wiresPrefix.test.ts` checks the bytes that are sent. */
export function prefixRuleOf(modelId: string): PrefixRule {
  return providerRecord(parseModelId(modelId)?.provider ?? '')?.prefix ?? DEFAULT_RULE;
}
