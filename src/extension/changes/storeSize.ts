import type { FileStore } from '../ports/fileStore.ts';
import type { Log } from '../ports/log.ts';
import { FOLDER, listNames, splitName } from './changeNames.ts';
import { OPEN_FOLDER } from './openFolder.ts';
import type { StoreRoom } from './recorder.ts';

interface StoredPrompt {
  readonly name: string;
  readonly files: string[];
  /** Bytes. */
  size: number;
  /** Milliseconds since the epoch. */
  modifiedAt: number;
}

/**
 * Limits the size of the store. Removes all changes of a prompt at once, those of the least recently changed prompt
 * first.
 */
export class StoreSize implements StoreRoom {
  private readonly files: FileStore;
  private readonly maxBytes: () => number;
  private readonly log: Log;
  private readonly onDidDrop: (prompt: string) => void;
  /** Bytes stored since the files were last measured; undefined before the first call of `added` or `trim`. */
  private bytesSinceMeasured: number | undefined;

  constructor(files: FileStore, maxBytes: () => number, log: Log, onDidDrop: (prompt: string) => void) {
    this.files = files;
    this.maxBytes = maxBytes;
    this.log = log;
    this.onDidDrop = onDidDrop;
  }

  fits(bytes: number): boolean {
    return bytes <= this.maxBytes();
  }

  /**
   * Trims the store if it was not trimmed yet in this window, or if more than a twentieth of the maximum was added
   * since the last trim. Not more often, because measuring reads the size of each file.
   */
  async added(bytes: number): Promise<void> {
    this.bytesSinceMeasured = this.bytesSinceMeasured === undefined ? Infinity : this.bytesSinceMeasured + bytes;
    if (this.bytesSinceMeasured > this.maxBytes() / 20) await this.trim();
  }

  /**
   * Removes the changes of prompts until the store fits, but not those of a prompt with an unfinished batch. Logs a
   * failure, because a store that is too large must not stop a change.
   */
  async trim(): Promise<void> {
    try {
      this.bytesSinceMeasured = 0;
      const prompts = await this.measure();
      const unfinished = new Set((await listNames(this.files, OPEN_FOLDER)).map((name) => splitName(name).prompt));
      let total = prompts.reduce((sum, { size }) => sum + size, 0);
      for (const prompt of prompts.sort((a, b) => a.modifiedAt - b.modifiedAt)) {
        if (unfinished.has(prompt.name)) continue;
        const isDropped = prompt.files.includes(`${prompt.name}.dropped`);
        if (total <= this.maxBytes() && !isDropped) continue;
        await this.drop(prompt);
        total -= prompt.size;
      }
    } catch (error) {
      this.log.error('Old changes could not be removed', error);
    }
  }

  private async measure(): Promise<StoredPrompt[]> {
    const prompts = new Map<string, StoredPrompt>();
    for (const name of await listNames(this.files, FOLDER)) {
      const { prompt, rest } = splitName(name);
      const stored = prompts.get(prompt) ?? { name: prompt, files: [], size: 0, modifiedAt: 0 };
      prompts.set(prompt, stored);
      stored.files.push(name);
      if (rest === '.dropped') continue;
      const info = await this.files.stat(`${FOLDER}/${name}`);
      stored.size += info?.size ?? 0;
      stored.modifiedAt = Math.max(stored.modifiedAt, info?.modifiedAt ?? 0);
    }
    return [...prompts.values()];
  }

  /** Writes the `.dropped` file first, so that a prompt whose files are partly deleted is never read as complete. */
  private async drop({ name, files }: StoredPrompt): Promise<void> {
    const mark = `${name}.dropped`;
    if (!files.includes(mark)) await this.files.write(`${FOLDER}/${mark}`, '');
    this.onDidDrop(name);
    for (const file of files) if (file !== mark) await this.files.delete(`${FOLDER}/${file}`);
  }
}
