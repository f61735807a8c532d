import type { Notice, PromptMention } from '../../shared/chatState.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import type { DraftFold } from '../../shared/draftFold.ts';
import type { SubmitResult } from '../../shared/protocol.ts';
import type { ChatService } from '../chat/chatService.ts';
import type { ChatStore } from '../chat/view/chatStore.ts';
import type { Drafts } from '../chat/composer/drafts.ts';
import type { MentionContent } from '../chat/context/mentionContent.ts';
import type { Prompt } from '../chat/composer/parseSubmission.ts';
import { toPromptFolds, toPromptText } from '../chat/composer/promptFolds.ts';
import type { QueuedPrompt } from '../chat/composer/queueFile.ts';
import type { PromptQueue } from '../chat/composer/promptQueue.ts';
import type { SelectedModel } from '../model/chatModel.ts';
import type { Log } from '../ports/log.ts';
import { runEach } from '../base/runEach.ts';
import { SerialQueue } from '../base/serialQueue.ts';
import type { MoveAhead } from '../ahead/moveAhead.ts';
import type { PromptModel } from './promptModel.ts';
import { tourNoticeTexts } from '../base/texts/noticeTexts.ts';

/** A prompt with what belongs to it in the composer. */
export interface Submission {
  readonly prompt: Prompt;
  readonly mentions?: readonly PromptMention[] | undefined;
  /** Long pastes, which are drawn as chips. */
  readonly folds?: readonly DraftFold[] | undefined;
  /** Where it is queued: to go with the next results of calls. */
  readonly steers?: boolean | undefined;
}

export interface ChatActionsOptions {
  readonly store: ChatStore;
  readonly chats: ChatService;
  readonly drafts: Drafts;
  readonly queue: PromptQueue;
  readonly moveAhead: MoveAhead;
  readonly promptModel: PromptModel;
  readonly mentions: Pick<MentionContent, 'resolve' | 'prepare' | 'lookUp'>;
  readonly log: Log;
}

/**
 * Serializes what continues or replaces the conversation: submit, retry, another branch, apply, a new chat, the end of
 * the window. So a prompt never meets another prompt's edits half applied. A request that names another chat than the one
 * that is shown when its turn comes was meant for what the user saw then, and does nothing. A prompt that is submitted
 * during an answer goes into the `PromptQueue`, from which the prompts are sent one by one as answers end well. The class
 * stays whole, because one lock has to cover all of these actions.
 */
export class ChatActions {
  private readonly options: ChatActionsOptions;
  private readonly serial = new SerialQueue();
  private readonly closing = new AbortController();
  /** Sends what could not be sent without a model, unless the user has changed it since. */
  private unasked: (() => Promise<unknown>) | undefined;

  constructor(options: ChatActionsOptions) {
    this.options = options;
    options.store.onDidChange((event) => {
      if (event.type === 'status-changed' && event.status === 'idle') this.goOnWithQueue();
      if (event.type === 'editing-changed') this.holdQueue();
    });
    options.chats.onDidLose(() => {
      const moved = this.withChats((chats) => chats.continueInCopy());
      moved.catch((error: unknown) => options.log.error('A lost chat could not be copied', error));
    });
  }

  async submit(conversationId: string, submission: Submission): Promise<SubmitResult> {
    // The webview tells nothing of its draft while it sends it: should it not be sent, this is the only copy.
    const told = this.options.drafts.typed(conversationId, submission.prompt.typed);
    return this.serial.run(async () => {
      await told;
      const { chats, drafts, queue } = this.options;
      if (chats.session.id !== conversationId) return KEPT;
      const { editing } = drafts.current;
      if (editing && queue.find(editing.itemId)) return this.enqueue(submission, editing.itemId);
      if (chats.session.isIdle && (queue.isPaused || !queue.next)) return this.submitNow(submission);
      // Another wording of an earlier prompt has no place in the queue.
      return editing ? KEPT : this.enqueue(submission);
    });
  }

  /** To be called when a model has become usable: sends what waited for one. */
  async askAgain(): Promise<void> {
    const { unasked } = this;
    this.unasked = undefined;
    await unasked?.();
  }

  /** The user lets go on what waits for their word. */
  sendQueue(conversationId: string): void {
    if (this.options.chats.session.id !== conversationId) return;
    this.options.queue.resume();
    this.sendNext();
  }

  stop(): Promise<void> {
    return this.options.chats.session.stop();
  }

  retry(conversationId: string, itemId: string): Promise<void> {
    const { chats, drafts, moveAhead } = this.options;
    return this.serial.run(async () => {
      if (!this.isFree(conversationId)) return;
      const model = await this.modelForChat();
      this.unasked = model ? undefined : () => this.retryLast(conversationId, itemId);
      if (!model) return;
      await moveAhead.stop('chat-continued');
      const isLast = this.options.store.state.items.at(-1)?.id === itemId;
      // The very answer that the queue waits for is asked for again.
      if (chats.session.retry(itemId, model) && isLast) this.options.queue.resume();
      drafts.endLostEdit((id) => chats.session.prompt(id));
    });
  }

  /** Not serialized: the waiting answer holds the turn, so the request would wait for its own effect. */
  retryNow(conversationId: string, itemId: string): void {
    const { session } = this.options.chats;
    if (session.id === conversationId) session.retryNow(itemId);
  }

  /** What stopped at the limit of turns goes on as the same prompt. */
  continueAnswer(conversationId: string, itemId: string): Promise<void> {
    const { chats, moveAhead } = this.options;
    return this.serial.run(async () => {
      if (!this.isFree(conversationId)) return;
      const model = await this.modelForChat();
      if (!model) return;
      await moveAhead.stop('chat-continued');
      if (chats.session.continueAnswer(itemId, model)) this.options.queue.resume();
    });
  }

  switchBranch(conversationId: string, itemId: string, step: number): Promise<void> {
    const { chats, drafts, moveAhead } = this.options;
    return this.serial.run(async () => {
      if (!this.isFree(conversationId) || !chats.session.switchBranch(itemId, step)) return;
      drafts.endLostEdit((id) => chats.session.prompt(id));
      await moveAhead.stop('chat-continued');
    });
  }

  apply(speculationId: string): Promise<void> {
    return this.serial.run(() => this.options.moveAhead.apply(speculationId));
  }

  newChat(): Promise<void> {
    return this.withChats((chats) => chats.newChat());
  }

  /**
   * The user has chosen a model. The offline tour and the user's own work never share a chat, so an empty chat, and one
   * that was the tour's, makes way for a new one. A chat of the user's own stays until they send something in it.
   */
  followModel(model: Pick<SelectedModel, 'id' | 'label'>): Promise<void> {
    return this.serial.run(async () => {
      const { chats, store } = this.options;
      if (chats.mayAnswer(model.id) || !(chats.isTour || chats.session.leaf === null)) return;
      const isLeft = chats.session.leaf !== null;
      await chats.newChat();
      if (isLeft)
        store.dispatch({ type: 'notice-changed', notice: info(tourNoticeTexts.left(toDisplayText(model.label))) });
    });
  }

  /** Shows the tour in a new chat, unless the shown chat is an unfinished tour. */
  beginTour(): Promise<void> {
    return this.serial.run(async () => {
      const { chats, store } = this.options;
      if (chats.isTour && store.state.tour !== 'finished') return;
      await chats.newChat();
    });
  }

  /** Does something that may show another chat, in its turn; if it does, what was prepared for the shown one is dropped. */
  withChats<T>(change: (chats: ChatService) => Promise<T>): Promise<T> {
    const { chats } = this.options;
    return this.serial.run(() => change(chats));
  }

  /** The window goes away: what is being applied is finished, everything else is interrupted and written down. */
  close(): Promise<void> {
    const { moveAhead, chats } = this.options;
    this.closing.abort();
    return this.serial.run(() => runEach([() => moveAhead.close(), () => chats.close()]));
  }

  private isFree(conversationId: string): boolean {
    const { session } = this.options.chats;
    return session.id === conversationId && session.isIdle;
  }

  /** Puts what is in the composer at the end of the queue, or in the place of the queued prompt that it is. */
  private async enqueue(
    { prompt, mentions = [], folds, steers = false }: Submission,
    id?: string,
  ): Promise<SubmitResult> {
    const { drafts, queue, store } = this.options;
    const { attachments, editing } = drafts.current;
    if (!prompt.text && attachments.length === 0) return KEPT;
    const text = prompt.typed;
    const prepared = await this.options.mentions.prepare({ text, mentions }, this.closing.signal);
    // An edit that was begun or cancelled meanwhile has changed what is in the composer.
    if (!prepared || drafts.current.editing !== editing) return KEPT;
    const content = { text, mentions, ...(folds && { folds }), attachments, prepared };
    const isQueued = id === undefined ? await queue.add(content, steers) : await queue.replace(id, content);
    if (!isQueued) return KEPT;
    const wasPaused = queue.isPaused;
    if (drafts.current.editing === editing) drafts.sent(attachments);
    // The answer may be there by now, or the edit was all that the queue waited for.
    if (!wasPaused) queue.resume();
    if (store.state.status === 'idle') this.sendNext();
    return { outcome: 'queued' };
  }

  /** The answer has ended: what is queued goes on where that went well, and waits for the user where not. */
  private goOnWithQueue(): void {
    const { chats, queue } = this.options;
    if (chats.session.isAnswered) this.sendNext();
    else queue.pause();
  }

  /** What an edit has held up goes on when it is put back; where the edit ends otherwise, it waits for the user. */
  private holdQueue(): void {
    const { chats, queue } = this.options;
    if (chats.session.isIdle && queue.next) queue.pause();
  }

  private sendNext(): void {
    const sent = this.serial.run(() => this.sendNextNow());
    sent.catch((error: unknown) => {
      this.options.queue.pause();
      this.options.log.error('What is queued could not be sent', error);
    });
  }

  /** The user may change a prompt, or take it out, until it is sent. */
  private async sendNextNow(): Promise<void> {
    const { queue, mentions, moveAhead } = this.options;
    for (let prompt = this.due; prompt; prompt = this.due) {
      const model = await this.modelForChat();
      if (!model) return queue.pause();
      const context = await mentions.lookUp(prompt, this.closing.signal);
      await moveAhead.stop('chat-continued');
      if (this.due !== prompt) continue;
      const { id, text, attachments } = prompt;
      const folds = toPromptFolds(prompt);
      this.options.chats.session.submit(toPromptText(text), model, { id, attachments, context, folds });
      queue.sent(id);
      return;
    }
  }

  private get due(): QueuedPrompt | undefined {
    const { chats, queue } = this.options;
    const isDue = chats.session.isIdle && !queue.isPaused && !this.closing.signal.aborted;
    return isDue ? queue.next : undefined;
  }

  private async retryLast(conversationId: string, itemId: string): Promise<void> {
    if (this.options.store.state.items.at(-1)?.id === itemId) await this.retry(conversationId, itemId);
  }

  /** The webview has not sent this, so it does not clear its composer by itself. */
  private async submitKept(conversationId: string, submission: Submission): Promise<void> {
    const { drafts } = this.options;
    const { text, editing } = drafts.current;
    if (!drafts.isShown(conversationId) || text !== submission.prompt.typed) return;
    const { outcome } = await this.submit(conversationId, submission);
    if (outcome !== 'kept' && !editing) drafts.clearText();
  }

  private async submitNow(submission: Submission): Promise<SubmitResult> {
    const { mentions = [], folds: pastes } = submission;
    const { text, typed } = submission.prompt;
    const { chats, drafts, moveAhead, promptModel } = this.options;
    const { attachments, editing } = drafts.current;
    if (!text && attachments.length === 0) return KEPT;
    if (!editing && attachments.length === 0 && mentions.length === 0) {
      const { kind } = await moveAhead.accept(text);
      // If the edits were not applied, the text stays in the composer, because they wait for the user.
      if (kind !== 'not-ready') return kind === 'applied' ? { outcome: 'applied' } : KEPT;
    }
    const model = await promptModel();
    const { id } = chats.session;
    this.unasked = model ? undefined : () => this.submitKept(id, submission);
    if (!model) return KEPT;
    if (!chats.mayAnswer(model.id)) return this.moveToNewChat(model);
    const mentioned = await this.options.mentions.resolve({ text: typed, mentions }, this.closing.signal);
    if (mentioned.kind === 'cancelled') return KEPT;
    // An edit that was cancelled meanwhile has brought back what is not to be sent.
    if (drafts.current.editing !== editing) return KEPT;
    const untaken = editing ? [] : moveAhead.contextFor(text);
    await moveAhead.stop('chat-continued');
    const replaces = editing ? chats.session.shownPrompt(editing.itemId) : undefined;
    const context = [...mentioned.context, ...untaken];
    const sent = drafts.current.attachments;
    const folds = toPromptFolds({ text: typed, mentions, folds: pastes });
    chats.session.submit(text, model, { attachments: sent, replaces, context, folds });
    drafts.sent(sent);
    this.options.queue.forgetRemoved();
    return { outcome: 'sent' };
  }

  /** What is in the composer comes along into a chat that the model may answer, for the user to send it there. */
  private async moveToNewChat({ id, label }: SelectedModel): Promise<SubmitResult> {
    const { chats, store } = this.options;
    await chats.newChat();
    if (chats.mayAnswer(id))
      store.dispatch({ type: 'notice-changed', notice: info(tourNoticeTexts.newChatFor(toDisplayText(label))) });
    return KEPT;
  }

  /** Undefined, with a notice, if one of the chat and the model is the offline tour's and the other is not. */
  private async modelForChat(): Promise<SelectedModel | undefined> {
    const { chats, promptModel, store } = this.options;
    const model = await promptModel();
    if (!model || chats.mayAnswer(model.id)) return model;
    const message = chats.isTour ? tourNoticeTexts.tourOnly() : tourNoticeTexts.notTheTour();
    store.dispatch({ type: 'notice-changed', notice: info(message) });
    return undefined;
  }
}

const KEPT: SubmitResult = { outcome: 'kept' };

function info(message: string): Notice {
  return { severity: 'info', message, action: null };
}
