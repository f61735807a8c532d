import type { ToolBlock } from '../../../shared/toolBlock.ts';
import type { AnswerItem, Block, CitationView } from '../../../shared/transcriptItem.ts';
import { emptyAnswer, toolBlock } from '../../../shared/emptyItems.ts';
import type { RetryEvent } from '../../model/chatModel.ts';
import type { Clock } from '../../ports/clock.ts';
import { lookOf, type ToolRegistry } from '../../tools/registry.ts';
import type { ChatStore } from './chatStore.ts';
import type { ClientEvent, ToolCallPatch } from '../agent/clientEvent.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { AnswerNode, PromptNode } from '../conversation/conversationNode.ts';
import { toolOutput } from '../conversation/toolResultView.ts';
import { toAgentCallRow } from './agentRow.ts';
import { showCompression } from './showCompression.ts';
import { toErrorView, toRetryReason } from './errorText.ts';
import { routedOf } from './routedView.ts';
import {
  addCitation,
  agentOf,
  answerBranch,
  answerStatus,
  answerTotals,
  lastAnswer,
  toContinuedView,
  toToolPatch,
  toUserItem,
} from './transcript.ts';

type TextEvent = Extract<ClientEvent, { readonly type: 'text-delta' | 'thinking-delta' }>;

/** Renders one prompt's answer in the panel while the answer streams. */
export class AnswerPresenter {
  readonly store: ChatStore;
  readonly conversation: Conversation;
  readonly registry: ToolRegistry;
  private readonly clock: Clock;
  private itemId: string | undefined;
  private modelId = '';
  /** The current model message continues this text. */
  private prefix = '';
  /** Index of the current model message's first block. A retry drops the blocks from this index on. */
  private turnStart = 0;
  /** Streamed text of the same kind is appended to this block. */
  private openBlock: { readonly kind: Block['kind']; readonly index: number } | undefined;

  /** `itemId`: the item to continue. Without it, the first turn adds an item. */
  constructor(store: ChatStore, conversation: Conversation, registry: ToolRegistry, clock: Clock, itemId?: string) {
    this.store = store;
    this.conversation = conversation;
    this.registry = registry;
    this.clock = clock;
    this.itemId = itemId;
  }

  handle(event: ClientEvent): void {
    switch (event.type) {
      case 'turn-start':
        this.beginTurn(event);
        return;
      case 'text-delta':
      case 'thinking-delta':
        this.append(event);
        return;
      case 'thinking-end':
        this.endThinking(event.duration);
        return;
      case 'tool-call-start':
        this.addBlock(this.toRow(event));
        return;
      case 'tool-call':
        if (!this.hasTool(event.call.id)) this.addBlock(this.toRow(event.call));
        return;
      case 'retry':
        this.dropTurn(event);
        return;
      case 'tool-call-update':
        this.updateTool(event.callId, event.patch);
        return;
      case 'tool-result': {
        const { result, view } = event.response;
        const output = toolOutput(result, view, this.registry.find(result.name));
        const agent = agentOf(view, result.callId, this.registry);
        this.updateTool(result.callId, { ...toToolPatch(view), ...agent, output });
        for (const citation of view.citations ?? []) this.addCitation(citation);
        return;
      }
      case 'agent-progress':
        this.showAgent(event);
        return;
      case 'end':
      case 'turn-limit':
      case 'loop':
        this.patch(answerTotals(this.nodes, this.conversation));
        return;
      case 'citation':
        this.addCitation(event);
        return;
      case 'steering':
        this.showSteering(event.prompt);
        return;
      case 'compression-start':
      case 'compressed':
      case 'compression-end':
        if (showCompression(event, this, this.itemId)) this.itemId = undefined;
        return;
      case 'prompt-recorded':
      case 'joined':
        return;
    }
  }

  private showAgent({ callId, progress }: Extract<ClientEvent, { type: 'agent-progress' }>): void {
    if (!this.itemId) return;
    if (progress.kind === 'begun') {
      this.updateTool(callId, { agent: { model: progress.model, calls: [], count: 0 } });
      return;
    }
    if (progress.kind === 'retry') {
      const row = this.answer?.blocks.find((block) => block.kind === 'tool' && block.callId === callId);
      const agent = row?.kind === 'tool' ? row.agent : undefined;
      if (agent) this.updateTool(callId, { agent: { ...agent, retries: progress.isWaiting } });
      return;
    }
    const call = toAgentCallRow(progress.call, this.registry);
    this.store.dispatch({ type: 'agent-call-update', itemId: this.itemId, callId, call });
  }

  private toRow(call: { readonly id: string; readonly name: string }): ToolBlock {
    return toolBlock(call, lookOf(this.registry, call.name));
  }

  /** `goesOn`: another request will continue the answer, so the panel shows no notice about the end of this request. */
  end(stopped: boolean, goesOn: boolean): void {
    const answer = this.answer;
    const last = this.nodes.at(-1);
    if (!answer || !last) return;
    for (const block of answer.blocks) {
      const open = block.kind === 'tool' && !['success', 'error', 'cancelled'].includes(block.status);
      if (open) this.updateTool(block.callId, { status: 'cancelled', approval: null });
    }
    const error = last.close?.outcome === 'failed' ? toErrorView(last.close.error, last.modelId) : null;
    const status = goesOn ? 'streaming' : stopped ? 'stopped' : answerStatus(last);
    this.patch({ status, error, retry: null, ...(answer.chatLeft && { chatLeft: false }) });
  }

  /** The rest of the answer becomes a new item after the prompt. */
  private showSteering(prompt: PromptNode): void {
    this.patch({ status: 'done' });
    this.itemId = undefined;
    this.store.dispatch({ type: 'item-added', item: toUserItem(prompt, this.conversation) });
  }

  private beginTurn({ answerId, modelId, prefix = '' }: Extract<ClientEvent, { type: 'turn-start' }>): void {
    this.modelId = modelId;
    this.prefix = prefix;
    if (!this.itemId) {
      this.itemId = answerId;
      this.store.dispatch({
        type: 'item-added',
        item: {
          ...emptyAnswer(answerId, false),
          models: [modelId],
          routed: routedOf(this.nodes, this.conversation),
        },
      });
    }
    this.showBranch(this.itemId);
    this.turnStart = this.answer?.blocks.length ?? 0;
    this.openBlock = undefined;
    const continued = toContinuedView(this.nodes, this.conversation);
    if (continued) this.patch({ continued });
    if (prefix !== '') this.addBlock({ kind: 'text', text: prefix });
  }

  private dropTurn({ attempt, maxAttempts, delay, error }: RetryEvent): void {
    if (!this.itemId) return;
    this.store.dispatch({ type: 'blocks-dropped', itemId: this.itemId, index: this.turnStart });
    this.openBlock = undefined;
    if (this.prefix !== '') this.addBlock({ kind: 'text', text: this.prefix });
    const reason = toRetryReason(error, this.modelId);
    const { citations } = answerTotals(this.nodes, this.conversation);
    this.patch({ citations, retry: { attempt, maxAttempts, at: this.clock.now() + delay, reason } });
  }

  private append({ type, text }: TextEvent): void {
    const { itemId, openBlock } = this;
    if (!itemId) return;
    const kind = type === 'text-delta' ? 'text' : 'thinking';
    if (openBlock?.kind === kind) this.store.dispatch({ type, itemId, index: openBlock.index, text });
    else if (this.prefix === '' || !this.appendToContinued(itemId, kind, text))
      this.addBlock(kind === 'text' ? { kind, text } : { kind, text, duration: null });
  }

  /**
   * Appends to a message that begins with `prefix`. As in the recorded message, text follows the prefix, and thoughts
   * precede the prefix. False if the message has other blocks, such as calls.
   */
  private appendToContinued(itemId: string, kind: 'text' | 'thinking', text: string): boolean {
    const [first, second, ...more] = this.answer?.blocks.slice(this.turnStart) ?? [];
    const thinking = first?.kind === 'thinking' ? first : undefined;
    const written = thinking ? second : first;
    if (written?.kind !== 'text' || (thinking ? more.length > 0 : second !== undefined)) return false;
    if (kind === 'text') {
      const index = this.turnStart + (thinking ? 1 : 0);
      this.store.dispatch({ type: 'text-delta', itemId, index, text });
      this.openBlock = { kind, index };
    } else if (thinking) {
      this.store.dispatch({ type: 'thinking-delta', itemId, index: this.turnStart, text });
      this.openBlock = { kind, index: this.turnStart };
    } else {
      this.store.dispatch({ type: 'blocks-dropped', itemId, index: this.turnStart });
      this.addBlock({ kind, text, duration: null });
      this.addBlock(written);
      this.openBlock = { kind, index: this.turnStart };
    }
    return true;
  }

  private addBlock(block: Block): void {
    if (!this.itemId) return;
    if (this.answer?.retry) this.patch({ retry: null });
    this.openBlock = { kind: block.kind, index: this.answer?.blocks.length ?? 0 };
    this.store.dispatch({ type: 'block-added', itemId: this.itemId, block });
  }

  private endThinking(duration: number): void {
    if (!this.itemId) return;
    const index = this.answer?.blocks.findLastIndex((block) => block.kind === 'thinking') ?? -1;
    if (index >= 0) this.store.dispatch({ type: 'thinking-end', itemId: this.itemId, index, duration });
  }

  private updateTool(callId: string, patch: ToolCallPatch): void {
    if (!this.itemId) return;
    const { status } = patch;
    const isSame = status === undefined || (status === 'executing' && this.isExecuting(callId));
    const started = isSame ? patch : { ...patch, startedAt: status === 'executing' ? this.clock.now() : null };
    this.store.dispatch({ type: 'tool-call-update', itemId: this.itemId, callId, patch: started });
  }

  private hasTool(callId: string): boolean {
    const since = this.answer?.blocks.slice(this.turnStart) ?? [];
    return since.some((block) => block.kind === 'tool' && block.callId === callId);
  }

  private isExecuting(callId: string): boolean {
    const blocks = this.answer?.blocks ?? [];
    return blocks.some((block) => block.kind === 'tool' && block.callId === callId && block.status === 'executing');
  }

  private patch(patch: Partial<Omit<AnswerItem, 'kind' | 'id' | 'blocks'>>): void {
    if (this.itemId) this.store.dispatch({ type: 'answer-updated', itemId: this.itemId, patch });
  }

  private addCitation(citation: CitationView): void {
    const known = this.answer?.citations ?? [];
    const citations = addCitation(known, citation);
    if (citations !== known) this.patch({ citations });
  }

  /** Updates the counter of siblings, because a new answer may not be the first one to its prompt. */
  private showBranch(itemId: string): void {
    const branch = answerBranch(this.nodes, this.conversation);
    const shown = this.answer?.branch ?? null;
    if (JSON.stringify(shown) !== JSON.stringify(branch))
      this.store.dispatch({ type: 'branch-changed', itemId, branch });
  }

  private get nodes(): readonly AnswerNode[] {
    return lastAnswer(this.conversation.path());
  }

  private get answer(): AnswerItem | undefined {
    const item = this.store.state.items.findLast((candidate) => candidate.id === this.itemId);
    return item?.kind === 'answer' ? item : undefined;
  }
}
