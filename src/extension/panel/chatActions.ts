import type { Notice, PromptMention } from '../../shared/chatState.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import type { DraftChip } from '../../shared/draftChip.ts';
import type { SubmitEffect, SubmitResult } from '../../shared/protocol.ts';
import type { ChatSession } from '../chat/session.ts';
import type { ChatService } from '../chat/chatService.ts';
import type { ChatStore } from '../chat/view/chatStore.ts';
import type { Drafts } from '../chat/composer/drafts.ts';
import type { MentionContent } from '../chat/context/mentionContent.ts';
import type { Prompt } from '../chat/composer/parseSubmission.ts';
import { toPromptChips, toPromptText } from '../chat/composer/promptChips.ts';
import type { QueuedPrompt } from '../chat/composer/queueFile.ts';
import type { PromptQueue } from '../chat/composer/promptQueue.ts';
import type { SelectedModel } from '../model/chatModel.ts';
import type { Log } from '../ports/log.ts';
import { runEach } from '../base/runEach.ts';
import { SerialQueue } from '../base/serialQueue.ts';
import type { MoveAhead } from '../ahead/moveAhead.ts';
import { toOwnModel } from './composerMenu.ts';
import type { RoutedModel } from './routedModel.ts';
import type { RestoreQuestion } from './restoreQuestion.ts';
import { chatNoticeTexts, tourNoticeTexts } from '../base/texts/noticeTexts.ts';

export interface Submission {
  readonly prompt: Prompt;
  /** The composer's text, if it differs from the prompt, as for `/name argument`. */
  readonly draft?: string | undefined;
  readonly mentions?: readonly PromptMention[] | undefined;
  /** Long pastes and agents' screens, which are rendered as chips. */
  readonly folds?: readonly DraftChip[] | undefined;
  /** Whether a queued prompt is sent with the next tool results. */
  readonly steers?: boolean | undefined;
  /**
   * Set if one Enter submits the suggestion: the effect that the hint named. If the Enter would have another effect,
   * the text is kept.
   */
  readonly expects?: SubmitEffect | undefined;
  /** What a prompt file asks for; see `Expansion`. */
  readonly model?: string | undefined;
  readonly tools?: readonly string[] | undefined;
  /** For an edited prompt: true after the user has chosen whether to restore files. */
  readonly filesDecided?: boolean;
}

export interface ChatActionsOptions {
  readonly store: ChatStore;
  readonly chats: ChatService;
  readonly drafts: Drafts;
  readonly queue: PromptQueue;
  readonly moveAhead: MoveAhead;
  readonly promptModel: RoutedModel;
  readonly question: Pick<RestoreQuestion, 'ask' | 'whileFilesChange'>;
  readonly mentions: Pick<MentionContent, 'resolve' | 'prepare' | 'lookUp'>;
  readonly log: Log;
}

/**
 * A mutex for the actions that continue or replace the conversation, so that a prompt never runs while another prompt's
 * edits are half applied. An action with a `conversationId` does nothing if another chat is shown. The class is not
 * split, because one lock covers all actions.
 *
 *     submit ── an answer runs, or prompts are queued and not paused ──▶ queued
 *     submit ── the text is the prepared suggestion ──▶ applied
 *     submit ── otherwise ──▶ sent
 *     queued ── the answer is done ──▶ sent
 *     queued ── the answer stopped or failed ──▶ paused ── sendQueue() ──▶ sent
 *
 * A prompt that cannot be queued, sent or applied is kept in the composer.
 */
export class ChatActions {
  private readonly options: ChatActionsOptions;
  private readonly serial = new SerialQueue();
  private readonly windowClosing = new AbortController();
  /**
   * Repeats the last action that found no usable model, unless the user has changed the text or sent another prompt.
   */
  private failedAction: (() => Promise<unknown>) | undefined;

  constructor(options: ChatActionsOptions) {
    this.options = options;
    options.store.onDidChange((event) => {
      if (event.type === 'status-changed' && event.status === 'idle') this.continueQueue();
      if (event.type === 'editing-changed') this.pauseAfterEdit();
    });
    options.chats.onDidLose(() => {
      const moved = this.withChats((chats) => chats.continueInCopy());
      moved.catch((error: unknown) =>
        options.log.error('A chat that another window has taken over could not be copied', error),
      );
    });
  }

  async submit(conversationId: string, submission: Submission): Promise<SubmitResult> {
    // Saves the text as the draft first, because the webview does not report a draft during a submit. If the prompt is
    // not sent, the draft may be the prompt's only copy.
    const saved = this.options.drafts.typed(conversationId, draftOf(submission));
    return this.serial.run(async () => {
      await saved;
      const { chats, drafts, queue } = this.options;
      if (chats.session.id !== conversationId) return KEPT;
      const { editing } = drafts.current;
      const startsNow = chats.session.isIdle && (queue.isPaused || !queue.next);
      // A suggestion neither replaces an earlier prompt nor is queued.
      if (submission.expects && (editing || !startsNow)) return filledIn();
      if (editing && queue.find(editing.itemId)) return this.enqueue(submission, editing.itemId);
      if (startsNow) return this.submitNow(submission);
      // An edit of an earlier prompt cannot be queued.
      return editing ? KEPT : this.enqueue(submission);
    });
  }

  /** Call when a model has become usable. */
  async repeatFailedAction(): Promise<void> {
    const { failedAction } = this;
    this.failedAction = undefined;
    await failedAction?.();
  }

  sendQueue(conversationId: string): void {
    if (this.options.chats.session.id !== conversationId) return;
    this.options.queue.resume();
    this.sendNext();
  }

  stop(): Promise<void> {
    const { chats, queue } = this.options;
    // Without this pause, stopping a compression could continue the queue.
    if (!chats.session.isIdle) queue.pause();
    return chats.session.stop();
  }

  /** If answers have changed files since the prompt, first asks whether to restore them. */
  async retry(conversationId: string, itemId: string): Promise<void> {
    const retry = (): Promise<void> => this.retryAnswer(conversationId, itemId);
    let isAsked = false;
    await this.whenFree(conversationId, async () => {
      const prompt = this.options.chats.session.restartsFrom(itemId);
      isAsked = prompt !== undefined && (await this.options.question.ask(prompt, 'retry', retry));
    });
    if (!isAsked) await retry();
  }

  private retryAnswer(conversationId: string, itemId: string): Promise<void> {
    return this.answerAgain(conversationId, itemId, async (session, model) => session.retry(itemId, model));
  }

  /** Not serialized, because the request must take effect while the answer waits for its retry. */
  retryNow(conversationId: string, itemId: string): void {
    const { session } = this.options.chats;
    if (session.id === conversationId) session.retryNow(itemId);
  }

  continueMessage(conversationId: string, itemId: string): Promise<void> {
    const { session } = this.options.chats;
    const locked = session.id === conversationId ? session.routedModelOf(itemId) : undefined;
    const begin: Begin = async ({ continuations }, model) => {
      const refusal = continuations.continueMessage(itemId, model, await continuations.windowOf(model));
      if (refusal !== null) this.showInfo(refusal, { untilNextAnswer: true });
      return refusal === null;
    };
    return this.answerAgain(conversationId, itemId, begin, locked);
  }

  /** Sends a prompt again, with the text that a model added to it. */
  useAsMessage(conversationId: string, itemId: string): Promise<void> {
    return this.answerAgain(conversationId, itemId, async ({ continuations }, model) =>
      continuations.useAsMessage(itemId, model),
    );
  }

  /**
   * Begins an answer for an item, if the chat is shown and idle. `begin` returns false if there is nothing to answer.
   * `locked`: the id of the model that has to answer; by default, the item's own or the selected model.
   */
  private answerAgain(conversationId: string, itemId: string, begin: Begin, locked?: string): Promise<void> {
    const { chats, drafts, moveAhead, queue, store } = this.options;
    return this.serial.run(async () => {
      if (!this.isFree(conversationId)) return;
      const model = await this.modelForChat(locked ?? chats.session.ownModelOf(itemId, store.state.model?.id));
      const isLast = (): boolean => store.state.items.at(-1)?.id === itemId;
      this.failedAction = model
        ? undefined
        : async () => void (isLast() && (await this.answerAgain(conversationId, itemId, begin, locked)));
      if (!model) return;
      await moveAhead.stop('chat-continued');
      const wasLast = isLast();
      // After this answer, even a paused queue continues.
      if ((await begin(chats.session, model)) && wasLast) queue.resume();
      drafts.endLostEdit((id) => chats.session.prompt(id));
    });
  }

  /** Runs an action after the earlier actions, if the chat is then shown and idle. The signal aborts if the window closes. */
  whenFree(conversationId: string, action: (signal: AbortSignal) => Promise<void>): Promise<void> {
    return this.serial.run(async () => {
      if (this.isFree(conversationId)) await action(this.windowClosing.signal);
    });
  }

  /** Applies prepared edits, or shows in a notice why nothing was applied (see `applyOrExplain`). */
  async apply(speculationId: string): Promise<void> {
    const why = await this.applyOrExplain(speculationId);
    if (why !== undefined) this.showInfo(why);
  }

  /**
   * Applies prepared edits. Returns why nothing was applied; undefined if edits were applied, or if the speculation bar
   * shows the reason.
   */
  applyOrExplain(speculationId: string): Promise<string | undefined> {
    return this.serial.run(() => this.options.moveAhead.prepared.apply(speculationId));
  }

  /** Undoes applied edits whose answer was not added to the chat. */
  undoLateEdits(): Promise<void> {
    return this.serial.run(() => this.options.moveAhead.prepared.lateEdits.undo());
  }

  changeFiles(conversationId: string, itemId: string, action: 'undo' | 'redo'): Promise<void> {
    const { chats, question } = this.options;
    return this.whenFree(conversationId, () => question.whileFilesChange(() => chats.restoreFiles(itemId, action)));
  }

  /**
   * Discards prepared edits that could not be merged, and sends their prompt in the chat that they were prepared for.
   */
  redo(speculationId: string): Promise<void> {
    const { chats, drafts, moveAhead } = this.options;
    return this.serial.run(async () => {
      if (await moveAhead.prepared.redoAdopted(speculationId)) return;
      const origin = moveAhead.prepared.originOf(speculationId);
      if (!origin) return;
      const prompt = origin.suggestion.text;
      if (!chats.session.isIdle) return this.showInfo(chatNoticeTexts.redoLater());
      const opened = await chats.open(origin.conversationId);
      // The panel already shows why the shown chat could not be saved.
      if (opened === 'unsaved') return;
      if (opened !== 'opened') return this.showInfo(chatNoticeTexts.redoElsewhere(toDisplayText(prompt)));
      const { session } = chats;
      const model = await this.modelForChat();
      if (!model) return;
      await moveAhead.prepared.discard(speculationId);
      await moveAhead.stop('chat-continued');
      session.submit(prompt, model);
      // The prompt may still be in the composer, because its prepared edits could not be applied.
      if (drafts.isShown(session.id) && drafts.current.text === prompt && !drafts.current.editing) drafts.clearText();
    });
  }

  newChat(): Promise<void> {
    return this.withChats((chats) => chats.newChat());
  }

  /**
   * Runs an action that may show another chat. Showing another chat drops everything prepared for the old chat, except
   * prepared edits whose preview is open. If the old chat is a tour chat, those edits are dropped too.
   */
  withChats<T>(change: (chats: ChatService) => Promise<T>): Promise<T> {
    const { chats } = this.options;
    return this.serial.run(() => change(chats));
  }

  /** Call when the window closes. Finishes an apply in progress; interrupts and saves everything else. */
  close(): Promise<void> {
    const { moveAhead, chats } = this.options;
    this.windowClosing.abort();
    return this.serial.run(() => runEach([() => moveAhead.close(), () => chats.close()]));
  }

  private isFree(conversationId: string): boolean {
    const { session } = this.options.chats;
    return session.id === conversationId && session.isIdle;
  }

  /** Appends the composer's content to the queue, or replaces queued prompt `id` with it. */
  private async enqueue(
    { prompt, mentions = [], folds, steers = false, ...wanted }: Submission,
    id?: string,
  ): Promise<SubmitResult> {
    const { drafts, queue, store } = this.options;
    const { attachments, editing } = drafts.current;
    if (!prompt.text && attachments.length === 0) return KEPT;
    const text = prompt.typed;
    const prepared = await this.options.mentions.prepare({ text, mentions }, this.windowClosing.signal);
    // If an edit has begun or ended meanwhile, the composer has other content.
    if (!prepared || drafts.current.editing !== editing) return KEPT;
    const model = wanted.model ?? drafts.current.model;
    // An edited prompt keeps the tools of its prompt file, because its text still comes from that file.
    const tools = wanted.tools ?? (id === undefined ? undefined : queue.find(id)?.tools);
    const limits = { ...(model && { model }), ...(tools && { tools }) };
    const content = { text, mentions, ...(folds && { folds }), attachments, prepared, ...limits };
    const isQueued = id === undefined ? await queue.add(content, steers) : await queue.replace(id, content);
    if (!isQueued) return KEPT;
    const wasPaused = queue.isPaused;
    if (drafts.current.editing === editing) drafts.sent(attachments);
    // The answer may have ended meanwhile, or the queue may have waited for this edit.
    if (!wasPaused) queue.resume();
    if (store.state.status === 'idle') this.sendNext();
    return { outcome: 'queued' };
  }

  private continueQueue(): void {
    const { chats, queue } = this.options;
    if (chats.session.isAnswered) this.sendNext();
    else queue.pause();
  }

  /** Pauses the queue after an edit that blocked the queue. `enqueue` resumes the queue if the edit was submitted. */
  private pauseAfterEdit(): void {
    const { chats, queue } = this.options;
    if (chats.session.isIdle && queue.next) queue.pause();
  }

  private sendNext(): void {
    const sent = this.serial.run(() => this.sendNextNow());
    sent.catch((error: unknown) => {
      this.options.queue.pause();
      this.options.log.error('A queued prompt could not be sent', error);
    });
  }

  /** Rereads the queue directly before it sends, because the user may change the prompt until then. */
  private async sendNextNow(): Promise<void> {
    const { queue, mentions, moveAhead, store } = this.options;
    for (let prompt = this.due; prompt; prompt = this.due) {
      const model = await this.modelForChat(prompt.model, prompt.attachments.length === 0 ? prompt.text : undefined);
      if (!model) return queue.pause();
      const context = await mentions.lookUp(prompt, this.windowClosing.signal);
      await moveAhead.stop('chat-continued');
      if (this.due !== prompt) continue;
      const { id, text, attachments, tools } = prompt;
      const place = { id, folds: toPromptChips(prompt), ownModel: toOwnModel(store, prompt.model), tools };
      this.options.chats.session.submit(toPromptText(text), model, { ...place, attachments, context });
      queue.sent(id);
      return;
    }
  }

  private get due(): QueuedPrompt | undefined {
    const { chats, queue } = this.options;
    const isDue = chats.session.isIdle && !queue.isPaused && !this.windowClosing.signal.aborted;
    return isDue ? queue.next : undefined;
  }

  /**
   * Submits a kept prompt again. Clears the composer, because the webview clears it only if the webview itself submits.
   */
  private async submitKept(conversationId: string, submission: Submission): Promise<void> {
    const { drafts } = this.options;
    const { text, editing } = drafts.current;
    if (!drafts.isShown(conversationId) || text !== draftOf(submission)) return;
    const { outcome } = await this.submit(conversationId, submission);
    if (outcome !== 'kept' && !editing) drafts.clearText();
  }

  private async submitNow(submission: Submission): Promise<SubmitResult> {
    const { mentions = [], folds: pastes, expects } = submission;
    const { text, typed } = submission.prompt;
    const { chats, drafts, moveAhead, promptModel, store } = this.options;
    const { attachments, editing } = drafts.current;
    if (!text && attachments.length === 0) return KEPT;
    const isPlain = !submission.model && !submission.tools && attachments.length === 0 && mentions.length === 0;
    if (expects && !(isPlain && moveAhead.isOffered(text))) return filledIn();
    // After Enter was pressed, the mode, rules or grants may have changed, so calls may now run without a question.
    const mayRun = !expects || !store.state.suggesting.runsUnasked;
    if (!editing && isPlain) {
      const { kind } = await moveAhead.prepared.accept(text, { mayContinue: mayRun });
      if (kind === 'adopted') return { outcome: 'sent' };
      // Edits that could not be applied wait for the user, and the text stays in the composer.
      if (kind !== 'not-ready') return kind === 'applied' ? { outcome: 'applied' } : KEPT;
    }
    if (expects === 'apply' || !mayRun) return filledIn();
    const ownModel = toOwnModel(store, submission.model ?? drafts.current.model);
    const plainText = attachments.length === 0 ? text : undefined;
    const model = await promptModel(ownModel?.id, plainText, this.windowClosing.signal);
    const { id } = chats.session;
    // Repeated without `expects`, which limits the effect of a single Enter. The user has acted a second time by
    // setting an API key, and the text is in the composer.
    this.failedAction = model ? undefined : () => this.submitKept(id, { ...submission, expects: undefined });
    if (!model) return KEPT;
    if (!chats.mayAnswer(model.id)) return this.moveToNewChat(model, editing !== null);
    const mentioned = await this.options.mentions.resolve({ text: typed, mentions }, this.windowClosing.signal);
    if (mentioned.kind === 'cancelled') return KEPT;
    if (editing && !submission.filesDecided) {
      const decided = () => this.submitKept(id, { ...submission, filesDecided: true });
      if (await this.options.question.ask(editing.itemId, 'edit', decided)) return KEPT;
    }
    // If the edit changed meanwhile, the composer has other content.
    if (drafts.current.editing !== editing) return KEPT;
    const unaccepted = editing ? [] : moveAhead.contextFor(text);
    await moveAhead.stop('chat-continued');
    const replaces = editing ? chats.session.shownPrompt(editing.itemId) : undefined;
    const context = [...mentioned.context, ...unaccepted];
    const sent = drafts.current.attachments;
    const folds = toPromptChips({ text: typed, mentions, folds: pastes });
    const tools = submission.tools ?? replaces?.tools ?? undefined;
    chats.session.submit(text, model, { attachments: sent, replaces, context, folds, ownModel, tools });
    drafts.sent(sent);
    this.options.queue.forgetRemoved();
    return { outcome: 'sent' };
  }

  /**
   * Moves the composer's content to a new chat, where the user must send it. An edit stays, because its message is in
   * this chat.
   */
  private async moveToNewChat({ id, label }: SelectedModel, isEdit: boolean): Promise<SubmitResult> {
    const { chats } = this.options;
    if (isEdit) {
      this.showWrongChat();
      return KEPT;
    }
    await chats.newChat();
    if (chats.mayAnswer(id)) this.showInfo(tourNoticeTexts.newChatFor(toDisplayText(label)));
    return KEPT;
  }

  /** Like `promptModel`. If the model may not answer in the shown chat, shows a notice and returns undefined. */
  private async modelForChat(id?: string, text?: string): Promise<SelectedModel | undefined> {
    const { chats, promptModel } = this.options;
    const model = await promptModel(id, text, this.windowClosing.signal);
    if (!model || chats.mayAnswer(model.id)) return model;
    this.showWrongChat();
    return undefined;
  }

  private showWrongChat(): void {
    const { isTour } = this.options.chats;
    this.showInfo(isTour ? tourNoticeTexts.otherModelInTour() : tourNoticeTexts.tourInOtherChat());
  }

  private showInfo(message: string, more: Pick<Notice, 'untilNextAnswer'> = {}): void {
    const notice = { severity: 'info', message, action: null, ...more } as const;
    this.options.store.dispatch({ type: 'notice-changed', notice });
  }
}

function draftOf({ draft, prompt }: Submission): string {
  return draft ?? prompt.typed;
}

type Begin = (session: ChatSession, model: SelectedModel) => Promise<boolean>;

const KEPT: SubmitResult = { outcome: 'kept' };

/** One Enter on a suggestion would not have the effect that the hint named, so the suggestion is only filled in. */
function filledIn(): SubmitResult {
  return { outcome: 'kept', message: chatNoticeTexts.onlyFilledIn() };
}
