/** The extension's own private files (conversations, drafts), named by `/`-separated relative names. */
export interface FileStore {
  /** The text, or undefined where there is no such file. */
  read(name: string): Promise<string | undefined>;
  /** Replaces the file durably: readers see the old text or the new, never half of it. */
  write(name: string, text: string): Promise<void>;
  /**
   * Appends, creating the file where needed; one that fails leaves the file as it was. Appends to one name keep the
   * order of the calls.
   */
  append(name: string, text: string): Promise<void>;
  /** Creates the file whole, unless there is one already: true for exactly one of several windows that try at once. */
  createExclusive(name: string, text: string): Promise<boolean>;
  /** Undefined where there is no such file. */
  stat(name: string): Promise<StoredFileInfo | undefined>;
  /** Makes now the time at which the file was last modified; false where there is no such file. */
  touch(name: string): Promise<boolean>;
  /** Moves a file to where there is none; false where there is nothing to move, or something in its place. */
  move(from: string, to: string): Promise<boolean>;
  /** Names directly in `folder`, files only, sorted; empty where there is no such folder. */
  list(folder: string): Promise<string[]>;
  /** Silent where there is no such file. */
  delete(name: string): Promise<void>;
}

export interface StoredFileInfo {
  /** Milliseconds since the epoch, by the clock of whoever keeps the files. */
  readonly modifiedAt: number;
  /** Bytes. */
  readonly size: number;
}
