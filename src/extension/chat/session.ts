import type { BackgroundUse } from '../background/usage.ts';
import type { CacheSafeParamsStore } from '../background/cacheSafeParams.ts';
import type { SelectedModel } from '../model/chatModel.ts';
import type { Message } from '../model/message.ts';
import type { ModelPricing } from '../model/pricing.ts';
import type { Clock } from '../ports/clock.ts';
import type { ToolRegistry } from '../tools/registry.ts';
import { toPromptContent, type Attachment } from './composer/attachment.ts';
import { describeToolLimit } from './agent/toolLimit.ts';
import { Branching } from './branching.ts';
import type { Compressions } from './compressions.ts';
import type { AnswerRunner, Run } from './answerRunner.ts';
import { Continuations } from './continuations.ts';
import { PreparedExchanges } from './preparedExchanges.ts';
import type { ConversationView, Unsent } from './view/conversationView.ts';
import { messageOf, type AnswerNode, type PromptNode } from './conversation/conversationNode.ts';
import { toCuratedHistory } from './conversation/curatedHistory.ts';
import { lastMessageNode } from './conversation/visiblePath.ts';
import type { IdeContextFeed } from './context/ideContextFeed.ts';
import { toIdeContextView } from './view/ideContextView.ts';
import type { OpenConversation } from './conversation/openConversation.ts';
import type { DraftChip } from '../../shared/draftChip.ts';
import type { OwnModel, PromptContext } from './conversation/promptContent.ts';
import { answerStatus } from './view/transcript.ts';

export interface FirstExchange {
  readonly promptId: string;
  /** The last message of the answer. */
  readonly leaf: string;
  readonly messages: readonly Message[];
}

export interface ChatSessionOptions {
  readonly opened: OpenConversation;
  readonly view: ConversationView;
  readonly answers: AnswerRunner;
  readonly compressions: Compressions;
  /** The last request on the shown path. */
  readonly cacheSafeParams: CacheSafeParamsStore;
  readonly ideContext: IdeContextFeed;
  readonly registry: ToolRegistry;
  readonly clock: Pick<Clock, 'now'>;
  /** Never rejects. */
  readonly loadPricing: (modelId: string) => Promise<ModelPricing>;
}

export interface PromptOptions {
  readonly attachments?: readonly Attachment[];
  /** The content of the prompt's mentions. */
  readonly context?: readonly PromptContext[];
  /** The parts of the text that are rendered as chips. */
  readonly folds?: readonly DraftChip[];
  /** The id under which the prompt was queued. */
  readonly id?: string;
  readonly ownModel?: OwnModel | undefined;
  /** The only tools that the answer may use. */
  readonly tools?: readonly string[] | undefined;
  /** The new prompt becomes a sibling of this prompt. By default, the new prompt follows the leaf. */
  readonly replaces?: PromptNode | undefined;
}

/**
 * One open chat: carries out the user's actions on the conversation and shows the result. The class needs all of its
 * options, because an action changes three things together: the conversation, its view, and the state that depends on
 * the path.
 */
export class ChatSession {
  private readonly options: ChatSessionOptions;
  private readonly view: ConversationView;

  /** Continues messages. The session must be idle. */
  readonly continuations: Continuations;
  readonly branching: Branching;
  readonly prepared: PreparedExchanges;
  /** Compresses the chat and changes its summaries. The session must be idle. */
  readonly compressions: Compressions;
  readonly onDidFinishPrompt: AnswerRunner['onDidFinishPrompt'];
  readonly onDidSpend: AnswerRunner['onDidSpend'];

  constructor(options: ChatSessionOptions) {
    this.options = options;
    this.view = options.view;
    this.continuations = new Continuations({
      conversation: options.opened.conversation,
      view: options.view,
      loadPricing: options.loadPricing,
      run: (run, model) => this.run(run, model),
    });
    this.branching = new Branching({ ...options, conversation: options.opened.conversation });
    const { branching } = this;
    this.prepared = new PreparedExchanges({ ...options, branching, run: (run, model) => this.run(run, model) });
    this.compressions = options.compressions;
    this.onDidFinishPrompt = options.answers.onDidFinishPrompt;
    this.onDidSpend = options.answers.onDidSpend;
    options.cacheSafeParams.clear();
  }

  get id(): string {
    return this.options.opened.conversation.id;
  }

  get leaf(): string | null {
    return this.options.opened.conversation.leaf;
  }

  /** Whether nothing was ever sent or run. */
  get isEmpty(): boolean {
    return this.options.opened.conversation.isEmpty;
  }

  /** The id of the last answer, to which new background work belongs. If there is no answer, the chat's id. */
  get backgroundLeaf(): string {
    const { conversation } = this.options.opened;
    return conversation.path().findLast(({ kind }) => kind === 'answer')?.id ?? conversation.id;
  }

  get isIdle(): boolean {
    return this.options.answers.isIdle;
  }

  get isAnswered(): boolean {
    const last = lastMessageNode(this.options.opened.conversation.path());
    return last?.kind === 'answer' && answerStatus(last) === 'done';
  }

  curatedHistory(): readonly Message[] {
    return toCuratedHistory(this.options.opened.conversation.path());
  }

  show(unsent: Unsent): void {
    const { opened, ideContext } = this.options;
    this.view.show(unsent, opened.warning, toIdeContextView(ideContext.current));
  }

  /** The prompt with this id, if it is on the active path. */
  shownPrompt(itemId: string): PromptNode | undefined {
    return this.view.shownPrompt(itemId);
  }

  /** The prompt with this id, on any branch. */
  prompt(itemId: string): PromptNode | undefined {
    const node = this.options.opened.conversation.node(itemId);
    return node?.kind === 'prompt' ? node : undefined;
  }

  /**
   * The id of the model that the user or a prompt file chose for a prompt alone. `itemId` is the prompt, or the first
   * message of its answer. Undefined if the user has since selected another model for the chat, because a retry then
   * uses that model. `chatModel` is the id of the chat's model.
   */
  ownModelOf(itemId: string, chatModel: string | undefined): string | undefined {
    const path = this.options.opened.conversation.path();
    const before = path.slice(0, path.findIndex(({ id }) => id === itemId) + 1);
    const prompt = before.findLast((node) => node.kind === 'prompt' && !node.steers);
    const own = prompt?.kind === 'prompt' ? prompt.ownModel : null;
    return own && own.insteadOf === (chatModel ?? '') ? own.id : undefined;
  }

  /** The id of a paused answer's model, if Premove chose that model. The same model answers the rest of the prompt. */
  routedModelOf(itemId: string): string | undefined {
    const last = this.view.answerFrom(itemId).at(-1);
    return last?.pause && last.routed ? last.modelId : undefined;
  }

  /** Records the prompt and starts to answer it. The session must be idle. */
  submit(text: string, model: SelectedModel, options: PromptOptions = {}): void {
    const { attachments = [], context = [], folds = [], replaces, id, ownModel, tools } = options;
    const content = toPromptContent(text, attachments);
    const place = {
      ...(replaces && { parent: replaces.parent }),
      ...(id !== undefined && { id }),
      ...(ownModel && { ownModel }),
      ...(tools && { tools }),
    };
    const limited = tools ? [...context, describeToolLimit(tools, this.options.registry)] : context;
    const request = { kind: 'prompt', ...content, ...place, context: limited, folds } as const;
    this.run({ request, ...(replaces && { promptReplaces: replaces.id }) }, model);
  }

  /**
   * Asks again for an answer. The old answer and everything after it stay in the conversation as siblings. An answer
   * that failed or was interrupted continues after its last complete message, because the effects of the earlier calls
   * remain. If the rest of the answer follows a steering prompt or a summary, the answer starts over. False if the
   * answer is not in the transcript.
   */
  retry(itemId: string, model: SelectedModel): boolean {
    const answer = this.view.answerFrom(itemId);
    const [first] = answer;
    const last = answer.at(-1);
    if (!first || !last) return false;
    if (!this.view.continuesLater(last) && this.continuations.retry(itemId, last, model)) return true;
    const resumed = this.view.continuesLater(last) ? undefined : resumePoint(last);
    this.options.opened.conversation.switchTo(resumed ?? first.parent);
    this.run({ request: { kind: 'continuation' }, continues: this.view.showResumed(itemId) }, model);
    return true;
  }

  /**
   * The id of the prompt before the answer, if a retry would start the answer over. Undefined if the retry would
   * continue the answer.
   */
  restartsFrom(itemId: string): string | undefined {
    const answer = this.view.answerFrom(itemId);
    const [first] = answer;
    const last = answer.at(-1);
    if (!first || !last || first.continues || last.continues) return undefined;
    if (!this.view.continuesLater(last) && resumePoint(last) !== undefined) return undefined;
    const { parent } = first;
    return parent === null ? undefined : this.prompt(parent)?.id;
  }

  /** Retries the answer's request at once, if the request waits for its retry. */
  retryNow(itemId: string): void {
    this.options.answers.retryNow(itemId);
  }

  /** Resolves when the answer has been recorded. */
  stop(): Promise<void> {
    return this.options.answers.stop();
  }

  /** Stops the answer, because the user opens another chat. Resolves when the answer has been recorded. */
  leave(): Promise<void> {
    return this.options.answers.leave();
  }

  /**
   * Interrupts the answer, because the window closes or another window has taken the chat over. Resolves after the
   * attempt to write the answer to disk.
   */
  async close(): Promise<void> {
    await this.options.answers.close();
    await this.flush();
  }

  rename(title: string): void {
    this.options.opened.conversation.rename(title);
    this.view.showTitle();
  }

  /**
   * The first exchange, if the active path consists of one prompt with its complete answer. Null otherwise, and if the
   * user or a model has already given a title.
   */
  get firstExchange(): FirstExchange | null {
    const { conversation } = this.options.opened;
    const prompts = conversation.path().filter((node) => node.kind === 'prompt' && !node.steers);
    const [first] = prompts;
    const isNamed = conversation.title !== null || conversation.writtenTitle?.promptId === first?.id;
    if (!first || prompts.length > 1 || isNamed || !this.isAnswered) return null;
    const path = conversation.path();
    const last = lastMessageNode(path);
    if (last?.kind !== 'answer' || first.kind !== 'prompt') return null;
    return { promptId: first.id, leaf: last.id, messages: [{ role: 'user', parts: first.parts }, messageOf(last)] };
  }

  /** Adds the usage of a background request to the answer `leaf`. False if this chat has no such answer. */
  recordBackground(leaf: string, use: BackgroundUse): boolean {
    const { conversation } = this.options.opened;
    if (conversation.node(leaf)?.kind !== 'answer') return false;
    conversation.addBackground(leaf, use);
    this.view.showBackgroundCost(leaf);
    return true;
  }

  setWrittenTitle(promptId: string, title: string): void {
    const { conversation } = this.options.opened;
    if (conversation.title !== null) return;
    conversation.setWrittenTitle(promptId, title);
    this.view.showTitle();
  }

  shareEditor(shared: boolean): void {
    this.options.opened.conversation.shareEditor(shared);
    this.view.showSharing(shared);
  }

  /** Tries to write everything to disk. False if something is still not on disk. */
  flush(): Promise<boolean> {
    return this.options.opened.writer.flush();
  }

  private run(run: Run, model: SelectedModel): void {
    this.forgetOtherPath(run.request);
    this.options.answers.run(run, model);
  }

  /**
   * Clears the saved request if its answer is not on the path, because that request is not a prefix of the next
   * request.
   */
  private forgetOtherPath(request: Run['request']): void {
    const { opened, cacheSafeParams } = this.options;
    const kept = cacheSafeParams.current?.leaf;
    const leaf = request.kind === 'prompt' && request.parent !== undefined ? request.parent : this.leaf;
    if (!opened.conversation.path(leaf).some((node) => node.id === kept)) cacheSafeParams.clear();
  }
}

/** The node after which an unfinished answer continues; undefined if the answer starts over. */
function resumePoint(last: AnswerNode): string | null | undefined {
  const status = answerStatus(last);
  if (status !== 'failed' && status !== 'interrupted') return undefined;
  const isWhole = last.close?.outcome === 'stopped';
  return isWhole ? last.id : last.parent;
}
