/** A file that receives a text that is too long to show. */
export interface KeptText {
  readonly path: string;
  /** False once the file has reached its size limit or a write has failed. Later text is lost. */
  readonly isWhole: boolean;
  /** The caller should not write more while a returned promise is pending. */
  write(text: string): Promise<void> | undefined;
  /** Resolves when all text is on disk, or when writing has failed. */
  close(): Promise<void>;
  /** Later writes do nothing. Never rejects; a failure is logged. */
  delete(): Promise<void>;
}

export interface KeptOutput {
  /** A file for one output; undefined if its folder cannot be created, which is logged. */
  create(): Promise<KeptText | undefined>;
}
