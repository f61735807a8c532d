import type { OverlaySpill } from '../../ports/overlaySpill.ts';
import { WorkspaceError } from '../../ports/workspace.ts';
import { contentHash } from '../../text/contentHash.ts';
import type { ChangedFile, FileImage } from './overlayChange.ts';

/** Bytes of one overlay's contents in memory, including bases. Equal contents count once. */
export const MAX_OVERLAY_MEMORY = 64 * 1024 * 1024;

interface Content {
  /** Bytes; 0 if the content is in the spill. */
  readonly memory: number;
  readonly read: FileImage['read'];
  uses: number;
}

/** The contents of an overlay, by hash. If memory is full, further contents go to the spill on disk. */
export class ContentStore {
  private readonly spill: OverlaySpill | undefined;
  private readonly maxMemory: number;
  private readonly contents = new Map<string, Content>();
  private memory = 0;

  constructor(spill: OverlaySpill | undefined, maxMemory: number) {
    this.spill = spill;
    this.maxMemory = maxMemory;
  }

  /**
   * Stores a copy of `bytes`. The returned image counts as one use of the content until `release`. Fails with
   * `too-large` if memory is full and there is no spill. Calls must not overlap.
   */
  async keep(file: ChangedFile, bytes: Uint8Array, mode: number | undefined, signal: AbortSignal): Promise<FileImage> {
    const hash = contentHash(bytes);
    const content = this.contents.get(hash) ?? (await this.take(file, bytes, hash, signal));
    const image = { hash, size: bytes.length, read: content.read, ...(mode !== undefined && { mode }) };
    this.retain(image);
    return image;
  }

  retain({ hash }: FileImage): void {
    const content = this.contents.get(hash);
    if (content) content.uses += 1;
  }

  release({ hash }: FileImage): void {
    const content = this.contents.get(hash);
    if (!content) return;
    content.uses -= 1;
    if (content.uses > 0) return;
    this.contents.delete(hash);
    this.memory -= content.memory;
  }

  dispose(): void {
    this.contents.clear();
    this.memory = 0;
    this.spill?.dispose();
  }

  private async take(file: ChangedFile, bytes: Uint8Array, hash: string, signal: AbortSignal): Promise<Content> {
    const content =
      this.memory + bytes.length <= this.maxMemory
        ? inMemory(Uint8Array.from(bytes))
        : await this.takeToSpill(file, bytes, hash, signal);
    this.memory += content.memory;
    this.contents.set(hash, content);
    return content;
  }

  private async takeToSpill(
    { path, display }: ChangedFile,
    bytes: Uint8Array,
    hash: string,
    signal: AbortSignal,
  ): Promise<Content> {
    const { spill } = this;
    if (!spill) {
      const megabytes = Math.floor(this.maxMemory / 1024 / 1024);
      const text = `${display} was not changed: edits that the user has not accepted are limited to ${megabytes} MB.`;
      throw new WorkspaceError('too-large', path, text);
    }
    const handle = await spill.write(bytes, signal);
    return {
      memory: 0,
      uses: 0,
      async read(readSignal) {
        const stored = await spill.read(handle, readSignal);
        // These bytes are written to the user's files, so a damaged or altered copy must be refused.
        if (contentHash(stored) === hash) return stored;
        throw new WorkspaceError('io', path, `The prepared content of ${display} was damaged.`);
      },
    };
  }
}

function inMemory(bytes: Uint8Array): Content {
  return { memory: bytes.length, uses: 0, read: () => Promise.resolve(bytes) };
}
