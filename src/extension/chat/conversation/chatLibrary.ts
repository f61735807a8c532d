import type { BackgroundUse } from '../../background/usage.ts';
import { Emitter } from '../../base/emitter.ts';
import { metaFile, readMeta, textsOf, toMeta, type ChatMeta } from './chatMeta.ts';
import type { Conversation } from './conversation.ts';
import { conversationFile } from './conversationFile.ts';
import { findContext } from './searchContext.ts';
import { lockConversation } from './conversationLock.ts';
import { openConversation, readConversation, type ConversationStorage } from './openConversation.ts';

export interface ChatSummary {
  readonly id: string;
  /** Empty where it cannot be read. */
  readonly title: string;
  /** Cut, on one line. */
  readonly lastPrompt: string;
  /** Milliseconds since the epoch: its last prompt or answer. */
  readonly updatedAt: number;
  /** False: its file is kept as it is, and the list says so. */
  readonly readable: boolean;
  /** Nothing of it was sent yet: the title is what is in its composer. */
  readonly isDraft: boolean;
}

/**
 * What became of a change to a chat. `owned`: another window has it open, so it was left alone. `unsaved`: it could not
 * be written down.
 */
export type ChangeResult = 'done' | 'owned' | 'absent' | 'unsaved';

const CONCURRENT = 16;
const KEPT_IN_TRASH = 7 * 24 * 60 * 60 * 1000;

/** The chats on disk. The shown chat is changed through its own conversation, never here. */
export class ChatLibrary {
  private readonly storage: ConversationStorage;
  private readonly deleted = new Emitter<string>();

  /** The id of a chat that has been put into the trash here. */
  readonly onDidDelete = this.deleted.event;

  constructor(storage: ConversationStorage) {
    this.storage = storage;
  }

  /** Newest first; chats without a prompt are left out. Stops early, with what it has, when aborted. */
  async list(signal: AbortSignal): Promise<ChatSummary[]> {
    const summaries: ChatSummary[] = [];
    await this.forEach(signal, async (id) => {
      const meta = await this.meta(id);
      if (!meta || (meta.readable && meta.prompts === 0)) return;
      const { title, lastPrompt, updatedAt, readable } = meta;
      summaries.push({ id, title, lastPrompt, updatedAt, readable, isDraft: false });
    });
    return newestFirst(summaries);
  }

  /** What lies in the trash, deleted last first; `updatedAt` is when that was. */
  async listDeleted(signal: AbortSignal): Promise<ChatSummary[]> {
    const { files, log } = this.storage;
    const summaries: ChatSummary[] = [];
    for (const name of await files.list('trash')) {
      if (signal.aborted) break;
      if (!name.endsWith('.jsonl')) continue;
      try {
        const info = await files.stat(`trash/${name}`);
        if (!info) continue;
        const { title, lastPrompt, readable } = toMeta((await files.read(`trash/${name}`)) ?? '', info);
        const id = name.slice(0, -'.jsonl'.length);
        summaries.push({ id, title, lastPrompt, updatedAt: info.modifiedAt, readable, isDraft: false });
      } catch (error) {
        log.error(`What the deleted chat ${name} is about could not be read`, error);
      }
    }
    return newestFirst(summaries);
  }

  /** Whether there is a file of it, in the trash or not. */
  async isKept(id: string): Promise<boolean> {
    const { files } = this.storage;
    return !!(await files.stat(conversationFile(id))) || !!(await files.stat(trashFile(id)));
  }

  /**
   * The chats whose prompts and answers contain every word of `query`, in any case; by id, each with the words around a
   * place that was found.
   */
  async search(query: string, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const found = new Map<string, string>();
    if (words.length === 0) return found;
    // Most files need not be parsed: a word stands in the file's JSON as it would in a JSON string.
    const written = words.map((word) => JSON.stringify(word).slice(1, -1));
    await this.forEach(signal, async (id) => {
      const text = (await this.readText(id))?.toLowerCase();
      if (!text || !written.every((word) => text.includes(word))) return;
      const entries = await readConversation(this.storage, id);
      const context = findContext(textsOf(entries ?? []), words);
      if (context !== null) found.set(id, context);
    });
    return found;
  }

  rename(id: string, title: string): Promise<ChangeResult> {
    return this.change(id, (conversation) => conversation.rename(title));
  }

  /** Adds background work that answer `leaf` has led to and that ended after its chat was left. */
  recordBackground(id: string, leaf: string, use: BackgroundUse): Promise<ChangeResult> {
    return this.change(id, (conversation) => conversation.addBackground(leaf, use));
  }

  /** Puts a chat into the trash, from which `restore` brings it back as it was. */
  delete(id: string): Promise<ChangeResult> {
    return this.underLock(id, async () => {
      const { files } = this.storage;
      // A chat of the same name is in the trash only if a crash came between undo's steps; it is the same one.
      if (await files.stat(conversationFile(id))) await files.delete(trashFile(id));
      // The week begins before it lies there: another window may be emptying the trash.
      await files.touch(conversationFile(id));
      const moved = await files.move(conversationFile(id), trashFile(id));
      if (!moved) return 'absent';
      await files.delete(metaFile(id));
      this.deleted.fire(id);
      return 'done';
    });
  }

  restore(id: string): Promise<ChangeResult> {
    return this.underLock(id, async () =>
      (await this.storage.files.move(trashFile(id), conversationFile(id))) ? 'done' : 'absent',
    );
  }

  /** Ends what was deleted a week ago. Returns the ids, whose drafts may go too. */
  async sweep(signal: AbortSignal): Promise<string[]> {
    const swept: string[] = [];
    for (const name of await this.storage.files.list('trash')) {
      if (signal.aborted) break;
      const id = name.slice(0, -'.jsonl'.length);
      if (!name.endsWith('.jsonl') || !(await this.isDue(id))) continue;
      const result = await this.underLock(id, async () => {
        // It may have been brought back, and deleted again, meanwhile.
        if (!(await this.isDue(id))) return 'absent';
        await this.storage.files.delete(trashFile(id));
        return 'done';
      });
      if (result === 'done') swept.push(id);
    }
    await this.sweepLocks(signal);
    return swept;
  }

  private async change(id: string, change: (conversation: Conversation) => void): Promise<ChangeResult> {
    const result = await openConversation(this.storage, id, () => {});
    if (result.kind === 'owned') return 'owned';
    if (result.kind !== 'opened') return 'absent';
    const { conversation, writer, lock } = result.opened;
    try {
      change(conversation);
      return (await writer.flush()) ? 'done' : 'unsaved';
    } finally {
      await lock.release();
    }
  }

  private async isDue(id: string): Promise<boolean> {
    const { files, clock } = this.storage;
    const info = await files.stat(trashFile(id));
    return info !== undefined && clock.now() - info.modifiedAt >= KEPT_IN_TRASH;
  }

  /** What windows that crashed have left of chats that nobody opened again. */
  private async sweepLocks(signal: AbortSignal): Promise<void> {
    const { files, clock } = this.storage;
    for (const name of await files.list('conversations')) {
      if (signal.aborted) return;
      if (!/\.lock(-claim)?$/.test(name)) continue;
      const info = await files.stat(`conversations/${name}`);
      if (info && clock.now() - info.modifiedAt > KEPT_IN_TRASH) await files.delete(`conversations/${name}`);
    }
  }

  private async underLock(id: string, change: () => Promise<ChangeResult>): Promise<ChangeResult> {
    const lock = await lockConversation(id, { ...this.storage, onDidLose: () => {} });
    if (!lock) return 'owned';
    try {
      return await change();
    } finally {
      await lock.release();
    }
  }

  private async forEach(signal: AbortSignal, visit: (id: string) => Promise<void>): Promise<void> {
    const names = await this.storage.files.list('conversations');
    const ids = names.filter((name) => name.endsWith('.jsonl')).map((name) => name.slice(0, -'.jsonl'.length));
    const next = ids.values();
    const work = async (): Promise<void> => {
      for (const id of next) {
        if (signal.aborted) return;
        await visit(id);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT }, work));
  }

  /** Undefined where the chat has gone meanwhile. */
  private async meta(id: string): Promise<ChatMeta | undefined> {
    const { files, log } = this.storage;
    try {
      const info = await files.stat(conversationFile(id));
      if (!info) return undefined;
      const known = await readMeta(files, id);
      if (known?.size === info.size) return known;
      // Nothing is left of its file but what is known of it.
      if (info.size === 0 && known && known.prompts > 0) return { ...known, readable: false };
      const meta = toMeta((await files.read(conversationFile(id))) ?? '', info);
      await files.write(metaFile(id), JSON.stringify(meta));
      return meta;
    } catch (error) {
      log.error(`What chat ${id} is about could not be read`, error);
      return { ...toMeta('', { size: 0, modifiedAt: 0 }), readable: false };
    }
  }

  private async readText(id: string): Promise<string | undefined> {
    try {
      return await this.storage.files.read(conversationFile(id));
    } catch (error) {
      this.storage.log.error(`Chat ${id} could not be searched`, error);
      return undefined;
    }
  }
}

export function newestFirst(summaries: readonly ChatSummary[]): ChatSummary[] {
  return summaries.toSorted((one, other) => other.updatedAt - one.updatedAt || (one.id < other.id ? -1 : 1));
}

function trashFile(id: string): string {
  return `trash/${id}.jsonl`;
}
