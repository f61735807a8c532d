/** `user`: for all workspaces. `workspace`: for the open folder. */
export type MemoryScope = 'user' | 'workspace';

/** Where the facts are stored that the model is to remember in later chats. */
export interface MemoryFiles {
  /** Absolute; undefined if no folder is open. */
  pathOf(scope: MemoryScope): string | undefined;
}
