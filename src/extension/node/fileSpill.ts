import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../ports/log.ts';
import type { OverlaySpill } from '../ports/overlaySpill.ts';
import type { ProcessOwner } from '../ports/processOwner.ts';
import { makeSpillFolder, removeSpillFolder } from './spillFolders.ts';

/**
 * Creates a spill (see `spillFolders.ts`). `folder` must be a result of `newSpillFolder`, in a parent folder that only
 * the extension may write to. `dispose` removes the folder; after a crash, `sweepSpillFolders` must do so.
 */
export function createFileSpill(folder: string, owner: ProcessOwner, log: Log): OverlaySpill {
  const handles = new Set<string>();
  const writing = new Set<Promise<void>>();
  let folderCreated: Promise<void> | undefined;
  let disposed = false;

  const writeTo = async (handle: string, bytes: Uint8Array, signal: AbortSignal): Promise<void> => {
    await (folderCreated ??= makeSpillFolder(folder, owner));
    await writeFile(join(folder, handle), bytes, { flag: 'wx', mode: 0o600, signal });
  };
  const remove = async (): Promise<void> => {
    await Promise.allSettled(writing);
    await removeSpillFolder(folder);
  };

  return {
    async write(bytes, signal) {
      if (disposed) throw new Error('The spill is disposed');
      const handle = randomUUID();
      const written = writeTo(handle, bytes, signal);
      writing.add(written);
      try {
        await written;
      } finally {
        writing.delete(written);
      }
      handles.add(handle);
      return handle;
    },
    async read(handle, signal) {
      if (disposed || !handles.has(handle)) throw new Error('Unknown spill handle');
      return new Uint8Array(await readFile(join(folder, handle), { signal }));
    },
    dispose() {
      disposed = true;
      if (folderCreated) remove().catch((error: unknown) => log.error('Prepared edits could not be removed', error));
    },
  };
}
