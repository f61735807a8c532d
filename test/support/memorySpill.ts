import type { OverlaySpill } from '../../src/extension/ports/overlaySpill.ts';

export interface MemorySpill extends OverlaySpill {
  /** Number of contents so far. */
  readonly size: number;
  readonly disposed: boolean;
  /** Drops the last byte of the content with this text. */
  damage(text: string): void;
}

export function createMemorySpill(): MemorySpill {
  const contents: Uint8Array[] = [];
  let disposed = false;
  return {
    get size() {
      return contents.length;
    },
    get disposed() {
      return disposed;
    },
    damage(text) {
      const index = contents.findIndex((each) => new TextDecoder().decode(each) === text);
      contents[index] = contents[index]?.slice(0, -1) ?? new Uint8Array();
    },
    async write(bytes, signal) {
      await Promise.resolve();
      signal.throwIfAborted();
      return String(contents.push(bytes.slice()) - 1);
    },
    async read(handle, signal) {
      await Promise.resolve();
      signal.throwIfAborted();
      const found = disposed ? undefined : contents[Number(handle)];
      if (!found) throw new Error(`Nothing is spilled under ${handle}`);
      return found;
    },
    dispose() {
      disposed = true;
    },
  };
}
