/** Stores an overlay's contents that do not fit into memory. Only the overlay may write there. */
export interface OverlaySpill {
  write(bytes: Uint8Array, signal: AbortSignal): Promise<SpillHandle>;
  /** Fails if the handle is unknown or the content is gone. */
  read(handle: SpillHandle, signal: AbortSignal): Promise<Uint8Array>;
  /** Deletes everything and accepts no more writes. Returns at once; the implementation logs a failure. */
  dispose(): void;
}

/** Meaningful only to the spill that returned it. */
export type SpillHandle = string;
