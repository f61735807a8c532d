import { findRipgrep } from './findRipgrep.ts';
import { createRipgrepSearch } from './ripgrep.ts';
import type { TextSearch } from './textSearch.ts';
import { walkSearch } from './walkSearch.ts';

/** Creates a search that uses ripgrep if ripgrep is found, else `walkSearch`. `appRoot` is VS Code's folder. */
export function createLocalSearch(appRoot: string | undefined): TextSearch {
  let chosen: Promise<TextSearch> | undefined;
  const choose = (): Promise<TextSearch> =>
    (chosen ??= findRipgrep(appRoot).then((path) => (path === undefined ? walkSearch : createRipgrepSearch(path))));
  return {
    grep: async (request, signal) => (await choose()).grep(request, signal),
    files: async (request, signal) => (await choose()).files(request, signal),
  };
}
