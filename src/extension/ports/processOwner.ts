/** Identifies the process that owns a stored file, although machines, containers and restarts may share the folder. */
export interface ProcessOwner {
  /** One line of text. Equal only for this process. */
  id(): Promise<string>;
  /** True only if the process with this id has certainly ended. A process of another machine never has. */
  isDead(id: string): Promise<boolean>;
}
