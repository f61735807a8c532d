import { randomUUID } from 'node:crypto';
import type { QueuedPromptView } from '../../../shared/chatState.ts';
import type { Log } from '../../ports/log.ts';
import { toLabel } from '../../model/modelId.ts';
import { SerialQueue } from '../../base/serialQueue.ts';
import { toImageView } from './attachment.ts';
import type { ChatStore, QueueView } from '../view/chatStore.ts';
import type { OpenConversation } from '../conversation/openConversation.ts';
import type { LoadedQueue, QueuedContent, QueuedPrompt, QueueFile } from './queueFile.ts';
import { clearStorageFailure, showStorageFailure } from '../view/storageNotice.ts';

interface Entry extends QueuedPrompt {
  /** The user can restore a removed prompt until another prompt is added or sent. */
  readonly removed: boolean;
}

/**
 * The prompts that the user submitted during an answer, one list per chat. Each change is written to disk while this
 * window holds the chat's lock. A sent prompt stays in the file until the conversation is on disk with the prompt under
 * the same id, so that a crash neither loses nor repeats the prompt.
 *
 *     queued ── remove() ──▶ removed ── restore() ──▶ queued
 *     removed ── another prompt is added or sent ──▶ gone
 *     queued ── sent() ──▶ leaving ── the conversation is on disk ──▶ gone
 */
export class PromptQueue {
  private readonly store: ChatStore;
  private readonly file: QueueFile;
  private readonly log: Log;
  private readonly writing = new SerialQueue();
  private opened: OpenConversation | undefined;
  private entries: readonly Entry[] = [];
  /** Sent prompts that may not be on disk with the conversation yet. */
  private leaving: readonly QueuedPrompt[] = [];
  private paused = false;
  private failing = false;

  constructor(store: ChatStore, file: QueueFile, log: Log) {
    this.store = store;
    this.file = file;
    this.log = log;
  }

  get isPaused(): boolean {
    return this.paused;
  }

  get count(): number {
    return this.entries.filter(({ removed }) => !removed).length;
  }

  /**
   * The first prompt, whether or not the queue is paused. Undefined while the user edits that prompt, because it blocks
   * the prompts after it.
   */
  get next(): QueuedPrompt | undefined {
    const head = this.entries.find(({ removed }) => !removed);
    return head && this.isEdited(head.id) ? undefined : head;
  }

  /** The prompt to send with the next results of calls; undefined while the queue is paused. */
  get nextSteering(): QueuedPrompt | undefined {
    if (this.paused) return undefined;
    return this.entries.find((entry) => maySteer(entry) && !entry.removed && !this.isEdited(entry.id));
  }

  find(id: string): QueuedPrompt | undefined {
    return this.entries.find((entry) => entry.id === id && !entry.removed);
  }

  /** The caller must hold the chat's lock. */
  load(chatId: string): Promise<LoadedQueue> {
    return this.writing.run(() => this.file.read(chatId));
  }

  /**
   * Call when another chat is shown. Drops prompts that the conversation already has. A list with prompts starts
   * paused, because prompts are sent when an answer ends, and no answer is running.
   */
  open(opened: OpenConversation, prompts: readonly QueuedPrompt[]): QueueView {
    const { conversation } = opened;
    this.opened = opened;
    this.entries = prompts.filter(({ id }) => !conversation.node(id)).map((prompt) => ({ ...prompt, removed: false }));
    this.leaving = [];
    this.paused = this.entries.length > 0;
    return this.view();
  }

  /** Call when the chat continues in a copy. The original's file stays. */
  async continueAs(opened: OpenConversation): Promise<QueueView> {
    this.opened = opened;
    if (this.entries.length > 0) await this.save();
    return this.view();
  }

  /** False, without adding the prompt, if the list cannot be written. */
  async add(content: QueuedContent, steers: boolean): Promise<boolean> {
    const id = randomUUID();
    this.forgetRemoved();
    this.set([...this.entries, { ...content, id, steers, removed: false }]);
    const isSaved = await this.save('queueing');
    if (isSaved || !this.find(id)) return true;
    this.set(this.entries.filter((entry) => entry.id !== id));
    return false;
  }

  /** False, without a change, if the prompt is gone or the list cannot be written. */
  async replace(id: string, content: QueuedContent): Promise<boolean> {
    const before = this.find(id);
    if (!before) return false;
    this.update(id, () => content);
    const isSaved = await this.save('queueing');
    if (!isSaved) this.update(id, () => before);
    return isSaved;
  }

  remove(id: string): void {
    this.change(this.entries.map((entry) => (entry.id === id ? { ...entry, removed: true } : entry)));
  }

  forgetRemoved(): void {
    if (this.entries.some(({ removed }) => removed)) this.set(this.entries.filter(({ removed }) => !removed));
  }

  /** False if the list has no such removed prompt. */
  restore(id: string): boolean {
    if (!this.entries.some((entry) => entry.id === id && entry.removed)) return false;
    this.change(this.entries.map((entry) => (entry.id === id ? { ...entry, removed: false } : entry)));
    return true;
  }

  /** Does nothing at either end of the list. */
  move(id: string, step: -1 | 1): void {
    const from = this.entries.findIndex((entry) => entry.id === id);
    let to = from + step;
    while (this.entries[to]?.removed) to += step;
    const [moved, other] = [this.entries[from], this.entries[to]];
    if (moved && other) this.change(this.entries.with(from, other).with(to, moved));
  }

  steer(id: string, steers: boolean): void {
    this.change(this.entries.map((entry) => (entry.id === id ? { ...entry, steers } : entry)));
  }

  /** Call when the prompt is in the conversation. */
  sent(id: string): void {
    const sent = this.find(id);
    if (!sent) return;
    this.leaving = [...this.leaving, sent];
    this.change(this.entries.filter((entry) => entry.id !== id && !entry.removed));
  }

  /** The pause lasts until `resume` is called or the queue is empty. */
  pause(): void {
    this.setPaused(this.entries.length > 0);
  }

  resume(): void {
    this.setPaused(false);
  }

  /** False if the list could not be written. */
  async flush(): Promise<boolean> {
    await this.writing.run(() => Promise.resolve());
    return !this.failing || this.save();
  }

  async forget(chatId: string): Promise<void> {
    await this.writing.run(() => this.file.write(chatId, []));
  }

  private isEdited(id: string): boolean {
    return this.store.state.editing === id;
  }

  private update(id: string, update: () => QueuedContent): void {
    this.set(this.entries.map((entry) => (entry.id === id ? { ...entry, ...update() } : entry)));
  }

  private change(entries: readonly Entry[]): void {
    this.set(entries);
    void this.save();
  }

  private set(entries: readonly Entry[]): void {
    this.entries = entries;
    if (entries.length === 0) this.paused = false;
    this.show();
  }

  private setPaused(paused: boolean): void {
    if (this.paused === paused) return;
    this.paused = paused;
    this.show();
  }

  private show(): void {
    const { queue, queuePaused } = this.view();
    this.store.dispatch({ type: 'queue-changed', queue, paused: queuePaused });
  }

  private view(): QueueView {
    return { queue: this.entries.map(toView), queuePaused: this.paused };
  }

  /** Never rejects. False, with a notice in the panel, if the list could not be written. */
  private save(failure: 'queue' | 'queueing' = 'queue'): Promise<boolean> {
    const { opened, leaving } = this;
    if (!opened) return Promise.resolve(true);
    const kept = this.entries.filter(({ removed }) => !removed).map(({ removed: _removed, ...prompt }) => prompt);
    return this.writing.run(async () => {
      try {
        // If the lock is lost, this window continues in a copy of the chat, and saves the list there.
        if (!(await opened.lock.isHeld())) return true;
        const isRecorded = leaving.length === 0 || (await opened.writer.flush());
        await this.file.write(opened.lock.id, isRecorded ? kept : [...leaving, ...kept]);
        if (isRecorded) this.leaving = this.leaving.filter((prompt) => !leaving.includes(prompt));
        this.failing = false;
        clearStorageFailure(this.store, 'queue', 'queueing');
        return true;
      } catch (error) {
        this.log.error('The queue could not be written', error);
        this.failing = true;
        showStorageFailure(this.store, failure);
        return false;
      }
    });
  }
}

/** A prompt with its own model never steers, because the running answer's model would get the prompt. */
function maySteer({ steers, model }: QueuedPrompt): boolean {
  return steers && model === undefined;
}

function toView(entry: Entry): QueuedPromptView {
  const { id, text, mentions, attachments, removed, model } = entry;
  const own = model === undefined ? {} : { model: { id: model, label: toLabel(model) } };
  return {
    id,
    text,
    mentions: [...mentions],
    images: attachments.map(toImageView),
    steers: maySteer(entry),
    removed,
    ...own,
  };
}
