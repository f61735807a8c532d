import { randomUUID } from 'node:crypto';
import { createInitialChatState } from '../../../shared/chatReducer.ts';
import type { IdeContextView } from '../../../shared/chatState.ts';
import type { TranscriptItem } from '../../../shared/transcriptItem.ts';
import { INITIAL_SUGGESTING, type BackgroundCostView, type Suggesting } from '../../../shared/suggesting.ts';
import type { BackgroundCost, BackgroundUsage } from '../../background/usage.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ToolCallPart } from '../../model/message.ts';
import type { ToolRegistry } from '../../tools/registry.ts';
import { AnswerPresenter } from './answerPresenter.ts';
import { answerSiblings, promptSiblings } from '../conversation/branches.ts';
import { backgroundAmountsOf, chatSpending } from '../conversation/chatSpending.ts';
import type { ChatStore, DraftView, QueueView } from './chatStore.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { AnswerNode, ConversationNode, PromptNode } from '../conversation/conversationNode.ts';
import type { PreparedTurn } from '../conversation/preparedAnswer.ts';
import { titleOf } from '../conversation/title.ts';
import type { ClientEvent } from '../agent/clientEvent.ts';
import { toShellLineView } from './shellLineView.ts';
import { showCompression } from './showCompression.ts';
import { continuesAfter, toSummaryItem } from './summaryItem.ts';
import { answerBranch, answerTotals, lastAnswer, toTranscript, toUnrecordedItem } from './transcript.ts';

/** The part of the panel's state that belongs to a chat but not to its conversation. */
export type Unsent = DraftView & QueueView;

/** Renders a conversation in the panel, and finds the nodes of a panel item. */
export class ConversationView {
  readonly conversation: Conversation;
  readonly store: ChatStore;
  readonly registry: ToolRegistry;
  /** The item of an answer that is not in the conversation yet. */
  private unrecorded: string | undefined;

  constructor(conversation: Conversation, store: ChatStore, registry: ToolRegistry) {
    this.conversation = conversation;
    this.store = store;
    this.registry = registry;
  }

  show({ messageModel, ...unsent }: Unsent, warning: string | null, ideContext: IdeContextView | null): void {
    const { model, approvalMode, hasFolder, draftRevision, firstSteps, instructions, spending } = this.store.state;
    const { keptPreviews, completing, vimMode, isTrusted, composerMenu, commands, showsCitations } = this.store.state;
    const { total, background } = chatSpending(this.conversation);
    this.store.replace({
      ...createInitialChatState(this.conversation.id),
      ...unsent,
      items: this.items(),
      title: titleOf(this.conversation),
      model,
      approvalMode,
      hasFolder,
      firstSteps,
      ideContext,
      instructions,
      keptPreviews,
      completing,
      vimMode,
      isTrusted,
      showsCitations,
      composerMenu: { ...composerMenu, messageModel },
      commands,
      shellLines: this.conversation.shellLines.map((line) => toShellLineView(line, this.conversation)),
      sharesEditor: this.conversation.sharesEditor,
      suggesting: { ...INITIAL_SUGGESTING, ...toCosts(background) },
      spending: { chat: total, today: spending.today },
      draftRevision: draftRevision + 1,
      notice: warning ? { severity: 'warning', message: warning, action: null } : null,
    });
  }

  items(): TranscriptItem[] {
    return this.toItems(this.conversation.path());
  }

  /** Shows the last recorded prompt. Drops `replaces` and all items after it. */
  showPrompt(replaces: string | undefined): void {
    const item = this.items().findLast((candidate) => candidate.kind === 'user');
    if (!item) return;
    if (replaces) this.store.dispatch({ type: 'items-dropped', fromId: replaces });
    this.removeLaterHint();
    this.showTitle();
    this.store.dispatch({ type: 'item-added', item });
  }

  /**
   * Replaces the items from `droppedFrom` on with those of the active path. If the path ends in an answer, shows the
   * answer as streaming and returns its item's id.
   */
  showResumed(droppedFrom: string): string | undefined {
    const index = this.store.state.items.findIndex(({ id }) => id === droppedFrom);
    this.store.dispatch({ type: 'items-dropped', fromId: droppedFrom });
    const kept = index < 0 ? [] : this.items().slice(index);
    const last = kept.at(-1);
    for (const item of kept) {
      const isResumed = item === last && item.kind === 'answer';
      this.store.dispatch({
        type: 'item-added',
        item: isResumed ? { ...item, status: 'streaming', error: null } : item,
      });
    }
    return last?.kind === 'answer' ? last.id : undefined;
  }

  /**
   * Drops the items from `droppedFrom` on, because message `answerId` takes their place. If earlier messages of the
   * answer precede that message, adds them as a streaming answer and returns the item's id.
   */
  showReplaced(droppedFrom: string, answerId: string): string | undefined {
    this.store.dispatch({ type: 'items-dropped', fromId: droppedFrom });
    const parent = this.conversation.node(answerId)?.parent ?? null;
    const kept = this.toItems(this.conversation.path(parent)).at(-1);
    if (kept?.kind !== 'answer') return undefined;
    this.store.dispatch({ type: 'item-added', item: { ...kept, status: 'streaming', error: null, stop: null } });
    return kept.id;
  }

  /** Shows `turns` as the current answer, which is not in the conversation yet. */
  showUnrecorded(turns: readonly PreparedTurn[], modelId: string): void {
    const item = toUnrecordedItem((this.unrecorded ??= randomUUID()), turns, modelId, this.registry);
    this.store.dispatch({ type: 'items-dropped', fromId: item.id });
    this.store.dispatch({ type: 'item-added', item });
  }

  dropUnrecorded(): void {
    if (this.unrecorded) this.store.dispatch({ type: 'items-dropped', fromId: this.unrecorded });
    this.unrecorded = undefined;
  }

  /**
   * Shows that the last answer continues and that its `calls` will run. Returns the id of the answer's item; undefined
   * if the last item is not an answer.
   */
  showRunning(calls: readonly ToolCallPart[]): string | undefined {
    const item = this.store.state.items.at(-1);
    if (item?.kind !== 'answer') return undefined;
    const itemId = item.id;
    this.store.dispatch({ type: 'answer-updated', itemId, patch: { status: 'streaming' } });
    for (const { id: callId } of calls) {
      this.store.dispatch({ type: 'tool-call-update', itemId, callId, patch: { status: 'validating' } });
    }
    return itemId;
  }

  /** Adds the items of the path after its first `length` nodes. */
  showSince(length: number): void {
    this.removeLaterHint();
    for (const item of this.toItems(this.conversation.path().slice(length))) {
      this.store.dispatch({ type: 'item-added', item });
    }
  }

  /** Replaces the items from `itemId` on with those of the active branch. */
  showBranch(itemId: string): void {
    const kept = this.store.state.items.findIndex((item) => item.id === itemId);
    this.store.dispatch({ type: 'items-dropped', fromId: itemId });
    for (const item of this.items().slice(kept)) this.store.dispatch({ type: 'item-added', item });
    this.showTitle();
  }

  /**
   * Shows the active path. Keeps the items at the start that are shown already, except the last of these items, whose
   * number of versions may have changed.
   */
  showPath(): void {
    const shown = this.store.state.items;
    const items = this.items();
    const other = shown.findIndex(({ id }, index) => items[index]?.id !== id);
    const first = Math.max(0, (other < 0 ? shown.length : other) - 1);
    const from = shown[first];
    if (from) this.store.dispatch({ type: 'items-dropped', fromId: from.id });
    for (const item of items.slice(first)) this.store.dispatch({ type: 'item-added', item });
    this.showTitle();
  }

  /** Renders the last item again. */
  showLastAgain(): void {
    const last = this.store.state.items.at(-1);
    if (last) this.showBranch(last.id);
  }

  /** Removes the hint about later prompts on another branch, because a prompt now follows the last answer. */
  private removeLaterHint(): void {
    const last = this.store.state.items.at(-1);
    if (last?.kind !== 'answer' || !last.branch?.later) return;
    const { index, count } = last.branch;
    const branch = count > 1 ? { index, count } : null;
    this.store.dispatch({ type: 'branch-changed', itemId: last.id, branch });
  }

  private toItems(path: readonly ConversationNode[]): TranscriptItem[] {
    return toTranscript(path, this.conversation, this.registry);
  }

  /** Ends the transcript after item `itemId`. */
  showEnd(itemId: string): void {
    const { items } = this.store.state;
    const following = items[items.findIndex((item) => item.id === itemId) + 1];
    if (following) this.store.dispatch({ type: 'items-dropped', fromId: following.id });
    const branch = answerBranch(this.answerFrom(itemId), this.conversation);
    this.store.dispatch({ type: 'branch-changed', itemId, branch });
  }

  /** The title depends on the first prompt of the active path. */
  showTitle(): void {
    const title = titleOf(this.conversation);
    if (this.store.state.title !== title) this.store.dispatch({ type: 'title-changed', title });
  }

  showSpending(): void {
    const { total, background } = chatSpending(this.conversation);
    this.store.dispatch({ type: 'spending-changed', patch: { chat: total } });
    this.store.dispatch({ type: 'suggesting-changed', patch: toCosts(background) });
  }

  /** Updates the background cost of the answer that message `messageId` belongs to. */
  showBackgroundCost(messageId: string): void {
    const items = this.store.state.items.filter((item) => item.kind === 'answer');
    const shown = items.findLast((item) => this.answerFrom(item.id).some(({ id }) => id === messageId));
    if (shown) {
      const patch = { ...backgroundAmountsOf(this.answerFrom(shown.id)) };
      this.store.dispatch({ type: 'answer-updated', itemId: shown.id, patch });
      // If this background work prepared the next answer, the cost of the work now counts for the answer `shown`. The
      // next answer must not show the same cost.
      const next = items[items.indexOf(shown) + 1];
      if (next?.speculated) {
        const { usage, countedBefore = false } = answerTotals(this.answerFrom(next.id), this.conversation);
        if (countedBefore) {
          this.store.dispatch({ type: 'answer-updated', itemId: next.id, patch: { usage, countedBefore } });
        }
      }
    }
    this.showSpending();
  }

  get currentAnswer(): readonly AnswerNode[] {
    return lastAnswer(this.conversation.path());
  }

  setStatus(status: 'idle' | 'responding' | 'waiting-for-confirmation'): void {
    if (this.store.state.status !== status) this.store.dispatch({ type: 'status-changed', status });
  }

  /** `continues`: the item to continue; undefined for a new item. */
  present(clock: Clock, continues: string | undefined): AnswerPresenter {
    return new AnswerPresenter(this.store, this.conversation, this.registry, clock, continues);
  }

  /** Shows that the item's retry starts now. False if the item does not wait for a retry. */
  showRetry(itemId: string, now: number): boolean {
    const item = this.store.state.items.findLast((candidate) => candidate.id === itemId);
    if (item?.kind !== 'answer' || !item.retry) return false;
    this.store.dispatch({ type: 'answer-updated', itemId, patch: { retry: { ...item.retry, at: now } } });
    return true;
  }

  /** Shows why an attempt to continue a message has changed nothing. */
  showAttempt(message: string): void {
    const notice = { severity: 'info', message, action: null, untilNextAnswer: true } as const;
    this.store.dispatch({ type: 'notice-changed', notice });
  }

  /** Removes a notice that lasts until the next answer. Call when an answer begins, or another version is shown. */
  endNotice(): void {
    if (this.store.state.notice?.untilNextAnswer) this.store.dispatch({ type: 'notice-changed', notice: null });
  }

  /** Shows one step of a compression that the user has started. */
  showCompression(event: ClientEvent): void {
    if (event.type === 'compression-start' || event.type === 'compressed' || event.type === 'compression-end') {
      showCompression(event, this, undefined);
    }
  }

  showSummary(itemId: string): void {
    const node = this.conversation.node(itemId);
    if (node?.kind !== 'summary') return;
    const { kind: _kind, id: _id, ...patch } = toSummaryItem(node);
    this.store.dispatch({ type: 'summary-updated', itemId, patch });
  }

  /** Shows that the last answer was stopped because the user opened another chat. */
  showChatLeft(): void {
    const last = this.store.state.items.at(-1);
    if (last?.kind === 'answer')
      this.store.dispatch({ type: 'answer-updated', itemId: last.id, patch: { chatLeft: true } });
  }

  showSharing(sharesEditor: boolean): void {
    this.store.dispatch({ type: 'editor-sharing-changed', sharesEditor });
  }

  shownPrompt(itemId: string): PromptNode | undefined {
    const prompts = this.conversation.path().filter((node) => node.kind === 'prompt');
    return prompts.find((prompt) => prompt.id === itemId);
  }

  /** The messages of an answer item; empty if the item is not an answer on the active path. */
  answerFrom(itemId: string): readonly AnswerNode[] {
    const path = this.conversation.path();
    const start = path.findIndex((node) => node.id === itemId);
    const isAnswer = path[start]?.kind === 'answer' && path[start - 1]?.kind !== 'answer';
    const next = path.findIndex((node, index) => index > start && node.kind !== 'answer');
    return isAnswer ? lastAnswer(path.slice(start, next < 0 ? undefined : next)) : [];
  }

  /** Whether the answer continues after a steering prompt or a summary that follows this message. */
  continuesLater(message: AnswerNode): boolean {
    const path = this.conversation.path();
    return continuesAfter(path, path.indexOf(message) + 1);
  }

  /**
   * The leaf to switch to when another sibling of an item is chosen. `step`: the distance to that sibling, negative
   * for an earlier sibling.
   */
  leafOfSibling(itemId: string, step: number): string | undefined {
    const { conversation } = this;
    const node = conversation.node(itemId);
    const end = this.answerFrom(itemId).at(-1);
    if (!this.store.state.items.some((item) => item.id === itemId)) return undefined;
    if (node?.kind === 'prompt') {
      const sibling = neighbor(promptSiblings(conversation, node), itemId, step);
      return sibling && conversation.leafUnder(sibling);
    }
    const sibling = end && neighbor(answerSiblings(conversation, end), end.id, step);
    if (!sibling) return undefined;
    // Leaves out answer messages, because they belong to a longer answer, which is another sibling.
    const following = conversation.childrenOf(sibling).filter((child) => child.kind !== 'answer');
    const next = conversation.latest(following.map(({ id }) => id));
    return next === undefined ? sibling : conversation.leafUnder(next);
  }
}

function toCosts({
  prompt_suggestion,
  speculation,
  input_completion,
  translate,
}: BackgroundUsage): Partial<Suggesting> {
  return {
    suggestionCost: toCostView(prompt_suggestion),
    speculationCost: toCostView(speculation),
    completionCost: toCostView(input_completion),
    translationCost: toCostView(translate),
  };
}

function toCostView(cost: BackgroundCost | undefined): BackgroundCostView | null {
  if (!cost) return null;
  const { requests, input, output, cacheRead, cacheWrite, dollars, unpriced } = cost;
  return { requests, input, output, cacheRead, cacheWrite, cost: unpriced > 0 ? null : dollars };
}

function neighbor(ids: readonly string[], id: string, step: number): string | undefined {
  const index = ids.indexOf(id);
  return index < 0 ? undefined : ids[index + step];
}
