import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A fresh temporary folder, by its real path: on macOS the temporary folder is a symlink, and VS Code
 * reports resolved paths. The name stays short, because VS Code puts a socket inside.
 */
export function temporaryFolder(purpose: string): string {
  return mkdtempSync(join(realpathSync(tmpdir()), `premove-${purpose}-`));
}

/** Removes a folder that a process may have used until a moment ago. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
