import type { CacheSafeParamsStore } from '../../background/cacheSafeParams.ts';
import type { ModelRequest, SelectedModel } from '../../model/chatModel.ts';
import type { ToolRegistry } from '../../tools/registry.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { toContinuedHistory, toCuratedHistory } from '../conversation/curatedHistory.ts';
import type { ContinuationForm } from '../../continue/form.ts';
import { guidingText, WRITER_SYSTEM_PROMPT } from '../../continue/prompts.ts';
import { toSentPrefix } from '../../continue/seam.ts';
import { toPlainMessage } from '../../background/standaloneQuery.ts';
import { userMessage, type Message } from '../../model/message.ts';
import { continuedPrompt } from '../conversation/continuedPrompt.ts';
import type { ContinuedMessage } from '../conversation/continuationPlan.ts';
import {
  messageOf,
  type AnswerNode,
  type ConversationNode,
  type PromptNode,
} from '../conversation/conversationNode.ts';
import type { SystemPrompt } from './systemPrompt.ts';
import type { Turn } from './turn.ts';

export interface RequestBuilderOptions {
  readonly conversation: Conversation;
  readonly registry: ToolRegistry;
  /** Constant within a prompt, unless a fact is saved. */
  readonly systemPrompt: Pick<SystemPrompt, 'textFor' | 'refresh'>;
  readonly cacheSafeParams: CacheSafeParamsStore;
}

/**
 * Builds the agent's requests. Unless the model, the system prompt, the tools or earlier messages have changed, a
 * request of `build` begins with the bytes of the previous request, which the provider has cached.
 */
export class RequestBuilder {
  private readonly options: RequestBuilderOptions;

  constructor(options: RequestBuilderOptions) {
    this.options = options;
  }

  /**
   * Reads the system prompt again. Call before the first request of a prompt, before a compression that the user has
   * asked for, and after a fact was saved.
   */
  async refresh(signal: AbortSignal): Promise<void> {
    await this.options.systemPrompt.refresh(signal);
  }

  build(
    model: SelectedModel,
    promptId: string,
    path: readonly ConversationNode[] = this.options.conversation.path(),
  ): ModelRequest {
    const { cacheSafeParams } = this.options;
    const messages = toContinuedHistory(path);
    const last = messages.length - 1;
    // This request reads the provider's cache up to `previous`; the next request will read it up to `last`.
    const previous = (cacheSafeParams.current?.request.messages.length ?? 0) - 1;
    const cacheAnchors = previous >= 0 && previous < last ? [previous, last] : [last];
    return { ...this.base(model, promptId), messages, cacheAnchors };
  }

  /** The texts that guide the model are not stored. */
  buildContinuation(
    model: SelectedModel,
    promptId: string,
    { node, prefix, end }: ContinuedMessage,
    form: ContinuationForm,
  ): ModelRequest {
    const base = this.base(model, promptId);
    const prompt = node.kind === 'prompt' ? node : continuedPrompt(node, this.options.conversation);
    if (prompt) return { ...base, ...this.toWriting(prompt, node.kind === 'prompt' ? '' : prefix) };
    const before = this.historyTo(node.parent);
    // Later requests do not contain the last messages of this request, so the anchor is before them.
    const cacheAnchors = before.length > 0 ? [before.length - 1] : [];
    if (form === 'native') {
      const sent = { type: 'text', text: toSentPrefix(prefix).sent } as const;
      const messages: Message[] = [...before, { role: 'assistant', prefix: true, parts: [sent] }];
      return { ...base, tools: [], thinking: 'off', messages, cacheAnchors };
    }
    const guide = { type: 'text', text: guidingText(end) } as const;
    const history = end.isEmpty ? before : this.historyTo(node.id, withoutLostCalls);
    const last = history.at(-1);
    const messages: Message[] =
      last?.role === 'user'
        ? history.with(-1, { ...last, parts: [...last.parts, guide] })
        : [...history, { role: 'user', parts: [guide] }];
    return { ...base, messages, cacheAnchors };
  }

  /**
   * Returns the fields of a request that continues a user's message. The request has no tools. The calls before the
   * message become text, because some providers refuse calls in such a request. `written`: the text that a model has
   * already added to the message.
   */
  private toWriting(
    { id }: PromptNode,
    written: string,
  ): Pick<ModelRequest, 'system' | 'tools' | 'messages' | 'cacheAnchors'> {
    const history = this.historyTo(id);
    const messages = history.slice(0, -1).map(toPlainMessage);
    const last = history.slice(-1).map((message) => ({
      ...message,
      parts: message.parts.filter((part) => part.type !== 'tool-result'),
    }));
    const added: Message[] = [
      { role: 'assistant', parts: [{ type: 'text', text: written }] },
      userMessage(guidingText({ wasCut: true, lostCalls: false, cutCall: null, isEmpty: false })),
    ];
    const all = [...messages, ...last, ...(written === '' ? [] : added)];
    return { system: WRITER_SYSTEM_PROMPT, tools: [], messages: all, cacheAnchors: [] };
  }

  private historyTo(
    leaf: string | null,
    change: (node: ConversationNode) => ConversationNode = (node) => node,
  ): Message[] {
    const path = leaf === null ? [] : this.options.conversation.path(leaf);
    return toCuratedHistory(path.map((node) => (node.id === leaf ? change(node) : node)));
  }

  private base(model: SelectedModel, promptId: string): Omit<ModelRequest, 'messages' | 'cacheAnchors'> {
    const { conversation, registry, systemPrompt } = this.options;
    return {
      model: model.name,
      system: systemPrompt.textFor(model.name),
      tools: registry.declarations,
      cacheKey: conversation.id,
      thinking: 'inherit',
      ...(model.effort && { effort: model.effort }),
      promptId,
    };
  }

  /** Saves the request and its answer for forks (see `CacheSafeParams`). */
  save({ answer }: Turn): void {
    if (!answer?.reply || 'error' in answer.end || answer.end.stopReason === 'aborted') return;
    this.options.cacheSafeParams.save(answer.modelId, answer.request, answer.reply, answer.answerId);
  }
}

/** Removes the calls, because they have not run and the model is asked to make them again. */
function withoutLostCalls(node: ConversationNode): ConversationNode {
  if (node.kind !== 'answer') return node;
  const message = messageOf(node);
  const parts = message.parts.filter((part) => part.type !== 'tool-call');
  const close: AnswerNode['close'] = node.close && { ...node.close, message: { ...message, parts } };
  return { ...node, close };
}
