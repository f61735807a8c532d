/**
 * The extension's own private files (conversations, drafts). A name is a relative path with `/` as the separator. Text
 * is stored as UTF-8.
 */
export interface FileStore {
  /** The text, or undefined if the file does not exist. */
  read(name: string): Promise<string | undefined>;
  /**
   * The bytes, or undefined if the file does not exist. With a range, only the bytes of the range that exist in the
   * file.
   */
  readBytes(name: string, range?: ByteRange): Promise<Uint8Array | undefined>;
  /** Replaces the file durably and atomically: readers see the old content or the new, never a mixture. */
  write(name: string, content: string | Uint8Array): Promise<void>;
  /**
   * Appends durably, and creates the file if needed. If an append fails, the part that was written is removed if
   * possible. Appends to one file keep the order of the calls.
   */
  append(name: string, content: string | Uint8Array): Promise<void>;
  /**
   * Creates the file with its whole text, unless it exists. If several windows try at once, exactly one of them gets
   * true.
   */
  createExclusive(name: string, text: string): Promise<boolean>;
  /** Size and modification time; undefined if the file does not exist. */
  stat(name: string): Promise<StoredFileInfo | undefined>;
  /** Sets the file's modification time to now; false if the file does not exist. */
  touch(name: string): Promise<boolean>;
  /** Moves a file; false if `from` does not exist, or if `to` exists. */
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
