/** Identifies the process that owns a stored file, even if machines or containers share the file's folder. */
export interface ProcessOwner {
  /** One line of text, unique to this process. */
  id(): Promise<string>;
  /** True only if the process has certainly ended. Always false for a process of another machine. */
  isDead(id: string): Promise<boolean>;
  /**
   * Undefined if this process can find out whether the process with this id still runs. Otherwise the name of that
   * process's computer or container; empty if the id is damaged.
   */
  hostIfUnknown(id: string): Promise<string | undefined>;
}
