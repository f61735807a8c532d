import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setOwned } from './owned.ts';

/**
 * A fresh temporary folder, by its real path: on macOS the temporary folder is a symlink, and VS Code
 * reports resolved paths. The name stays short, because VS Code puts a socket inside. It is gone when this process is.
 */
export function temporaryFolder(purpose: string): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), `premove-${purpose}-`));
  setOwned({ path: folder }, true);
  return folder;
}

/** Removes a folder that a process may have used until a moment ago. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  setOwned({ path: folder }, false);
}
