/** The extension's own private files (conversations, drafts), named by `/`-separated relative names. */
export interface FileStore {
  /** The text, or undefined where there is no such file. */
  read(name: string): Promise<string | undefined>;
  /** Replaces the file durably: readers see the old text or the new, never half of it. */
  write(name: string, text: string): Promise<void>;
  /** Appends, creating the file where needed. Appends to one name keep the order of the calls. */
  append(name: string, text: string): Promise<void>;
  /** Names directly in `folder`, files only, sorted; empty where there is no such folder. */
  list(folder: string): Promise<string[]>;
  /** Silent where there is no such file. */
  delete(name: string): Promise<void>;
}
