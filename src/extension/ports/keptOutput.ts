/** A file that receives a text that is too long to show. */
export interface KeptText {
  readonly path: string;
  /** False once the file has reached its size limit or a write has failed. Later text is then not in the file. */
  readonly isWhole: boolean;
  /** If a promise is returned, the caller should not write more until the promise resolves. */
  write(text: string): Promise<void> | undefined;
  /** Resolves when all written text is on disk, or when writing has failed. */
  close(): Promise<void>;
  /** Closes and deletes the file. Later writes do nothing. Never rejects; a failure is logged. */
  delete(): Promise<void>;
}

/** Creates the files that keep the output of tools and of the user's commands. */
export interface KeptOutput {
  /**
   * Creates a file for one output. Undefined if the folder for the file cannot be created; the reason is then logged.
   */
  create(): Promise<KeptText | undefined>;
}
