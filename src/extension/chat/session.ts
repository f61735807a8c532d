import { randomUUID } from 'node:crypto';
import type { BackgroundUse } from '../background/usage.ts';
import type { CacheSafeParamsStore } from '../background/cacheSafeParams.ts';
import type { SelectedModel, Usage } from '../model/chatModel.ts';
import type { Message } from '../model/message.ts';
import type { ModelPricing } from '../model/pricing.ts';
import type { Clock } from '../ports/clock.ts';
import { Emitter } from '../base/emitter.ts';
import type { ToolRegistry } from '../tools/registry.ts';
import { toPromptContent, type Attachment } from './composer/attachment.ts';
import { ChatClient, submitQuery, type ClientRequest, type Steer } from './agent/chatClient.ts';
import type { ChatStore } from './view/chatStore.ts';
import { WindowClosing } from './agent/closing.ts';
import { ConversationView, type Unsent } from './view/conversationView.ts';
import { messageOf, type AnswerNode, type PromptNode } from './conversation/conversation.ts';
import { toCuratedHistory } from './conversation/curatedHistory.ts';
import { IdeContextFeed, type IdeContextStore } from './context/ideContextFeed.ts';
import { toIdeContextView } from './view/ideContextView.ts';
import type { OpenConversation } from './conversation/openConversation.ts';
import { recordPrepared, type PreparedAnswer } from './conversation/preparedAnswer.ts';
import type { DraftFold } from '../../shared/draftFold.ts';
import type { PromptContext } from './conversation/promptContent.ts';
import type { SystemPrompt } from './agent/systemPrompt.ts';
import type { ToolRunner } from './agent/toolRunner.ts';
import { answerStatus } from './view/transcript.ts';

/** A prompt that was answered, or not: the moment on which suggestion and speculation hang (seed 002, session states). */
export interface FinishedPrompt {
  readonly model: SelectedModel;
  /** The conversation's active leaf. */
  readonly leaf: string;
  /** It went on where it had stopped, without a new word of the user's. */
  readonly continued?: boolean;
}

/** What a request of an answer took; `cost` in US dollars, null if the price is not known. */
export interface RequestSpending {
  readonly cost: number | null;
  readonly usage: Usage | null;
}

/** What a chat can be named after. */
export interface FirstExchange {
  readonly promptId: string;
  /** The end of the answer. */
  readonly leaf: string;
  readonly messages: readonly Message[];
}

export interface ChatSessionOptions {
  readonly opened: OpenConversation;
  readonly store: ChatStore;
  readonly registry: ToolRegistry;
  readonly runner: ToolRunner;
  readonly cacheSafeParams: CacheSafeParamsStore;
  readonly ideContext: IdeContextStore;
  readonly systemPrompt: SystemPrompt;
  /** How often the model may be asked without a word of the user's; null where there is no limit. */
  readonly maxSessionTurns: () => number | null;
  readonly steer: Steer;
  /** Never rejects. */
  readonly loadPricing: (modelId: string) => Promise<ModelPricing>;
  readonly clock: Clock;
}

/** What goes with a prompt's text. */
export interface PromptOptions {
  readonly attachments?: readonly Attachment[];
  /** What the text mentions. */
  readonly context?: readonly PromptContext[];
  /** What of the text is drawn as chips. */
  readonly folds?: readonly DraftFold[];
  /** The one that it has been queued under. */
  readonly id?: string;
  /** The prompt on the path whose sibling this one is; it follows the active leaf where none is given. */
  readonly replaces?: PromptNode | undefined;
}

/** What is asked, and how its answer gets into the transcript. */
interface Run {
  readonly request: ClientRequest;
  /** The prompt that goes on; a new one where not given. */
  readonly promptId?: string;
  /** The item that the answer continues; a new one where there is none. */
  readonly continues?: string | undefined;
  /** The prompt's item takes the place of this one and all that follow it. */
  readonly replaces?: string;
}

/** One open chat: takes prompts, runs them to their end, and keeps panel and conversation in step. */
export class ChatSession {
  private readonly options: ChatSessionOptions;
  private readonly client: ChatClient;
  private readonly view: ConversationView;
  private readonly ideContext: IdeContextFeed;
  private readonly finished = new Emitter<FinishedPrompt>();
  private readonly spent = new Emitter<RequestSpending>();
  /** Answers whose cost has been reported. */
  private readonly counted = new Set<string>();
  private model: SelectedModel | undefined;
  /** The item whose place the prompt takes. */
  private replacing: string | undefined;
  /** Ends the wait before the running request is made again. */
  private skipWait: (() => void) | undefined;
  private running: { abort: AbortController; done: Promise<void> } | undefined;

  readonly onDidFinishPrompt = this.finished.event;
  /** A request of an answer has ended, however it did. */
  readonly onDidSpend = this.spent.event;

  constructor(options: ChatSessionOptions) {
    this.options = options;
    const { opened, store, registry, cacheSafeParams, systemPrompt, maxSessionTurns, loadPricing, clock } = options;
    const { conversation } = opened;
    this.view = new ConversationView(conversation, store, registry);
    this.ideContext = new IdeContextFeed(options.ideContext);
    this.client = new ChatClient({
      conversation,
      registry,
      cacheSafeParams,
      ideContext: this.ideContext,
      systemPrompt,
      maxSessionTurns,
      loadPricing,
      clock,
      approvalMode: () => store.state.approvalMode,
      selectModel: () => this.promptModel(),
      onDidRecordPrompt: () => this.view.showPrompt(this.replacing),
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

  /** The last prompt has been answered, and whole. */
  get isAnswered(): boolean {
    const last = this.options.opened.conversation.path().at(-1);
    return last?.kind === 'answer' && answerStatus(last) === 'done';
  }

  curatedHistory(): readonly Message[] {
    return toCuratedHistory(this.options.opened.conversation.path());
  }

  /** Puts the conversation, as it is on disk, into the store. */
  show(unsent: Unsent): void {
    const { opened, ideContext } = this.options;
    this.view.show(unsent, opened.warning, toIdeContextView(ideContext.current));
    // So that the panel says whose instructions count before the first prompt is sent.
    void this.options.systemPrompt.refresh(new AbortController().signal);
  }

  /** A prompt that the transcript shows. */
  shownPrompt(itemId: string): PromptNode | undefined {
    return this.view.shownPrompt(itemId);
  }

  /** Any prompt of the conversation. */
  prompt(itemId: string): PromptNode | undefined {
    const node = this.options.opened.conversation.node(itemId);
    return node?.kind === 'prompt' ? node : undefined;
  }

  /** Records the prompt and starts answering it. The caller has seen to it that the session is idle. */
  submit(text: string, model: SelectedModel, options: PromptOptions = {}): void {
    const { attachments = [], context = [], folds = [], replaces, id } = options;
    const content = toPromptContent(text, attachments);
    const place = { ...(replaces && { parent: replaces.parent }), ...(id !== undefined && { id }) };
    const request = { kind: 'prompt', ...content, ...place, context, folds } as const;
    this.run({ request, ...(replaces && { replaces: replaces.id }) }, model);
  }

  /**
   * Asks again for an answer of the transcript; the old one and what followed it stay in the conversation as siblings.
   * One that failed or was interrupted goes on from its last whole tool round, because what that did is done.
   */
  retry(itemId: string, model: SelectedModel): boolean {
    const answer = this.view.answerFrom(itemId);
    const [first] = answer;
    const last = answer.at(-1);
    if (!first || !last) return false;
    const resumed = this.view.isSteered(last) ? undefined : resumePoint(last);
    this.options.opened.conversation.switchTo(resumed ?? first.parent);
    this.run({ request: { kind: 'continuation' }, continues: this.view.showResumed(itemId) }, model);
    return true;
  }

  /** Makes a failed request of this answer again at once, if it waits for that. */
  retryNow(itemId: string): void {
    const { store, clock } = this.options;
    const item = store.state.items.findLast((candidate) => candidate.id === itemId);
    if (item?.kind !== 'answer' || !item.retry || !this.skipWait) return;
    store.dispatch({ type: 'answer-updated', itemId, patch: { retry: { ...item.retry, at: clock.now() } } });
    this.skipWait();
  }

  /** The last answer, which stopped at the limit of turns, goes on: as the same prompt, which keeps its model. */
  goOn(itemId: string, model: SelectedModel): boolean {
    const last = this.view.answerFrom(itemId).at(-1);
    if (last?.id !== this.leaf || !last || answerStatus(last) !== 'turn-limit') return false;
    this.client.allowMoreTurns();
    const { promptId } = last;
    this.run({ request: { kind: 'continuation' }, promptId, continues: this.view.showResumed(itemId) }, model);
    return true;
  }

  /** Shows the sibling `step` places after an item, or before, with what followed it last. False where there is none. */
  switchBranch(itemId: string, step: number): boolean {
    const { opened, cacheSafeParams } = this.options;
    const leaf = this.view.leafOfSibling(itemId, step);
    if (leaf === undefined) return false;
    opened.conversation.switchTo(leaf);
    cacheSafeParams.clear();
    this.ideContext.forget();
    this.view.showBranch(itemId);
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
    this.view.showTitle();
  }

  /**
   * What a title can be written after: the conversation is one prompt and its whole answer, and has no title but that
   * prompt.
   */
  get firstExchange(): FirstExchange | null {
    const { conversation } = this.options.opened;
    const prompts = conversation.path().filter((node) => node.kind === 'prompt' && !node.steers);
    const [first] = prompts;
    const isNamed = conversation.title !== null || conversation.writtenTitle?.promptId === first?.id;
    if (!first || prompts.length > 1 || isNamed || !this.isAnswered) return null;
    const path = conversation.path();
    const last = path.at(-1);
    if (last?.kind !== 'answer' || first.kind !== 'prompt') return null;
    return { promptId: first.id, leaf: last.id, messages: [{ role: 'user', parts: first.parts }, messageOf(last)] };
  }

  /** Keeps what a request beside the conversation took with answer `leaf`. False if this chat has no such answer. */
  recordBackground(leaf: string, use: BackgroundUse): boolean {
    const { conversation } = this.options.opened;
    if (conversation.node(leaf)?.kind !== 'answer') return false;
    conversation.addBackground(leaf, use);
    this.view.showAhead(leaf);
    return true;
  }

  /** The user's own title stays. */
  setWrittenTitle(promptId: string, title: string): void {
    const { conversation } = this.options.opened;
    if (conversation.title !== null) return;
    conversation.setWrittenTitle(promptId, title);
    this.view.showTitle();
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
  async adopt(prepared: PreparedAnswer): Promise<string> {
    const { opened, loadPricing } = this.options;
    const { conversation } = opened;
    const pricing = await loadPricing(prepared.modelId);
    const before = conversation.path().length;
    recordPrepared(conversation, prepared, pricing);
    this.view.showSince(before);
    this.view.showSpending();
    return conversation.leaf ?? '';
  }

  private promptModel(): SelectedModel {
    if (!this.model) throw new Error('A prompt runs without a model');
    return this.model;
  }

  private run(run: Run, model: SelectedModel): void {
    if (this.running) throw new Error('A prompt is being answered already');
    this.model = model;
    const abort = new AbortController();
    this.view.setStatus('responding');
    for (const { id } of this.view.currentAnswer) this.counted.add(id);
    this.forgetOtherPath(run.request);
    const continued = run.promptId !== undefined;
    const done = this.answer(run, abort.signal).finally(() => this.finish(model, continued));
    this.running = { abort, done };
    // What fails in here is a defect of ours: `done` tells whoever stops, the edge below tells the log.
    done.catch((error: unknown) => this.options.runner.reportDefect(error));
  }

  /** Runs the prompt to its end, however that comes about, and shows it. */
  private async answer({ request, promptId, continues, replaces }: Run, signal: AbortSignal): Promise<void> {
    const { runner, opened, steer, clock } = this.options;
    const presenter = this.view.present(clock, continues);
    const options = {
      client: this.client,
      runner,
      conversation: opened.conversation,
      onDidWait: (waits: boolean) => this.view.setStatus(waits ? 'waiting-for-confirmation' : 'responding'),
      steer,
    };
    this.replacing = replaces;
    try {
      for await (const event of submitQuery(request, options, promptId ?? randomUUID(), signal)) {
        presenter.handle(event);
        if (event.type === 'end') this.countSpent();
        if (event.type === 'retry') this.skipWait = event.retryNow;
      }
    } finally {
      presenter.end(signal.aborted);
    }
  }

  /** Reports the cost of each message once, when its request has ended. */
  private countSpent(): void {
    for (const { id, close } of this.view.currentAnswer) {
      if (!close || this.counted.has(id)) continue;
      this.counted.add(id);
      this.spent.fire({ cost: close.cost ?? null, usage: close.usage });
    }
  }

  /** A kept request is the beginning of the next one only while its answer is on the path. */
  private forgetOtherPath(request: ClientRequest): void {
    const { opened, cacheSafeParams } = this.options;
    const kept = cacheSafeParams.current?.leaf;
    const leaf = request.kind === 'prompt' && request.parent !== undefined ? request.parent : this.leaf;
    if (!opened.conversation.path(leaf).some((node) => node.id === kept)) cacheSafeParams.clear();
  }

  private finish(model: SelectedModel, continued: boolean): void {
    this.running = undefined;
    this.skipWait = undefined;
    this.countSpent();
    this.view.showSpending();
    this.view.setStatus('idle');
    const last = this.options.opened.conversation.path().at(-1);
    // A prompt that went on has kept the model that it began with.
    if (last?.kind !== 'answer') return;
    this.finished.fire({ model: this.client.model ?? model, leaf: last.id, continued });
  }
}

/** The node after which an unfinished answer goes on; undefined where it starts over. */
function resumePoint(last: AnswerNode): string | null | undefined {
  const status = answerStatus(last);
  if (status !== 'failed' && status !== 'interrupted') return undefined;
  const isWhole = last.close?.outcome === 'stopped';
  return isWhole ? last.id : last.parent;
}
