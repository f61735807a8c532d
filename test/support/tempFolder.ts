import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Runs with a fresh folder on disk, filled with `files` (by relative path), and removes it afterwards. */
export async function withTempFolder<T>(
  files: Readonly<Record<string, string | Uint8Array>>,
  run: (folder: string) => Promise<T>,
): Promise<T> {
  // Its real path: the system's folder for temporary files is a link on macOS.
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'premove-test-')));
  try {
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), content);
    }
    return await run(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
