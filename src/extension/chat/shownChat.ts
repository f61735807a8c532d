import * as z from 'zod';
import type { ConversationStorage } from './conversation/openConversation.ts';

/**
 * Remembers which chat to show when a window starts. VS Code's own storage reaches the disk late, so files are used
 * instead. All windows of a workspace share the files, so `shown.json` may name another window's chat. A closing window
 * therefore also writes its chat's id to `closed.json`, to find the chat again after a reload.
 */
export class ShownChat {
  private static readonly shown = 'shown.json';
  private static readonly closed = 'closed.json';
  /** Milliseconds. If a window starts within this time after a window closed, the two count as one window. */
  private static readonly reload = 30_000;
  private readonly storage: Pick<ConversationStorage, 'files' | 'clock' | 'log'>;

  constructor(storage: Pick<ConversationStorage, 'files' | 'clock' | 'log'>) {
    this.storage = storage;
  }

  /** The id of the chat to show. Deletes a closed window's id, so that only one window uses it. */
  async takeChatId(): Promise<string | undefined> {
    const closed = await this.read(ShownChat.closed);
    if (closed) await this.attempt((files) => files.delete(ShownChat.closed));
    if (closed && this.storage.clock.now() - closed.at < ShownChat.reload) return closed.id;
    return (await this.read(ShownChat.shown))?.id;
  }

  async rememberChat(id: string): Promise<void> {
    await this.attempt((files) => files.write(ShownChat.shown, this.toText(id)));
  }

  /** Call when the window closes. */
  async rememberClosed(id: string): Promise<void> {
    await this.attempt((files) => files.write(ShownChat.closed, this.toText(id)));
  }

  private toText(id: string): string {
    return JSON.stringify({ id, at: this.storage.clock.now() } satisfies Note);
  }

  private async read(name: string): Promise<Note | undefined> {
    return this.attempt(async (files) => {
      const text = await files.read(name);
      return text === undefined ? undefined : noteSchema.parse(JSON.parse(text));
    });
  }

  /** A failure is harmless: at worst, a window starts with another chat. */
  private async attempt<T>(run: (files: ConversationStorage['files']) => Promise<T>): Promise<T | undefined> {
    const { files, log } = this.storage;
    try {
      return await run(files);
    } catch (error) {
      log.error('The id of the shown chat could not be read or written', error);
      return undefined;
    }
  }
}

type Note = z.infer<typeof noteSchema>;
const noteSchema = z.object({ id: z.string(), at: z.number() });
