import { join } from 'node:path';
import { WorkspaceError, type Workspace } from '../../../src/extension/ports/workspace.ts';
import { createDiskWorkspace } from '../../../src/extension/node/diskWorkspace.ts';
import { walkSearch } from '../../../src/extension/node/search/walkSearch.ts';
import { withTempFolder } from '../../support/tempFolder.ts';

export const signal = new AbortController().signal;
export const windows = process.platform === 'win32';
export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Runs with a folder that contains the workspace `ws` and the folder `outside`. */
export async function inWorkspace(
  files: Readonly<Record<string, string>>,
  run: (workspace: Workspace, folder: string) => Promise<void>,
  roots: readonly string[] = ['ws'],
): Promise<void> {
  await withTempFolder({ 'ws/.keep': '', 'outside/secret.txt': 'secret', ...files }, async (folder) => {
    const workspace = createDiskWorkspace({
      roots: () => roots.map((root) => ({ name: root, path: join(folder, root) })),
      search: walkSearch,
    });
    await run(workspace, folder.replaceAll('\\', '/'));
  });
}

export const failure = (run: Promise<unknown>): Promise<string> =>
  run.then(
    () => 'done',
    (error: unknown) => (error instanceof WorkspaceError ? error.kind : String(error)),
  );
