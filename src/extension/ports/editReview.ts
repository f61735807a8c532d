import type { Workspace } from './workspace.ts';

export interface ProposedFile {
  /** As `Workspace.resolve` returns it. */
  readonly path: string;
  readonly display: string;
  /** Undefined if the file does not exist yet. */
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array;
}

/** Shows a proposed edit as a diff. The user can change the edit there before it is written. */
export interface EditReview {
  /**
   * Opens the diff, or brings it to the front. Takes the focus, so call this only on the user's command. `workspace`
   * must contain the file, or be able to `admit` it. `onDidEdit` gets the diff's right side after each change.
   */
  open(id: string, file: ProposedFile, workspace: Workspace, onDidEdit: (bytes: Uint8Array) => void): Promise<void>;
  /** The diff's right side, saved or not; undefined before `open` and after `close`. */
  collect(id: string): Promise<Uint8Array | undefined>;
  /** Does not save the diff. Does nothing before `open`. */
  close(id: string): Promise<void>;
}
