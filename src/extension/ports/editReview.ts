import type { Workspace } from './workspace.ts';

/** A file as an edit would leave it. */
export interface ProposedFile {
  /** As the workspace resolves it. */
  readonly path: string;
  /** For people. */
  readonly display: string;
  /** Undefined where there is no file yet. */
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array;
}

/** Shows a proposed edit beside the file as it is, where the user can change it before it is written. */
export interface EditReview {
  /**
   * Opens the diff, or brings it to the front; takes the focus, so only on the user's own command. `workspace` has the
   * file, or may admit it. `onDidEdit` gets what stands in the diff after each change by the user.
   */
  open(id: string, file: ProposedFile, workspace: Workspace, onDidEdit: (bytes: Uint8Array) => void): Promise<void>;
  /** What stands there now, saved or not; undefined where it was never opened. */
  collect(id: string): Promise<Uint8Array | undefined>;
  /** Does nothing where it was never opened. */
  close(id: string): Promise<void>;
}
