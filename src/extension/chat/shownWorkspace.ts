import type { Workspace } from '../ports/workspace.ts';

/** The workspace of the chat that is shown now: for what belongs to the panel and not to one chat. */
export function createShownWorkspace(shown: () => Workspace): Workspace {
  return {
    get roots() {
      return shown().roots;
    },
    resolve: (path) => shown().resolve(path),
    admit: (paths) => shown().admit?.(paths) ?? shown(),
    read: (path, signal) => shown().read(path, signal),
    write: (path, bytes, options, signal) => shown().write(path, bytes, options, signal),
    delete: (path, signal) => shown().delete(path, signal),
    rename: (from, to, signal) => shown().rename(from, to, signal),
    stat: (path, signal) => shown().stat(path, signal),
    list: (path, signal) => shown().list(path, signal),
    glob: (query, signal) => shown().glob(query, signal),
    grep: (query, signal) => shown().grep(query, signal),
  };
}
