import type { GrepQuery, GrepResult, Workspace } from '../ports/workspace.ts';
import { escapeGlob } from '../text/search/glob.ts';
import { createLineMatcher } from '../text/lineMatcher.ts';
import { HOST_PATH_RULES, relativePath, rootOf } from '../text/paths.ts';
import { byPathAndLine, mustCompileGlob } from '../text/search/searchLimits.ts';

export interface UnsavedFile {
  /** As `Workspace.resolve` returns it. */
  readonly path: string;
  readonly text: string;
}

/**
 * Searches the disk, but uses the editor's text for unsaved files. Ignore rules exclude unsaved files too, unless the
 * query names the file.
 */
export async function grepWithUnsaved(
  disk: Workspace,
  unsaved: readonly UnsavedFile[],
  query: GrepQuery,
  signal: AbortSignal,
): Promise<GrepResult> {
  // Disk matches in unsaved files are dropped below, so more matches are requested to replace them.
  const room = unsaved.length === 0 ? 0 : 1000;
  const found = await disk.grep({ ...query, limit: query.limit + room }, signal);
  if (unsaved.length === 0) return found;

  const dirty = new Set(unsaved.map((file) => file.path));
  const matches = found.matches.filter((match) => !dirty.has(match.path));
  const { accepts = () => true } = query;
  const matcher = createLineMatcher(query);
  for (const file of unsaved) {
    const relative = relativeToSearch(disk, file.path, query);
    if (relative === undefined || !mustCompileGlob(query.include ?? '*')(relative.path)) continue;
    if (!accepts(file.path)) continue;
    const lines = matcher.match(file.text);
    if (lines.length === 0 || !(await isSearched(disk, file.path, relative, signal))) continue;
    // Not a spread: a function call accepts only about 120,000 arguments.
    for (const match of lines) matches.push({ path: file.path, ...match });
  }
  matches.sort(byPathAndLine);
  return {
    matches: matches.slice(0, query.limit),
    truncated: found.truncated || matches.length > query.limit,
  };
}

/**
 * Returns the folder in which the search starts, and the file's path below it; undefined if the search does not reach
 * the file.
 */
function relativeToSearch(
  disk: Workspace,
  path: string,
  query: GrepQuery,
): { folder: string; path: string } | undefined {
  const folder = query.path ?? rootOf(path, disk.roots, HOST_PATH_RULES)?.path;
  const relative = folder === undefined ? undefined : relativePath(path, folder, HOST_PATH_RULES);
  if (folder === undefined || relative === undefined) return undefined;
  // If the query names the file itself, the relative path is empty, so the file's name is used.
  return { folder, path: relative === '' ? path.slice(path.lastIndexOf('/') + 1) : relative };
}

async function isSearched(
  disk: Workspace,
  path: string,
  relative: { readonly folder: string; readonly path: string },
  signal: AbortSignal,
): Promise<boolean> {
  if (relative.folder === path) return true;
  const pattern = `/${escapeGlob(relative.path)}`;
  const { paths } = await disk.glob({ pattern, path: relative.folder, limit: 1 }, signal);
  return paths.length > 0;
}
