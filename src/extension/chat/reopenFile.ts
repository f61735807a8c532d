import * as z from 'zod';
import type { ConversationStorage } from './openConversation.ts';

/**
 * Which chat a window showed when it went away moments ago. VS Code remembers things by workspace, not by window: of
 * two windows on one workspace, the one that is reloaded finds its own chat again by this.
 */
export class ReopenFile {
  private static readonly name = 'reopen.json';
  private static readonly validFor = 30_000;
  private readonly storage: Pick<ConversationStorage, 'files' | 'clock' | 'log'>;

  constructor(storage: Pick<ConversationStorage, 'files' | 'clock' | 'log'>) {
    this.storage = storage;
  }

  async put(id: string): Promise<void> {
    const { files, clock, log } = this.storage;
    try {
      await files.write(ReopenFile.name, JSON.stringify({ id, at: clock.now() }));
    } catch (error) {
      log.error('The shown chat could not be noted', error);
    }
  }

  /** For one window only. Undefined where none went away just now. */
  async take(): Promise<string | undefined> {
    const { files, clock, log } = this.storage;
    try {
      const text = await files.read(ReopenFile.name);
      if (text === undefined) return undefined;
      await files.delete(ReopenFile.name);
      const { id, at } = schema.parse(JSON.parse(text));
      return clock.now() - at < ReopenFile.validFor ? id : undefined;
    } catch (error) {
      log.error('The chat shown before could not be told', error);
      return undefined;
    }
  }
}

const schema = z.object({ id: z.string(), at: z.number() });
