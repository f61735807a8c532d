import type { Clock } from '../ports/clock.ts';
import type { Disposable } from '../ports/disposable.ts';
import type { FileStore } from '../ports/fileStore.ts';
import type { Log } from '../ports/log.ts';

/** Keeps a chat's unsent text on disk: what a webview remembers just before a reload can be lost. */
export class DraftFile {
  private static readonly delay = 250;
  private readonly store: FileStore;
  private readonly clock: Clock;
  private readonly log: Log;
  private timer: Disposable | undefined;
  private readonly pending = new Map<string, string>();

  constructor(store: FileStore, clock: Clock, log: Log) {
    this.store = store;
    this.clock = clock;
    this.log = log;
  }

  /** Empty where there is none, or it cannot be read. */
  async load(conversationId: string): Promise<string> {
    try {
      return (await this.store.read(fileName(conversationId))) ?? '';
    } catch (error) {
      this.log.error('The draft could not be read', error);
      return '';
    }
  }

  /** Written after a moment; several chats' texts may wait. */
  save(conversationId: string, text: string): void {
    this.pending.set(fileName(conversationId), text);
    this.timer ??= this.clock.setTimeout(() => void this.flush(), DraftFile.delay);
  }

  async forget(conversationId: string): Promise<void> {
    this.save(conversationId, '');
    await this.flush();
  }

  /** Writes what waits; a failure is logged, the text is still in the panel. */
  async flush(): Promise<void> {
    this.timer?.dispose();
    this.timer = undefined;
    const pending = [...this.pending];
    this.pending.clear();
    for (const [name, text] of pending) {
      try {
        if (text) await this.store.write(name, text);
        else await this.store.delete(name);
      } catch (error) {
        this.log.error('The draft could not be written', error);
      }
    }
  }
}

function fileName(conversationId: string): string {
  return `drafts/${conversationId}.txt`;
}
