import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../ports/log.ts';
import type { OverlaySpill } from '../ports/overlaySpill.ts';

/**
 * Spills into a folder that only the user may enter, made at the first write and removed with everything in it on
 * `dispose`. The folder is this spill's alone, and its parent one that only the extension writes to; what a crash
 * leaves behind is for whoever chose the folder to remove.
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
      if (disposed || !handles.has(handle)) throw new Error('The spill does not hold this');
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
  // The mode given to `mkdir` is masked by the umask, and not looked at where the folder is there already.
  await chmod(folder, 0o700);
}
