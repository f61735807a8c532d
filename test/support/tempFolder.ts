import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * Creates a folder on disk, which the caller removes. Returns its real path, because on macOS the system's folder for
 * temporary files is a link.
 */
export async function makeTempFolder(): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), 'premove-test-')));
}

/** Writes a file below a folder, creates the folders between them, and returns its path. */
export async function putFile(folder: string, name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  return path;
}

/** Calls `run` with a new folder on disk that contains `files` (by relative path). Removes the folder afterwards. */
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
