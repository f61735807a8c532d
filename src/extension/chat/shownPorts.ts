import type { MentionSources } from '../ports/mentionSources.ts';
import type { Workspace } from '../ports/workspace.ts';

/** Forwards to the workspace of the shown chat, for parts that belong to the panel and not to one chat. */
export function createShownWorkspace(shown: () => Workspace): Workspace {
  return {
    get roots() {
      return shown().roots;
    },
    resolve: (path) => shown().resolve(path),
    admit: (paths) => shown().admit?.(paths) ?? shown(),
    read: (path, signal) => shown().read(path, signal),
    write: (path, bytes, options, signal) => shown().write(path, bytes, options, signal),
    delete: (path, options, signal) => shown().delete(path, options, signal),
    rename: (from, to, signal) => shown().rename(from, to, signal),
    stat: (path, signal) => shown().stat(path, signal),
    list: (path, signal) => shown().list(path, signal),
    glob: (query, signal) => shown().glob(query, signal),
    grep: (query, signal) => shown().grep(query, signal),
  };
}

/** Forwards to the window's sources, except in a tour chat, which must not see anything of the window. */
export function createShownSources(sources: MentionSources, isTour: () => boolean): MentionSources {
  const shown = (): MentionSources => (isTour() ? NO_SOURCES : sources);
  return {
    findSymbols: (query, signal) => shown().findSymbols(query, signal),
    findSymbolLines: (path, name, signal) => shown().findSymbolLines(path, name, signal),
    selection: () => shown().selection(),
    problems: () => shown().problems(),
    terminalOutput: (position) => shown().terminalOutput(position),
    changes: (signal) => shown().changes(signal),
    confirmSecrets: (names) => shown().confirmSecrets(names),
  };
}

const NO_SOURCES: MentionSources = {
  findSymbols: () => Promise.resolve([]),
  findSymbolLines: () => Promise.resolve(undefined),
  selection: () => Promise.resolve(undefined),
  problems: () => [],
  terminalOutput: () => Promise.resolve(undefined),
  changes: () => Promise.resolve({ kind: 'changes', repositories: [] }),
  confirmSecrets: () => Promise.resolve('name-only'),
};
