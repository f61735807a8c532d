import { realpath } from 'node:fs/promises';
import type { Workspace } from '../ports/workspace.ts';
import { HOST_PATH_RULES, isWithin, normalizeAbsolute } from '../text/paths.ts';

/**
 * Returns the workspace with one more folder, which can be read and searched but not written. Adds nothing if no call
 * may leave the roots (`admit` is missing).
 */
export function withReadableFolder(workspace: Workspace, folder: string): Workspace {
  if (!workspace.admit) return workspace;
  const admit = workspace.admit.bind(workspace);
  let opened: { readonly root: string; readonly files: Workspace } | undefined;

  /** Looks for the folder at each call until it exists, because the folder is created with its first file. */
  const open = async (): Promise<typeof opened> => {
    if (opened) return opened;
    const real = await realpath(folder).catch(() => undefined);
    const root = real === undefined ? undefined : normalizeAbsolute(real, HOST_PATH_RULES);
    if (root !== undefined) opened = { root, files: admit([root]) };
    return opened;
  };
  const at = (path: string | undefined): Workspace =>
    opened && path !== undefined && isWithin(path, opened.root, HOST_PATH_RULES) ? opened.files : workspace;

  return {
    ...workspace,
    get roots() {
      return workspace.roots;
    },
    admit: (paths) => withReadableFolder(admit(paths), folder),
    async resolve(path) {
      const resolution = await workspace.resolve(path);
      if (resolution.kind === 'inside') return resolution;
      const found = await (await open())?.files.resolve(path);
      return found?.kind === 'inside' ? found : resolution;
    },
    read: (path, signal) => at(path).read(path, signal),
    stat: (path, signal) => at(path).stat(path, signal),
    list: (path, signal) => at(path).list(path, signal),
    glob: (query, signal) => at(query.path).glob(query, signal),
    grep: (query, signal) => at(query.path).grep(query, signal),
  };
}
