import { createGit, type Git } from '../../../src/extension/shell/hardening/hardenedShell.ts';

/** A git that can be hardened, in a folder without a repository. */
export const noRepository: Git = {
  canHarden: () => Promise.resolve(true),
  findRepository: () => Promise.resolve(null),
  listTracked: () => Promise.resolve([]),
};

/** The git of this machine, without the settings of the user who runs the tests. */
export function realGit(root: string): Git {
  const environment = { PATH: process.env.PATH ?? '', HOME: root };
  return createGit({ roots: () => [root], environment: () => environment });
}
