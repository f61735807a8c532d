import type { BackgroundUse } from '../../background/usage.ts';
import { Emitter } from '../../base/emitter.ts';
import { metaFile, readMeta, textsOf, toMeta, type ChatMeta } from './chatMeta.ts';
import type { Conversation } from './conversation.ts';
import { conversationFile } from './conversationFile.ts';
import { recoverExchange, type PreparedExchange } from './preparedAnswer.ts';
import { findContext } from './searchContext.ts';
import { isLockName, lockConversation } from './conversationLock.ts';
import { openConversation, readConversation, type ConversationStorage } from './openConversation.ts';

export interface ChatSummary {
  readonly id: string;
  /** May be empty, for example if the chat cannot be read. */
  readonly title: string;
  /** In one line; empty if there is no prompt, or if it is not known. */
  readonly lastPrompt: string;
  /**
   * When the last prompt, answer or summary of the chat began. For an unsent chat, when its draft was saved; for a
   * deleted chat, when it was deleted; for a chat whose file has no messages or cannot be parsed, when the file was
   * changed. Milliseconds since the epoch; 0 if unknown.
   */
  readonly updatedAt: number;
  /** If false, the file is left as it is. */
  readonly readable: boolean;
  /** Nothing was sent yet, and the title comes from the composer's text. */
  readonly isDraft: boolean;
}

/**
 * `owned`: another window has the chat open. `absent`: the chat does not exist, or cannot be read. `unsaved`: the
 * change could not be written.
 */
export type ChangeResult = 'done' | 'owned' | 'absent' | 'unsaved';

/** `known`: the chat already contained the exchange. */
export type ExchangeRecovery = ChangeResult | 'known';

const MAX_CONCURRENT = 16;
/** Milliseconds. */
const KEPT_IN_TRASH = 7 * 24 * 60 * 60 * 1000;

/** The chats on disk. The shown chat is changed through its own conversation, never here. */
export class ChatLibrary {
  private readonly storage: ConversationStorage;
  private readonly deleted = new Emitter<string>();

  /** Fires with the id of a chat that this window moved to the trash. */
  readonly onDidDelete = this.deleted.event;

  constructor(storage: ConversationStorage) {
    this.storage = storage;
  }

  /**
   * The readable chats with a prompt or a shell command, and the unreadable chats; newest first. An aborted call
   * returns the chats read so far.
   */
  async list(signal: AbortSignal): Promise<ChatSummary[]> {
    const summaries: ChatSummary[] = [];
    await this.forEach(signal, async (id) => {
      const meta = await this.meta(id);
      if (!meta || (meta.readable && meta.prompts === 0 && !meta.shellLines)) return;
      const { title, lastPrompt, updatedAt, readable } = meta;
      summaries.push({ id, title, lastPrompt, updatedAt, readable, isDraft: false });
    });
    return newestFirst(summaries);
  }

  /** The chats in the trash, the last deleted first. */
  async listDeleted(signal: AbortSignal): Promise<ChatSummary[]> {
    const { files, log } = this.storage;
    const summaries: ChatSummary[] = [];
    for (const name of await files.list('trash')) {
      if (signal.aborted) break;
      if (!name.endsWith('.jsonl')) continue;
      try {
        const id = name.slice(0, -'.jsonl'.length);
        const info = await files.stat(trashFile(id));
        // A crash during a move leaves the chat in both folders, so `list` returns it.
        if (!info || (await files.stat(conversationFile(id)))) continue;
        const { title, lastPrompt, readable } = toMeta((await files.read(trashFile(id))) ?? '', info);
        summaries.push({ id, title, lastPrompt, updatedAt: info.modifiedAt, readable, isDraft: false });
      } catch (error) {
        log.error(`The deleted chat ${name} could not be read`, error);
      }
    }
    return newestFirst(summaries);
  }

  /** The file may be in the trash. */
  async hasFile(id: string): Promise<boolean> {
    const { files } = this.storage;
    return !!(await files.stat(conversationFile(id))) || !!(await files.stat(trashFile(id)));
  }

  /** Maps the id of each chat that contains every word of `query`, ignoring case, to an excerpt around a match. */
  async search(query: string, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const found = new Map<string, string>();
    if (words.length === 0) return found;
    // Searching the raw file first avoids parsing most files.
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

  /** The work ended after the user had left the chat. */
  recordBackground(id: string, leaf: string, use: BackgroundUse): Promise<ChangeResult> {
    return this.change(id, (conversation) => conversation.addBackground(leaf, use));
  }

  /** See the function `recoverExchange`. */
  async recoverExchange(id: string, exchange: PreparedExchange): Promise<ExchangeRecovery> {
    let isAdded = false;
    const result = await this.change(id, (conversation) => void (isAdded = recoverExchange(conversation, exchange)));
    return result === 'done' && !isAdded ? 'known' : result;
  }

  delete(id: string): Promise<ChangeResult> {
    return this.underLock(id, async () => {
      const { files } = this.storage;
      // The trash contains a file of this name only if a crash interrupted a move. That file contains the same chat.
      if (await files.stat(conversationFile(id))) await files.delete(trashFile(id));
      // Another window that sweeps the trash deletes files with an old date.
      await files.touch(conversationFile(id));
      const moved = await files.move(conversationFile(id), trashFile(id));
      if (!moved) return 'absent';
      await files.delete(metaFile(id));
      this.deleted.fire(id);
      return 'done';
    });
  }

  restore(id: string): Promise<ChangeResult> {
    return this.underLock(id, async () => {
      const { files } = this.storage;
      if (await files.move(trashFile(id), conversationFile(id))) return 'done';
      const isInBoth = (await files.stat(trashFile(id))) && (await files.stat(conversationFile(id)));
      if (!isInBoth) return 'absent';
      // A crash has interrupted an earlier move, which leaves the same chat in both folders.
      await files.delete(trashFile(id));
      return 'done';
    });
  }

  /** Removes old locks, and chats that were deleted at least a week ago. Returns the ids of the removed chats. */
  async sweep(signal: AbortSignal): Promise<string[]> {
    const swept: string[] = [];
    for (const name of await this.storage.files.list('trash')) {
      if (signal.aborted) break;
      const id = name.slice(0, -'.jsonl'.length);
      if (!name.endsWith('.jsonl') || !(await this.isDue(id))) continue;
      const result = await this.underLock(id, async () => {
        // The user may have restored and deleted the chat again meanwhile.
        if (!(await this.isDue(id))) return 'absent';
        await this.storage.files.delete(trashFile(id));
        // If a crash has interrupted a move, the chat is in both folders, so it still exists.
        if (await this.storage.files.stat(conversationFile(id))) return 'absent';
        // A crash after the move may have left the metadata.
        await this.storage.files.delete(metaFile(id));
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

  private async sweepLocks(signal: AbortSignal): Promise<void> {
    const { files, clock } = this.storage;
    for (const name of await files.list('conversations')) {
      if (signal.aborted) return;
      if (!isLockName(name)) continue;
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
    await Promise.all(Array.from({ length: MAX_CONCURRENT }, work));
  }

  /** Undefined if the chat's file is gone. */
  private async meta(id: string): Promise<ChatMeta | undefined> {
    const { files, log } = this.storage;
    try {
      const info = await files.stat(conversationFile(id));
      if (!info) return undefined;
      const known = await readMeta(files, id);
      if (known?.size === info.size) return known;
      // A power cut emptied the file, so only the stored metadata is left.
      if (info.size === 0 && known && known.prompts > 0) return { ...known, readable: false };
      const meta = toMeta((await files.read(conversationFile(id))) ?? '', info);
      await files.write(metaFile(id), JSON.stringify(meta));
      return meta;
    } catch (error) {
      log.error(`The metadata of chat ${id} could not be read`, error);
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
