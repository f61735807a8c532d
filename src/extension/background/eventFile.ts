import type { Clock } from '../ports/clock.ts';
import type { FileStore } from '../ports/fileStore.ts';
import type { Log } from '../ports/log.ts';

export interface EventFileOptions {
  readonly files: Pick<FileStore, 'append' | 'stat' | 'move' | 'delete'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  /** The file's name without the extension. */
  readonly name: string;
  /** Whether the settings of VS Code and Premove allow recording; read before each event. */
  readonly isWanted: () => boolean;
}

/** Bytes of one file. There are at most two files. */
export const MAX_EVENT_FILE = 256 * 1024;

/** Writes events as lines of JSON, for the user only. The files stay on this machine and stay small. */
export class EventFile {
  private readonly options: EventFileOptions;
  private tail: Promise<void> = Promise.resolve();

  constructor(options: EventFileOptions) {
    this.options = options;
  }

  /** Never fails: an event that cannot be written is dropped. */
  record(event: object): void {
    const { clock, isWanted } = this.options;
    if (!isWanted()) return;
    const line = `${JSON.stringify({ at: new Date(clock.now()).toISOString(), ...event })}\n`;
    this.tail = this.tail.then(() => this.append(line));
  }

  flush(): Promise<void> {
    return this.tail;
  }

  private async append(line: string): Promise<void> {
    const { files, name, log } = this.options;
    const current = `${name}.jsonl`;
    try {
      const size = (await files.stat(current))?.size ?? 0;
      if (size + Buffer.byteLength(line) > MAX_EVENT_FILE) {
        await files.delete(`${name}.old.jsonl`);
        await files.move(current, `${name}.old.jsonl`);
      }
      await files.append(current, line);
    } catch (error) {
      log.error('An event could not be written', error);
    }
  }
}
