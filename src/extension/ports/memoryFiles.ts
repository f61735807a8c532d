/** `user`: for all workspaces. `workspace`: for the open folder. */
export type MemoryScope = 'user' | 'workspace';

/** The files with the facts that the model is to remember in later chats. */
export interface MemoryFiles {
  /** The absolute path; undefined for `workspace` if no folder is open. */
  pathOf(scope: MemoryScope): string | undefined;
  /** `~/.premove/memory.md` or `.premove/memory.md`. */
  displayOf(scope: MemoryScope): string;
  /** Why a memory file with this text and size would not be read; undefined if it would be read. */
  problemOf(text: string, bytes: number): string | undefined;
}
