import { join } from 'node:path';
import { removeFolder, temporaryFolder } from '../../../scripts/tools/workFolders.ts';
import { addHelper, type Helper } from './helper.ts';
import type { Folders } from './vscode.ts';

/** Where a VS Code keeps what is its own: settings, state, and the extensions, our helper among them. */
export interface Home extends Folders {
  readonly helper: Helper;
  remove(): void;
}

/** Makes one in a temporary folder, with extensions that `install` takes from VSIX files. */
export async function createHome(
  extensions: readonly string[],
  install: (vsix: string, folders: Folders) => Promise<void>,
): Promise<Home> {
  const folder = temporaryFolder('ui');
  const folders = { userDataDir: join(folder, 'user'), extensionsDir: join(folder, 'extensions') };
  const helper = await addHelper(folder, folders.extensionsDir);
  for (const vsix of extensions) await install(vsix, folders);
  return { ...folders, helper, remove: () => removeFolder(folder) };
}
