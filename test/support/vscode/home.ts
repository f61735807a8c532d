import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { addHelper, type Helper } from './helper.ts';
import type { Folders } from './vscode.ts';
import { temporaryFolder } from '../../../scripts/tools/processes.ts';
import { removeFolder } from '../../../scripts/tools/supervision.mjs';

/** The folders of a VS Code: settings, state, and extensions, including the helper of the tests. */
export interface Home extends Folders {
  readonly helper: Helper;
  /** The user's home folder, so that no file of the developer's is read. Empty at first. */
  readonly userHome: string;
  /** Variables for VS Code: those of the helper, and of the home folder. */
  readonly env: Readonly<Record<string, string>>;
  remove(): void;
}

/** Creates a home in a temporary folder. `install` installs each of the VSIX files `extensions`. */
export async function createHome(
  extensions: readonly string[],
  install: (vsix: string, folders: Folders) => Promise<void>,
): Promise<Home> {
  const folder = temporaryFolder();
  const folders = { userDataDir: join(folder, 'user'), extensionsDir: join(folder, 'extensions') };
  const helper = await addHelper(folder, folders.extensionsDir);
  for (const vsix of extensions) await install(vsix, folders);
  const userHome = join(folder, 'home');
  await mkdir(userHome);
  const env = { ...helper.env, HOME: userHome, USERPROFILE: userHome };
  return { ...folders, helper, userHome, env, remove: () => removeFolder(folder) };
}
