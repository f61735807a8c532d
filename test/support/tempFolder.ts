import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A fresh folder on disk, for whoever calls to remove. Its real path: the system's own is a link on macOS. */
export async function makeTempFolder(): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), 'premove-test-')));
}

/** Writes a file below a folder, with the folders between them, and returns its path. */
export async function putFile(folder: string, name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  return path;
}

/** Runs with a fresh folder on disk, filled with `files` (by relative path), and removes it afterwards. */
export async function withTempFolder<T>(
  files: Readonly<Record<string, string | Uint8Array>>,
  run: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await makeTempFolder();
  try {
    for (const [name, content] of Object.entries(files)) await putFile(folder, name, content);
    return await run(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
