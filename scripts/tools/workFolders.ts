import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setOwned } from './owned.ts';

/**
 * Creates a temporary folder and returns its real path, because on macOS the temporary folder is a symlink and VS Code
 * reports resolved paths. The name is short, because VS Code puts a socket into the folder, and a socket's path has a
 * maximum length. The folder is removed when this process ends.
 */
export function temporaryFolder(purpose: string): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), `premove-${purpose}-`));
  setOwned({ path: folder }, true);
  return folder;
}

/** Removes a folder, with retries because a process may have used it a moment ago. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  setOwned({ path: folder }, false);
}
