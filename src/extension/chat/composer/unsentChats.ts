import type { FileStore } from '../../ports/fileStore.ts';
import type { ChatLibrary, ChatSummary } from '../conversation/chatLibrary.ts';
import { isEmptyDraft, listDrafts } from './draftFile.ts';
import type { Drafts } from './drafts.ts';

/** Chats that contain nothing but a draft. */
export class UnsentChats {
  private readonly files: FileStore;
  private readonly drafts: Drafts;
  private readonly library: ChatLibrary;
  /** Ids of the unsent chats that this window has left, in the order of leaving. */
  private left: readonly string[] = [];

  constructor(files: FileStore, drafts: Drafts, library: ChatLibrary) {
    this.files = files;
    this.drafts = drafts;
    this.library = library;
  }

  async has(id: string): Promise<boolean> {
    return !(await this.library.hasFile(id)) && !isEmptyDraft(await this.drafts.load(id));
  }

  leave(id: string): void {
    this.left = [...this.left, id];
  }

  /** Call when the chat is shown again, or when its draft has been moved to another chat. */
  forget(id: string): void {
    this.left = this.left.filter((other) => other !== id);
  }

  takeLast(): string | undefined {
    const last = this.left.at(-1);
    this.left = this.left.slice(0, -1);
    return last;
  }

  /** Leaves out the shown chat and blank drafts. */
  async list(shownId: string, signal: AbortSignal): Promise<ChatSummary[]> {
    const summaries: ChatSummary[] = [];
    await this.drafts.flush();
    for (const { id, savedAt } of await listDrafts(this.files)) {
      if (signal.aborted) break;
      if (id === shownId || !(await this.has(id))) continue;
      const { text, attachments } = await this.drafts.load(id);
      const title = text.replaceAll(/\s+/g, ' ').trim().slice(0, 300);
      if (!title && attachments.length === 0) continue;
      summaries.push({ id, title, lastPrompt: '', updatedAt: savedAt, readable: true, isDraft: true });
    }
    return summaries;
  }
}
