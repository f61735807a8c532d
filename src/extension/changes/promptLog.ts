import { SerialQueue } from '../base/serialQueue.ts';
import type { FileStore } from '../ports/fileStore.ts';
import { addEntry, parseLog, toLines, type LogEntry, type Recorded, type StoredImage } from './changeLog.ts';
import { FOLDER } from './changeNames.ts';
import { appendImages, readImage, type ImageSource } from './imageFile.ts';

/** The stored changes of one prompt, on disk and in memory. Only the window that owns the chat may add entries. */
export class PromptLog {
  private readonly files: FileStore;
  private readonly path: string;
  private readonly recorded: Recorded;
  private readonly queue = new SerialQueue();
  private readonly operations = new SerialQueue();
  private dropped: boolean;

  private constructor(files: FileStore, path: string, recorded: Recorded, dropped: boolean) {
    this.files = files;
    this.path = path;
    this.recorded = recorded;
    this.dropped = dropped;
  }

  /** `name` is the result of `promptName`. */
  static async load(files: FileStore, name: string): Promise<PromptLog> {
    const path = `${FOLDER}/${name}`;
    const dropped = (await files.stat(`${path}.dropped`)) !== undefined;
    return new PromptLog(files, path, parseLog((await files.read(`${path}.jsonl`)) ?? ''), dropped);
  }

  /** The store has removed the prompt's entries and before-images, to make room. */
  get isDropped(): boolean {
    return this.dropped;
  }

  get isEmpty(): boolean {
    const { files, bypasses } = this.recorded;
    return !this.dropped && files.size + bypasses.length === 0;
  }

  /**
   * One operation at a time: sub-agents run in parallel, but the entries of an operation must show only its own
   * changes.
   */
  runExclusive<T>(operation: () => Promise<T>): Promise<T> {
    return this.operations.run(operation);
  }

  markDropped(): void {
    this.dropped = true;
  }

  get changes(): Recorded {
    return this.recorded;
  }

  /** Stores before-images, to which later entries refer. */
  storeImages(sources: readonly ImageSource[], signal: AbortSignal): Promise<StoredImage[]> {
    return this.queue.run(() => appendImages(this.files, `${this.path}.bytes`, sources, signal));
  }

  /** Resolves when the entries are on disk. */
  async add(entries: readonly LogEntry[]): Promise<void> {
    if (entries.length === 0) return;
    await this.queue.run(() => this.files.append(`${this.path}.jsonl`, toLines(entries)));
    for (const entry of entries) addEntry(this.recorded, entry);
  }

  /** Undefined if the store does not have the bytes any more, or if they are damaged. */
  readImage(image: StoredImage): Promise<Uint8Array | undefined> {
    return readImage(this.files, `${this.path}.bytes`, image);
  }
}
