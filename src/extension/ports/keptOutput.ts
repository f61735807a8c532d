/** Where a text goes that is too long to show. */
export interface KeptText {
  readonly path: string;
  /** False once the file has become as large as it may, or cannot be written: what came after is not in it. */
  readonly isWhole: boolean;
  /** While the promise it returns is pending, nothing more should be written. */
  write(text: string): Promise<void> | undefined;
  /** Resolves when all of it is on disk. */
  close(): Promise<void>;
}

/** Where the output of tools is kept. */
export interface KeptOutput {
  /** Undefined where nothing can be kept, which the log then says. */
  create(): Promise<KeptText | undefined>;
}
