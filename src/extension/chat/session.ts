import { randomUUID } from 'node:crypto';
import { createInitialChatState } from '../../shared/chatReducer.ts';
import type { TranscriptItem } from '../../shared/chatState.ts';
import type { CacheSafeParamsStore } from '../background/cacheSafeParams.ts';
import type { Usage } from '../model/chatModel.ts';
import type { Message } from '../model/message.ts';
import type { ModelPricing } from '../model/pricing.ts';
import type { SelectedModel } from '../model/selectedModel.ts';
import type { Clock } from '../ports/clock.ts';
import { Emitter } from '../ports/emitter.ts';
import type { ToolRegistry } from '../tools/registry.ts';
import { AnswerPresenter } from './answerPresenter.ts';
import { toPromptContent, type Attachment } from './attachment.ts';
import { answerSiblings, promptSiblings } from './branches.ts';
import { ChatClient, type ClientRequest } from './chatClient.ts';
import type { ChatStore } from './chatStore.ts';
import { WindowClosing } from './closing.ts';
import type { AnswerNode, PromptNode, RecordedResult } from './conversation.ts';
import { toCuratedHistory } from './curatedHistory.ts';
import type { DraftView } from './drafts.ts';
import type { OpenConversation } from './openConversation.ts';
import { toSpending } from './spending.ts';
import { IdeContextFeed, type IdeContextStore } from './ideContextFeed.ts';
import { systemPrompt } from './systemPrompt.ts';
import { titleOf } from './title.ts';
import type { ToolRunner } from './toolRunner.ts';
import { answerStatus, lastAnswer, toTranscript } from './transcript.ts';
import type { ClientEvent } from './turn.ts';
import type { WorkspaceRoot } from '../ports/workspace.ts';

/** A prompt that was answered, or not: the moment on which suggestion and speculation hang (seed 002, session states). */
export interface FinishedPrompt {
  readonly model: SelectedModel;
  /** The conversation's active leaf. */
  readonly leaf: string;
}

/** One model message of an accepted speculation with the results of its calls. */
export interface PreparedRound {
  readonly message: Message;
  /** What its request cost; null where the provider did not tell. */
  readonly usage: Usage | null;
  readonly results: readonly RecordedResult[];
}

/** What a speculation has done, once it has been applied. */
export interface PreparedAnswer {
  readonly suggestionText: string;
  readonly rounds: readonly PreparedRound[];
  readonly modelId: string;
  /** Files, for people, in which the user changed or took back what was prepared. */
  readonly amended: readonly string[];
}

export interface ChatSessionOptions {
  readonly opened: OpenConversation;
  readonly store: ChatStore;
  readonly registry: ToolRegistry;
  readonly runner: ToolRunner;
  readonly cacheSafeParams: CacheSafeParamsStore;
  readonly roots: readonly WorkspaceRoot[];
  readonly ideContext: IdeContextStore;
  /** Never rejects. */
  readonly loadPricing: (modelId: string) => Promise<ModelPricing>;
  readonly clock: Clock;
}

/** What goes with a prompt's text. */
export interface PromptOptions {
  readonly attachments?: readonly Attachment[];
  /** The prompt on the path whose sibling this one is; it follows the active leaf where none is given. */
  readonly replaces?: PromptNode | undefined;
}

/** How a run's answer gets into the transcript. */
interface RunView {
  /** The item that the answer continues; a new one where there is none. */
  readonly continues?: string;
  /** The prompt's item takes the place of this one and all that follow it. */
  readonly replaces?: string;
}

/** One open chat: takes prompts, runs them to their end, and keeps store and conversation in step. */
export class ChatSession {
  private readonly options: ChatSessionOptions;
  private readonly client: ChatClient;
  private readonly finished = new Emitter<FinishedPrompt>();
  private readonly ideContext: IdeContextFeed;
  private model: SelectedModel | undefined;
  private running: { abort: AbortController; done: Promise<void> } | undefined;

  readonly onDidFinishPrompt = this.finished.event;

  constructor(options: ChatSessionOptions) {
    this.options = options;
    const { opened, registry, cacheSafeParams, loadPricing, clock, roots } = options;
    this.ideContext = new IdeContextFeed(options.ideContext);
    this.client = new ChatClient({
      conversation: opened.conversation,
      registry,
      cacheSafeParams,
      ideContext: this.ideContext,
      loadPricing,
      clock,
      systemPrompt: () => systemPrompt(roots),
      selectModel: () => this.promptModel(),
    });
    cacheSafeParams.clear();
  }

  get id(): string {
    return this.options.opened.conversation.id;
  }

  get leaf(): string | null {
    return this.options.opened.conversation.leaf;
  }

  get isIdle(): boolean {
    return this.running === undefined;
  }

  curatedHistory(): readonly Message[] {
    return toCuratedHistory(this.options.opened.conversation.path());
  }

  /** Puts the conversation, as it is on disk, into the store. */
  show(draft: DraftView): void {
    const { opened, store } = this.options;
    const { model, approvalMode, draftRevision, firstSteps, ideContext } = store.state;
    const items = this.transcript();
    store.replace({
      ...createInitialChatState(this.id),
      ...draft,
      items,
      title: titleOf(opened.conversation),
      model,
      approvalMode,
      firstSteps,
      ideContext,
      sharesEditor: opened.conversation.sharesEditor,
      draftRevision: draftRevision + 1,
      notice: opened.warning ? { severity: 'warning', message: opened.warning, action: null } : null,
    });
  }

  /** A prompt that the transcript shows. */
  shownPrompt(itemId: string): PromptNode | undefined {
    const path = this.options.opened.conversation.path();
    return path.filter((node) => node.kind === 'prompt').find((prompt) => prompt.id === itemId);
  }

  /** Any prompt of the conversation. */
  prompt(itemId: string): PromptNode | undefined {
    const node = this.options.opened.conversation.node(itemId);
    return node?.kind === 'prompt' ? node : undefined;
  }

  /** Records the prompt and starts answering it. The caller has seen to it that the session is idle. */
  submit(text: string, model: SelectedModel, { attachments = [], replaces }: PromptOptions = {}): void {
    const content = toPromptContent(text, attachments);
    const place = replaces ? { parent: replaces.parent } : {};
    this.run({ kind: 'prompt', ...content, ...place }, model, replaces ? { replaces: replaces.id } : {});
  }

  /**
   * Asks again for an answer of the transcript; the old one and what followed it stay in the conversation as siblings.
   * One that failed or was interrupted goes on from its last whole tool round, because what that did is done.
   */
  retry(itemId: string, model: SelectedModel): boolean {
    const { opened, store } = this.options;
    const { conversation } = opened;
    const answer = this.answerFrom(itemId);
    const [first] = answer;
    const last = answer.at(-1);
    if (!first || !last) return false;
    conversation.switchTo(resumePoint(last) ?? first.parent);
    store.dispatch({ type: 'items-dropped', fromId: itemId });
    const kept = this.transcript().at(-1);
    if (kept?.kind === 'answer') {
      store.dispatch({ type: 'item-added', item: { ...kept, status: 'streaming', error: null } });
    }
    this.run({ kind: 'continuation' }, model, kept?.kind === 'answer' ? { continues: kept.id } : {});
    return true;
  }

  /** Shows the sibling before or after an item, with what followed it last. False where there is none. */
  switchBranch(itemId: string, step: -1 | 1): boolean {
    const { opened, store, cacheSafeParams } = this.options;
    const leaf = this.leafOfSibling(itemId, step);
    if (leaf === undefined) return false;
    opened.conversation.switchTo(leaf);
    cacheSafeParams.clear();
    this.ideContext.forget();
    const kept = store.state.items.findIndex((item) => item.id === itemId);
    store.dispatch({ type: 'items-dropped', fromId: itemId });
    for (const item of this.transcript().slice(kept)) store.dispatch({ type: 'item-added', item });
    this.showTitle();
    return true;
  }

  /** Stops the answer; resolves when everything about it has been recorded. */
  async stop(): Promise<void> {
    this.running?.abort.abort();
    await this.running?.done;
  }

  /** The window goes away: what runs is interrupted, and everything about it is on disk when this resolves. */
  async close(): Promise<void> {
    this.running?.abort.abort(new WindowClosing());
    await this.running?.done;
    await this.flush();
  }

  rename(title: string): void {
    this.options.opened.conversation.rename(title);
    this.options.store.dispatch({ type: 'title-changed', title });
  }

  /** Whether prompts tell the model of the user's editor. */
  shareEditor(shared: boolean): void {
    this.options.opened.conversation.shareEditor(shared);
    this.options.store.dispatch({ type: 'editor-sharing-changed', sharesEditor: shared });
  }

  /** Tries to bring everything so far to disk; false where some of it is not. */
  flush(): Promise<boolean> {
    return this.options.opened.writer.flush();
  }

  /** Takes over what a speculation did, as if it had been answered live. Returns the new leaf. */
  async adopt({ suggestionText, rounds, modelId, amended }: PreparedAnswer): Promise<string> {
    const { opened, store, loadPricing } = this.options;
    const { conversation } = opened;
    const pricing = await loadPricing(modelId);
    const before = conversation.path().length;
    conversation.addPrompt([{ type: 'text', text: suggestionText }]);
    const promptId = randomUUID();
    for (const [index, { message, usage, results }] of rounds.entries()) {
      const isLast = index === rounds.length - 1;
      const note = isLast && amended.length > 0 ? { amended } : {};
      const answer = conversation.openAnswer({ modelId, promptId, speculated: true, ...note });
      const stopReason = results.length > 0 ? 'tools' : 'done';
      const spending = toSpending({ usage }, pricing);
      conversation.closeAnswer(answer.id, { outcome: 'stopped', stopReason, message, usage, ...spending });
      for (const result of results) conversation.addResult(answer.id, result);
    }
    for (const item of toTranscript(conversation.path().slice(before), conversation)) {
      store.dispatch({ type: 'item-added', item });
    }
    return conversation.leaf ?? '';
  }

  private promptModel(): SelectedModel {
    if (!this.model) throw new Error('A prompt runs without a model');
    return this.model;
  }

  private run(request: ClientRequest, model: SelectedModel, view: RunView): void {
    if (this.running) throw new Error('A prompt is being answered already');
    this.model = model;
    const abort = new AbortController();
    const { store, opened, clock } = this.options;
    store.dispatch({ type: 'status-changed', status: 'responding' });
    this.forgetOtherPath(request);
    const presenter = new AnswerPresenter(store, opened.conversation, clock, view.continues);
    const done = this.submitQuery(request, view, presenter, abort.signal).finally(() => this.finish(model));
    this.running = { abort, done };
    // What fails in here is a defect of ours: `done` tells whoever stops, the edge below tells the log.
    done.catch((error: unknown) => this.options.runner.reportDefect(error));
  }

  /** Runs turns until the model has no more calls (seed 002, `submitQuery`): one prompt id, one prompt recorded. */
  private async submitQuery(
    request: ClientRequest,
    view: RunView,
    presenter: AnswerPresenter,
    signal: AbortSignal,
  ): Promise<void> {
    const { store, runner, opened } = this.options;
    const promptId = randomUUID();
    let next: ClientRequest = request;
    try {
      for (;;) {
        const asked = next;
        const show = (event: ClientEvent): void => {
          if (event.type === 'model-info') this.showPrompt(asked, view);
          presenter.handle(event);
        };
        const { answerId, pendingCalls } = await this.client.sendMessageStream(asked, promptId, show, signal);
        if (pendingCalls.length === 0) return;
        await runner.run(pendingCalls, { conversation: opened.conversation, answerId, presenter, store }, signal);
        if (signal.aborted) return;
        next = { kind: 'continuation' };
      }
    } finally {
      presenter.end(signal.aborted);
    }
  }

  /** The prompt is shown once it is recorded, with the id it was recorded under. */
  private showPrompt(request: ClientRequest, { replaces }: RunView): void {
    if (request.kind !== 'prompt') return;
    const { store } = this.options;
    const item = this.transcript().findLast((candidate) => candidate.kind === 'user');
    if (!item) return;
    if (replaces) store.dispatch({ type: 'items-dropped', fromId: replaces });
    this.showTitle();
    store.dispatch({ type: 'item-added', item });
  }

  /** It is the first prompt's, which may have become another. */
  private showTitle(): void {
    const { opened, store } = this.options;
    const title = titleOf(opened.conversation);
    if (store.state.title !== title) store.dispatch({ type: 'title-changed', title });
  }

  /** The messages of the answer that an item of the transcript shows; none where it shows no answer. */
  private answerFrom(itemId: string): readonly AnswerNode[] {
    const path = this.options.opened.conversation.path();
    const start = path.findIndex((node) => node.id === itemId);
    const isAnswer = path[start]?.kind === 'answer' && path[start - 1]?.kind !== 'answer';
    const next = path.findIndex((node, index) => index > start && node.kind === 'prompt');
    return isAnswer ? lastAnswer(path.slice(start, next < 0 ? undefined : next)) : [];
  }

  private leafOfSibling(itemId: string, step: -1 | 1): string | undefined {
    const { conversation } = this.options.opened;
    const node = conversation.node(itemId);
    const end = this.answerFrom(itemId).at(-1);
    if (!this.options.store.state.items.some((item) => item.id === itemId)) return undefined;
    if (node?.kind === 'prompt') {
      const sibling = neighbour(promptSiblings(conversation, node), itemId, step);
      return sibling && conversation.leafUnder(sibling);
    }
    const sibling = end && neighbour(answerSiblings(conversation, end), end.id, step);
    if (!sibling) return undefined;
    // Other answers may go on from it as well: they are siblings of their own.
    const prompts = conversation.childrenOf(sibling).filter((child) => child.kind === 'prompt');
    const next = conversation.latest(prompts.map((prompt) => prompt.id));
    return next === undefined ? sibling : conversation.leafUnder(next);
  }

  /** A kept request is the beginning of the next one only while its answer is on the path. */
  private forgetOtherPath(request: ClientRequest): void {
    const { opened, cacheSafeParams } = this.options;
    const kept = cacheSafeParams.current?.leaf;
    const leaf = request.kind === 'prompt' && request.parent !== undefined ? request.parent : this.leaf;
    if (!opened.conversation.path(leaf).some((node) => node.id === kept)) cacheSafeParams.clear();
  }

  private transcript(): TranscriptItem[] {
    const { conversation } = this.options.opened;
    return toTranscript(conversation.path(), conversation);
  }

  private finish(model: SelectedModel): void {
    this.running = undefined;
    this.options.store.dispatch({ type: 'status-changed', status: 'idle' });
    const last = this.options.opened.conversation.path().at(-1);
    if (last?.kind === 'answer') this.finished.fire({ model, leaf: last.id });
  }
}

/** The node after which an unfinished answer goes on; undefined where it starts over. */
function resumePoint(last: AnswerNode): string | null | undefined {
  const status = answerStatus(last);
  if (status !== 'failed' && status !== 'interrupted') return undefined;
  const isWhole = last.close?.outcome === 'stopped';
  return isWhole ? last.id : last.parent;
}

function neighbour(ids: readonly string[], id: string, step: -1 | 1): string | undefined {
  const index = ids.indexOf(id);
  return index < 0 ? undefined : ids[index + step];
}
