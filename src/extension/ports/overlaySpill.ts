/** Where an overlay puts contents that do not fit into memory. Nobody else may write there. */
export interface OverlaySpill {
  write(bytes: Uint8Array, signal: AbortSignal): Promise<SpillHandle>;
  /** Fails where the handle is unknown or the content is gone. */
  read(handle: SpillHandle, signal: AbortSignal): Promise<Uint8Array>;
  /** Throws everything away and takes nothing more. Returns at once; what goes wrong is the implementation's to log. */
  dispose(): void;
}

/** Means something to the spill that gave it only. */
export type SpillHandle = string;
