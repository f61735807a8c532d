import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../ports/log.ts';
import type { OverlaySpill } from '../ports/overlaySpill.ts';

/**
 * A spill in a folder that only the user may enter. The first write creates the folder, and `dispose` removes it with
 * its content. The folder must not be shared with another spill, and only the extension may write to its parent. After
 * a crash, `sweepSpillFolders` must remove the folder.
 */
export function createFileSpill(folder: string, log: Log): OverlaySpill {
  const handles = new Set<string>();
  const writing = new Set<Promise<void>>();
  let made: Promise<void> | undefined;
  let disposed = false;

  const writeTo = async (handle: string, bytes: Uint8Array, signal: AbortSignal): Promise<void> => {
    await (made ??= makePrivateFolder(folder));
    await writeFile(join(folder, handle), bytes, { flag: 'wx', mode: 0o600, signal });
  };
  const remove = async (): Promise<void> => {
    await Promise.allSettled(writing);
    await rm(folder, { recursive: true, force: true });
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
      if (made) remove().catch((error: unknown) => log.error('Prepared changes could not be removed', error));
    },
  };
}

async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // `mkdir` applies the umask to its mode, and ignores the mode if the folder exists.
  await chmod(folder, 0o700);
}
