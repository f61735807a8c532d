/** Stores the contents of one overlay that do not fit into memory. */
export interface OverlaySpill {
  write(bytes: Uint8Array, signal: AbortSignal): Promise<SpillHandle>;
  /** Fails if the handle is unknown or the content is gone. */
  read(handle: SpillHandle, signal: AbortSignal): Promise<Uint8Array>;
  /** Deletes everything, and refuses further writes. Returns at once; the implementation logs a failure. */
  dispose(): void;
}

/** Valid only for the spill that returned the handle. */
export type SpillHandle = string;
