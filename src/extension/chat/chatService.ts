import { toDisplayText } from '../../shared/displayText.ts';
import type { BackgroundUse } from '../background/usage.ts';
import { isTourId } from '../model/tour/tourId.ts';
import { sleep } from '../base/timers.ts';
import { Emitter } from '../base/emitter.ts';
import { runEach } from '../base/runEach.ts';
import {
  ChatLibrary,
  newestFirst,
  type ChangeResult,
  type ChatSummary,
  type ExchangeRecovery,
} from './conversation/chatLibrary.ts';
import { toConversation } from './conversation/chatMeta.ts';
import type { Conversation } from './conversation/conversation.ts';
import type { ConversationEntry } from './conversation/conversationEntry.ts';
import { EMPTY_DRAFT, isEmptyDraft } from './composer/draftFile.ts';
import type { Drafts } from './composer/drafts.ts';
import type { Unsent } from './view/conversationView.ts';
import type { QueueView } from './view/chatStore.ts';
import type { CurrentChat } from './currentChat.ts';
import { createOpenChat, type ChatSurroundings, type OpenChat } from './openChat.ts';
import {
  createConversation,
  openConversation,
  readConversation,
  type OpenConversation,
  type OpenResult,
} from './conversation/openConversation.ts';
import type { PreparedExchange } from './conversation/preparedAnswer.ts';
import type { QueuedPrompt, LoadedQueue } from './composer/queueFile.ts';
import type { PromptQueue } from './composer/promptQueue.ts';
import type { FinishedPrompt, RequestSpending } from './answerRunner.ts';
import type { ChatSession } from './session.ts';
import { ShownChat } from './shownChat.ts';
import { showStorageFailure } from './view/storageNotice.ts';
import { titleOf } from './conversation/title.ts';
import { UnsentChats } from './composer/unsentChats.ts';
import { chatNoticeTexts } from '../base/texts/noticeTexts.ts';

export interface ChatServiceOptions extends ChatSurroundings {
  readonly drafts: Drafts;
  readonly queue: PromptQueue;
  /** Updated whenever another chat is shown. */
  readonly current: CurrentChat;
}

/** Milliseconds to wait for a lock, because the previous process of a reloading window may still hold it. */
const LOCK_TIMEOUT = 2_000;
/** Milliseconds. */
const LOCK_RETRY_DELAY = 100;

/**
 * Opens, shows and leaves chats. At most one window owns a chat. All ways of leaving and showing a chat are in this
 * class, because each of them must move the lock, the draft and the queue together.
 */
export class ChatService {
  readonly library: ChatLibrary;
  private readonly options: ChatServiceOptions;
  private readonly finished = new Emitter<FinishedPrompt>();
  private readonly spent = new Emitter<RequestSpending>();
  private readonly switched = new Emitter<void>();
  private readonly lost = new Emitter<void>();
  private readonly restored = new Emitter<readonly string[]>();
  private readonly shownChat: ShownChat;
  private readonly unsentChats: UnsentChats;
  private readonly windowClosing = new AbortController();
  /** The notice that the next chat shows if messages are still queued in the chat that was left. Null for none. */
  private leftQueueNotice: string | null = null;
  /** The last shown chat, if another window had it open when this window started. */
  private ownedByAnother: string | null = null;
  /** The previously shown chat, whose background work may end later. */
  private previous: Conversation | undefined;

  readonly onDidFinishPrompt = this.finished.event;
  /** Fires when a request of an answer has ended in any way. */
  readonly onDidSpend = this.spent.event;
  /** After this event, nothing prepared for the old chat may be used. */
  readonly onDidSwitch = this.switched.event;
  /** Fires when another window has taken the shown chat over. The listener must call `continueInCopy`. */
  readonly onDidLose = this.lost.event;
  /** Fires with the paths of the written files. */
  readonly onDidRestoreFiles = this.restored.event;

  constructor(options: ChatServiceOptions) {
    this.options = options;
    this.library = new ChatLibrary(options.storage);
    this.shownChat = new ShownChat(options.storage);
    this.unsentChats = new UnsentChats(options.storage.files, options.drafts, this.library);
  }

  /** Throws before `restore`. */
  get session(): ChatSession {
    return this.shown.session;
  }

  get isTour(): boolean {
    return this.options.current.isTour;
  }

  /** The tour's model may answer in tour chats only, and other models in other chats only. */
  mayAnswer(modelId: string): boolean {
    return this.options.tour === undefined || isTourId(modelId) === this.isTour;
  }

  private get shown(): OpenChat {
    const { openChat } = this.options.current;
    if (!openChat) throw new Error('The chat has not been restored');
    return openChat;
  }

  /** Opens the last shown chat (see `ShownChat`), or a new one if that fails. */
  async restore(): Promise<void> {
    const { drafts } = this.options;
    const id = await this.shownChat.takeChatId();
    if (id === undefined) return this.showWithoutDraft(await this.create());
    const result = await this.openWithRetry(id);
    if (result.kind === 'opened') return this.showWithDraft(result.opened);
    if (result.kind === 'absent') {
      return this.showWithDraft(await this.create({ id }));
    }
    const isSaved = (await readConversation(this.options.storage, id)) !== undefined;
    const warning = result.kind === 'unreadable' ? chatNoticeTexts.unreadableChat() : null;
    const opened = { ...(await this.create()), warning };
    // If another window has the chat open, the draft belongs to that window.
    if (result.kind === 'owned') {
      this.showWithoutDraft(opened);
      if (isSaved) this.offerCopy(id);
      return;
    }
    drafts.open(id, await drafts.load(id));
    this.show(opened, { ...drafts.carryTo(opened.conversation.id), ...this.openQueue(opened) });
  }

  get hasUnsentOutput(): boolean {
    return this.shown.shellLines?.hasUnsent ?? false;
  }

  /**
   * Unsent content moves to the new chat, but an edit stays with its message. If the composer is empty, shows instead
   * the unsent chat that this window left last. If saving fails, the shown chat stays open.
   */
  async newChat(): Promise<void> {
    const { drafts } = this.options;
    if (!(await this.leave())) return;
    if (drafts.current.editing) return this.showWithoutDraft(await this.create());
    const unsent = drafts.isEmpty ? this.unsentChats.takeLast() : undefined;
    if (unsent !== undefined) return this.showWithDraft(await this.create({ id: unsent }));
    await this.showWithCarriedDraft(await this.create());
  }

  /** If the chat cannot be opened, nothing changes. `unsaved`: the shown chat could not be saved and stays open. */
  async open(id: string): Promise<OpenResult['kind'] | 'unsaved'> {
    const kind = await this.openWith(id, (opened) => this.showWithDraft(opened));
    if (kind !== 'absent' || !(await this.unsentChats.has(id))) return kind;
    if (!(await this.leave())) return 'unsaved';
    this.unsentChats.forget(id);
    await this.showWithDraft(await this.create({ id }));
    return 'opened';
  }

  /** The workspace's saved and unsent chats, newest first. Leaves out the shown chat if it is unsent. */
  async list(signal: AbortSignal): Promise<ChatSummary[]> {
    return newestFirst([
      ...(await this.library.list(signal)),
      ...(await this.unsentChats.list(this.session.id, signal)),
    ]);
  }

  /** Shows a copy of a chat that another window has open. */
  async openCopy(id: string): Promise<'opened' | 'unreadable' | 'unsaved'> {
    const entries = await readConversation(this.options.storage, id);
    if (!entries) return 'unreadable';
    if (!(await this.leave())) return 'unsaved';
    this.showWithoutDraft(await this.create({ entries: asCopy(entries) }));
    return 'opened';
  }

  async openCopyOfLast(): Promise<void> {
    if (this.ownedByAnother !== null) await this.openCopy(this.ownedByAnother);
  }

  /** Call after another window has taken the shown chat over. */
  async continueInCopy(): Promise<void> {
    const { drafts } = this.options;
    const { opened, session } = this.shown;
    // If the user has left the chat meanwhile, `save` has already copied it.
    if (this.windowClosing.signal.aborted || (await opened.lock.isHeld())) return;
    await session.close();
    await this.shown.shellLines?.close();
    const copy = await this.createCopy();
    const warning = session.isEmpty ? null : chatNoticeTexts.takenOver();
    const queue = await this.options.queue.continueAs(copy);
    this.show({ ...copy, warning }, { ...drafts.continueAs(copy.conversation.id), ...queue });
  }

  /** Moves a chat to the trash. If it is the shown chat, a new chat with the unsent text replaces it. */
  async delete(id: string): Promise<ChangeResult> {
    if (id === this.session.id) {
      if (!(await this.leave())) return 'unsaved';
      this.leftQueueNotice = null;
      await this.showWithCarriedDraft(await this.create());
    }
    return this.library.delete(id);
  }

  /**
   * Restores a deleted chat. With `show`, also shows the chat if the composer is empty, or if the shown chat has no
   * messages and the restored chat has no draft. In the second case, the composer's content moves to the restored chat.
   */
  async undelete(id: string, show: boolean): Promise<ChangeResult> {
    const { drafts } = this.options;
    const result = await this.library.restore(id);
    if (result !== 'done' || !show) return result;
    if (drafts.isEmpty) await this.open(id);
    else if (this.session.isEmpty && isEmptyDraft(await drafts.load(id))) {
      await this.openWith(id, (opened) => this.showWithCarriedDraft(opened));
    }
    return result;
  }

  async rename(id: string, title: string): Promise<ChangeResult> {
    if (id !== this.session.id) return this.library.rename(id, title);
    this.session.rename(title);
    // Also `done` if another window has taken the chat over, because the copy's title is based on this title.
    return (await this.session.flush()) || (await this.isLost()) ? 'done' : 'unsaved';
  }

  /** Records background work of the answer `leaf`, which is in the shown chat or in the chat shown before it. */
  async recordLate(leaf: string, use: BackgroundUse): Promise<void> {
    if (this.session.recordBackground(leaf, use) || !this.previous?.node(leaf)) return;
    const { id } = this.previous;
    const result = await this.library.recordBackground(id, leaf, use);
    if (result !== 'done') this.options.storage.log.warn(`The cost of chat ${id} is incomplete: ${result}`);
  }

  /** See `AnswerChanges.restore`. */
  async restoreFiles(itemId: string, action: 'undo' | 'redo'): Promise<void> {
    await this.restoreIn(async ({ answerChanges }) => (await answerChanges?.restore(itemId, action)) ?? []);
  }

  /** `restore` returns the paths of the written files. */
  async restoreIn(restore: (chat: OpenChat) => Promise<readonly string[]>): Promise<void> {
    const paths = await restore(this.shown);
    if (paths.length > 0) this.restored.fire(paths);
  }

  /** Call if a crash has interrupted a batch. Adds the batch's exchange to its chat, unless the chat has it already. */
  async recoverExchange(id: string, exchange: PreparedExchange): Promise<ExchangeRecovery> {
    if (id !== this.session.id) return this.library.recoverExchange(id, exchange);
    const result = await this.session.prepared.recoverExchange(exchange);
    this.showRestores(this.shown);
    return result;
  }

  /** Undefined if the chat does not exist or cannot be read. */
  async read(id: string): Promise<Conversation | undefined> {
    if (id === this.session.id) return this.shown.opened.conversation;
    const entries = await readConversation(this.options.storage, id);
    return entries && toConversation(entries, id);
  }

  /** Removes everything about chats that were deleted at least a week ago. */
  async sweep(signal: AbortSignal): Promise<void> {
    for (const id of await this.library.sweep(signal)) {
      await this.options.drafts.forget(id);
      await this.options.queue.forget(id);
      await this.options.changes?.deleteChangesOf(id);
    }
  }

  /** Call when the window closes. Runs all steps even if one fails, and then throws the errors. */
  async close(): Promise<void> {
    this.windowClosing.abort();
    const current = this.options.current.openChat;
    if (!current) return;
    let { id } = current.session;
    await runEach([
      () => current.session.close(),
      async () => current.shellLines?.close(),
      async () => (id = (await this.save()) ?? id),
      () => this.options.drafts.flush(),
      () => this.options.queue.flush(),
      () => this.shownChat.rememberClosed(id),
      () => current.opened.lock.release(),
    ]);
  }

  /**
   * False if the chat, its queue or its draft cannot be saved. The chat then stays open, because only this window's
   * memory holds all of it.
   */
  private async leave(): Promise<boolean> {
    const { opened, session, shellLines } = this.shown;
    const { title, queue } = this.options.store.state;
    const waiting = queue.filter(({ removed }) => !removed).length;
    await session.leave();
    await shellLines?.close();
    const isSaved = (await this.save()) !== undefined && (await this.options.queue.flush());
    if (!isSaved || !(await this.options.drafts.release())) {
      showStorageFailure(this.options.store, isSaved ? 'draft' : 'leaving');
      return false;
    }
    await opened.lock.release();
    this.leftQueueNotice = waiting > 0 ? chatNoticeTexts.leftQueue(toDisplayText(title), waiting) : null;
    const isUnsent = session.isEmpty && !this.options.drafts.isEmpty;
    if (isUnsent) this.unsentChats.leave(session.id);
    return true;
  }

  /**
   * If another window has taken the chat over, saves a copy, with the draft and the queue. Returns the id of the saved
   * chat; undefined if it could not be written.
   */
  private async save(): Promise<string | undefined> {
    const { session } = this.shown;
    if (await session.flush()) return session.id;
    if (!(await this.isLost())) return undefined;
    const copy = await this.createCopy();
    const isSaved = await copy.writer.flush();
    if (isSaved) await this.options.queue.continueAs(copy);
    await copy.lock.release();
    if (!isSaved) return undefined;
    this.options.drafts.continueAs(copy.conversation.id);
    return copy.conversation.id;
  }

  /** Whether another window has taken the shown chat over. False if the lock cannot be read. */
  private async isLost(): Promise<boolean> {
    try {
      return !(await this.shown.opened.lock.isHeld());
    } catch (error) {
      this.options.storage.log.error('The lock of the chat could not be read', error);
      return false;
    }
  }

  private offerCopy(id: string): void {
    this.ownedByAnother = id;
    const notice = { severity: 'warning', message: chatNoticeTexts.ownedByAnother(), action: 'open-copy' } as const;
    this.options.store.dispatch({ type: 'notice-changed', notice });
  }

  private createCopy(): Promise<OpenConversation> {
    const { conversation } = this.shown.opened;
    return this.create({ entries: conversation.isEmpty ? [] : asCopy(conversation.entries()) });
  }

  private async openWith(
    id: string,
    show: (opened: OpenConversation) => Promise<void>,
  ): Promise<OpenResult['kind'] | 'unsaved'> {
    if (id === this.session.id) return 'opened';
    const result = await openConversation(this.options.storage, id, () => this.lost.fire());
    if (result.kind !== 'opened') return result.kind;
    if (!(await this.leave())) {
      await result.opened.lock.release();
      return 'unsaved';
    }
    await show(result.opened);
    return 'opened';
  }

  /** The caller must make sure that nothing is typed meanwhile. */
  private async showWithCarriedDraft(opened: OpenConversation): Promise<void> {
    const { drafts } = this.options;
    this.unsentChats.forget(this.session.id);
    const queued = await this.loadQueue(opened);
    this.show(opened, { ...drafts.carryTo(opened.conversation.id), ...this.openQueue(opened, queued.prompts) });
    await drafts.flush();
  }

  private async showWithDraft(opened: OpenConversation): Promise<void> {
    const { drafts } = this.options;
    const { id } = opened.conversation;
    const draft = await drafts.load(id).catch(async (error: unknown) => {
      // Without this release, the chat could not be opened again.
      await opened.lock.release();
      throw error;
    });
    const { prompts, unreadableFile } = await this.loadQueue(opened);
    const lost = drafts.unreadable(id);
    const warnings = [
      opened.warning,
      lost.length > 0 && chatNoticeTexts.lostDraft(lost.join(', ')),
      unreadableFile !== null && chatNoticeTexts.lostQueue(unreadableFile),
    ];
    const warning = warnings.filter(Boolean).join(' ') || null;
    this.show({ ...opened, warning }, { ...drafts.open(id, draft), ...this.openQueue(opened, prompts) });
  }

  private showWithoutDraft(opened: OpenConversation): void {
    const draft = this.options.drafts.open(opened.conversation.id, EMPTY_DRAFT);
    this.show(opened, { ...draft, ...this.openQueue(opened) });
  }

  private loadQueue({ lock }: OpenConversation): Promise<LoadedQueue> {
    return this.options.queue.load(lock.id);
  }

  /** Call immediately before the chat is shown, with no await in between. */
  private openQueue(opened: OpenConversation, prompts: readonly QueuedPrompt[] = []): QueueView {
    return this.options.queue.open(opened, prompts);
  }

  private create(options: { id?: string; entries?: readonly ConversationEntry[] } = {}): Promise<OpenConversation> {
    return createConversation(this.options.storage, () => this.lost.fire(), options);
  }

  private async openWithRetry(id: string): Promise<OpenResult> {
    const { storage } = this.options;
    const { clock } = storage;
    for (const deadline = clock.now() + LOCK_TIMEOUT; ;) {
      const result = await openConversation(storage, id, () => this.lost.fire());
      if (result.kind !== 'owned' || clock.now() >= deadline) return result;
      await sleep(clock, LOCK_RETRY_DELAY, this.windowClosing.signal);
    }
  }

  private show(opened: OpenConversation, unsent: Unsent): void {
    const chat = createOpenChat(opened, this.options);
    const { session } = chat;
    session.onDidFinishPrompt((prompt) => this.finished.fire(prompt));
    const before = this.options.current.openChat;
    before?.dispose();
    this.previous = before?.opened.conversation;
    session.onDidSpend((spending) => this.spent.fire(spending));
    this.options.current.set(chat);
    void this.shownChat.rememberChat(session.id);
    session.show(unsent);
    // A tour chat has only the tour's model, so the draft must not name another model.
    if (chat.isTour) this.options.drafts.chooseModel(null);
    chat.readInstructions();
    this.showRestores(chat);
    const { leftQueueNotice } = this;
    this.leftQueueNotice = null;
    if (leftQueueNotice !== null && opened.warning === null) {
      const notice = { severity: 'info', message: leftQueueNotice, action: null } as const;
      this.options.store.dispatch({ type: 'notice-changed', notice });
    }
    this.options.drafts.endLostEdit((itemId) => session.prompt(itemId));
    this.switched.fire();
  }

  private showRestores({ answerChanges, checkpoints }: OpenChat): void {
    answerChanges?.showAll();
    this.options.store.dispatch({ type: 'restored-changed', restored: checkpoints?.restored ?? null });
  }
}

function asCopy(entries: readonly ConversationEntry[]): ConversationEntry[] {
  return [...entries, { type: 'title', title: chatNoticeTexts.copyTitle(titleOf(toConversation(entries))) }];
}
