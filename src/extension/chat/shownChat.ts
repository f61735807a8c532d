import * as z from 'zod';
import type { ConversationStorage } from './conversation/openConversation.ts';

/**
 * Which chat to show after a reload, kept in files of our own: what VS Code remembers for extensions reaches the disk
 * late, and is shared by the windows of a workspace. Of two such windows, the one that is reloaded finds its own chat
 * again because it has just noted it when it went away.
 */
export class ShownChat {
  private static readonly shown = 'shown.json';
  private static readonly closed = 'closed.json';
  /** Milliseconds within which a window that comes is taken for the one that went. */
  private static readonly reload = 30_000;
  private readonly storage: Pick<ConversationStorage, 'files' | 'clock' | 'log'>;

  constructor(storage: Pick<ConversationStorage, 'files' | 'clock' | 'log'>) {
    this.storage = storage;
  }

  /** What was shown last; undefined where nothing was. */
  async take(): Promise<string | undefined> {
    const closed = await this.read(ShownChat.closed);
    if (closed) await this.attempt((files) => files.delete(ShownChat.closed));
    if (closed && this.storage.clock.now() - closed.at < ShownChat.reload) return closed.id;
    return (await this.read(ShownChat.shown))?.id;
  }

  async put(id: string): Promise<void> {
    await this.attempt((files) => files.write(ShownChat.shown, this.toText(id)));
  }

  /** The window goes away. */
  async close(id: string): Promise<void> {
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

  /** Without the note, the window begins with a new chat: nothing to trouble the user with. */
  private async attempt<T>(run: (files: ConversationStorage['files']) => Promise<T>): Promise<T | undefined> {
    const { files, log } = this.storage;
    try {
      return await run(files);
    } catch (error) {
      log.error('Which chat is shown could not be noted or told', error);
      return undefined;
    }
  }
}

type Note = z.infer<typeof noteSchema>;
const noteSchema = z.object({ id: z.string(), at: z.number() });
