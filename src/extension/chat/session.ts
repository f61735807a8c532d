import { randomUUID } from 'node:crypto';
import { createInitialChatState } from '../../shared/chatState.ts';
import type { CacheSafeParamsStore } from '../background/cacheSafeParams.ts';
import type { Usage } from '../model/chatModel.ts';
import type { Message } from '../model/message.ts';
import type { SelectedModel } from '../model/selectedModel.ts';
import type { Clock } from '../ports/clock.ts';
import { Emitter } from '../ports/emitter.ts';
import type { ToolRegistry } from '../tools/registry.ts';
import { AnswerPresenter } from './answerPresenter.ts';
import { ChatClient, type ClientRequest } from './chatClient.ts';
import type { ChatStore } from './chatStore.ts';
import { WindowClosing } from './closing.ts';
import type { AnswerNode, RecordedResult } from './conversation.ts';
import { toCuratedHistory } from './curatedHistory.ts';
import type { OpenConversation } from './openConversation.ts';
import { systemPrompt } from './systemPrompt.ts';
import { toTitle } from './title.ts';
import type { ToolRunner } from './toolRunner.ts';
import { answerStatus, toTranscript } from './transcript.ts';
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
  readonly clock: Clock;
}

/** One open chat: takes prompts, runs them to their end, and keeps store and conversation in step. */
export class ChatSession {
  private readonly options: ChatSessionOptions;
  private readonly client: ChatClient;
  private readonly finished = new Emitter<FinishedPrompt>();
  private model: SelectedModel | undefined;
  private running: { abort: AbortController; done: Promise<void> } | undefined;

  readonly onDidFinishPrompt = this.finished.event;

  constructor(options: ChatSessionOptions) {
    this.options = options;
    const { opened, registry, cacheSafeParams, clock, roots } = options;
    this.client = new ChatClient({
      conversation: opened.conversation,
      registry,
      cacheSafeParams,
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
  show(draft: string): void {
    const { opened, store } = this.options;
    const { model, approvalMode, draftRevision } = store.state;
    const items = toTranscript(opened.conversation.path());
    const first = items.find((item) => item.kind === 'user');
    store.replace({
      ...createInitialChatState(this.id),
      items,
      title: opened.conversation.title ?? (first ? toTitle(first.text) : ''),
      model,
      approvalMode,
      draft,
      draftRevision: draftRevision + 1,
      notice: opened.warning ? { severity: 'warning', message: opened.warning, action: null } : null,
    });
  }

  /** Records the prompt and starts answering it. The caller has seen to it that the session is idle. */
  submit(text: string, model: SelectedModel): void {
    this.run({ kind: 'prompt', parts: [{ type: 'text', text }] }, model);
  }

  /**
   * Asks again for the last answer; the old one stays in the conversation as a sibling. One that failed or was
   * interrupted goes on from its last whole tool round, because what that did is done.
   */
  retry(itemId: string, model: SelectedModel): boolean {
    const { opened, store } = this.options;
    const { conversation } = opened;
    const first = conversation.node(itemId);
    const last = conversation.path().at(-1);
    const isLast = store.state.items.at(-1)?.id === itemId;
    if (!isLast || first?.kind !== 'answer' || last?.kind !== 'answer') return false;
    conversation.switchTo(resumePoint(last) ?? first.parent);
    store.dispatch({ type: 'items-dropped', fromId: itemId });
    const kept = toTranscript(conversation.path()).at(-1);
    if (kept?.kind === 'answer') {
      store.dispatch({ type: 'item-added', item: { ...kept, status: 'streaming', error: null } });
    }
    this.run({ kind: 'continuation' }, model, kept?.kind === 'answer' ? kept.id : undefined);
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

  /** Resolves when everything so far is on disk. */
  flush(): Promise<void> {
    return this.options.opened.writer.flush();
  }

  /** Takes over what a speculation did, as if it had been answered live. Returns the new leaf. */
  adopt({ suggestionText, rounds, modelId, amended }: PreparedAnswer): string {
    const { opened, store } = this.options;
    const { conversation } = opened;
    const before = conversation.path().length;
    conversation.addPrompt([{ type: 'text', text: suggestionText }]);
    const promptId = randomUUID();
    for (const [index, { message, usage, results }] of rounds.entries()) {
      const isLast = index === rounds.length - 1;
      const note = isLast && amended.length > 0 ? { amended } : {};
      const answer = conversation.openAnswer({ modelId, promptId, speculated: true, ...note });
      const stopReason = results.length > 0 ? 'tools' : 'done';
      conversation.closeAnswer(answer.id, { outcome: 'stopped', stopReason, message, usage });
      for (const result of results) conversation.addResult(answer.id, result);
    }
    for (const item of toTranscript(conversation.path().slice(before))) {
      store.dispatch({ type: 'item-added', item });
    }
    return conversation.leaf ?? '';
  }

  private promptModel(): SelectedModel {
    if (!this.model) throw new Error('A prompt runs without a model');
    return this.model;
  }

  /** `answerItem` is the item that the answer continues; a new one where there is none. */
  private run(request: ClientRequest, model: SelectedModel, answerItem?: string): void {
    if (this.running) throw new Error('A prompt is being answered already');
    this.model = model;
    const abort = new AbortController();
    this.options.store.dispatch({ type: 'status-changed', status: 'responding' });
    const presenter = new AnswerPresenter(this.options.store, this.options.clock, answerItem);
    const done = this.submitQuery(request, randomUUID(), presenter, abort.signal).finally(() => this.finish(model));
    this.running = { abort, done };
    // What fails in here is a defect of ours: `done` tells whoever stops, the edge below tells the log.
    done.catch((error: unknown) => this.options.runner.reportDefect(error));
  }

  /** Runs turns until the model has no more calls (seed 002, `submitQuery`): one prompt id, one prompt recorded. */
  private async submitQuery(
    request: ClientRequest,
    promptId: string,
    presenter: AnswerPresenter,
    signal: AbortSignal,
  ): Promise<void> {
    const { store, runner, opened } = this.options;
    let next: ClientRequest = request;
    try {
      for (;;) {
        const asked = next;
        const show = (event: ClientEvent): void => {
          if (event.type === 'model-info') this.showPrompt(asked);
          presenter.handle(event);
        };
        const { answerId, pendingCalls } = await this.client.sendMessageStream(asked, promptId, show, signal);
        if (pendingCalls.length === 0) return;
        await runner.run(pendingCalls, { conversation: opened.conversation, answerId, presenter, store }, signal);
        if (signal.aborted) return;
        next = { kind: 'continuation' };
      }
    } finally {
      const last = opened.conversation.path().at(-1);
      presenter.end(last?.kind === 'answer' ? last : undefined, signal.aborted);
    }
  }

  /** The prompt is shown once it is recorded, with the id it was recorded under. */
  private showPrompt(request: ClientRequest): void {
    if (request.kind !== 'prompt') return;
    const { store, opened } = this.options;
    const prompt = opened.conversation.path().findLast((node) => node.kind === 'prompt');
    const [item] = prompt ? toTranscript([prompt]) : [];
    if (item?.kind !== 'user') return;
    if (!store.state.title) store.dispatch({ type: 'title-changed', title: toTitle(item.text) });
    store.dispatch({ type: 'item-added', item });
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
