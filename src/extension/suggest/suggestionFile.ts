import * as z from 'zod';
import type { Event } from '../base/emitter.ts';
import type { FileStore } from '../ports/fileStore.ts';
import type { Log } from '../ports/log.ts';
import { SerialQueue } from '../base/serialQueue.ts';

/** Shown again after a reload, if the chat still ends at the node `leaf`. */
export interface KeptSuggestion {
  readonly text: string;
  readonly leaf: string;
}

const keptSchema = z.object({ text: z.string(), leaf: z.string() });

/** Stores each chat's suggestion in a file of its own. A failure is logged, and loses only the suggestion. */
export class SuggestionFile {
  private readonly files: FileStore;
  private readonly log: Log;
  private readonly writing = new SerialQueue();

  constructor(files: FileStore, log: Log, onDidDeleteChat: Event<string>) {
    this.files = files;
    this.log = log;
    onDidDeleteChat((conversationId) => this.forget(conversationId));
  }

  save(conversationId: string, { text, leaf }: KeptSuggestion): void {
    void this.attempt(() => this.files.write(nameOf(conversationId), JSON.stringify({ text, leaf })));
  }

  /** Undefined if there is no suggestion, or if the file cannot be read. */
  load(conversationId: string): Promise<KeptSuggestion | undefined> {
    return this.attempt(async () => {
      const text = await this.files.read(nameOf(conversationId));
      return text === undefined ? undefined : keptSchema.parse(JSON.parse(text));
    });
  }

  forget(conversationId: string): void {
    void this.attempt(() => this.files.delete(nameOf(conversationId)));
  }

  /** Resolves when all earlier changes are on disk, or have failed. */
  flush(): Promise<void> {
    return this.writing.run(async () => {});
  }

  private attempt<T>(run: () => Promise<T>): Promise<T | undefined> {
    return this.writing.run(run).catch((error: unknown) => {
      this.log.error('A suggestion could not be stored or read', error);
      return undefined;
    });
  }
}

function nameOf(conversationId: string): string {
  return `suggestions/${conversationId}.json`;
}
