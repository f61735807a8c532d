/**
 * The extension's own private files. A name is a relative path with `/` as the separator. Text is UTF-8. `undefined`
 * means that the file does not exist.
 */
export interface FileStore {
  read(name: string): Promise<string | undefined>;
  /** A range may extend beyond the file; the result has only the bytes that exist. */
  readBytes(name: string, range?: ByteRange): Promise<Uint8Array | undefined>;
  /** Replaces the file durably and atomically: readers see the old content or the new, never a mixture. */
  write(name: string, content: string | Uint8Array): Promise<void>;
  /** Appends durably, in the order of the calls. A failed append is removed if possible. */
  append(name: string, content: string | Uint8Array): Promise<void>;
  /**
   * Creates the file with its whole text, unless it exists. If several windows try at once, exactly one of them gets
   * true.
   */
  createExclusive(name: string, text: string): Promise<boolean>;
  stat(name: string): Promise<StoredFileInfo | undefined>;
  /** Sets the modification time to now; false if the file does not exist. */
  touch(name: string): Promise<boolean>;
  /** False if `from` does not exist, or if `to` exists. */
  move(from: string, to: string): Promise<boolean>;
  /** Names of the files directly in `folder`, sorted; empty if the folder does not exist. */
  list(folder: string): Promise<string[]>;
  /** Does nothing if the file does not exist. */
  delete(name: string): Promise<void>;
}

/** A part of a file, in bytes. */
export interface ByteRange {
  readonly start: number;
  readonly size: number;
}

export interface StoredFileInfo {
  /** Milliseconds since the epoch, by the clock of the machine that stores the files. */
  readonly modifiedAt: number;
  /** Bytes. */
  readonly size: number;
}
