import type { GrepQuery, GrepResult, Workspace } from '../ports/workspace.ts';
import { escapeGlob } from '../text/glob.ts';
import { createLineMatcher } from '../text/lineMatcher.ts';
import { HOST_PATH_RULES, relativePath, rootOf } from '../text/paths.ts';
import { byPathAndLine, mustCompileGlob } from '../text/searchLimits.ts';

/** An open editor's text that is not on disk yet. */
export interface UnsavedFile {
  /** As `Workspace.resolve` gives it. */
  readonly path: string;
  readonly text: string;
}

/**
 * Searches the disk, but unsaved files as they are in their editors. An unsaved file that ignore rules leave out of
 * the search on disk stays out.
 */
export async function grepWithUnsaved(
  disk: Workspace,
  unsaved: readonly UnsavedFile[],
  query: GrepQuery,
  signal: AbortSignal,
): Promise<GrepResult> {
  // A match that is dropped below must not have taken another one's place.
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
    // One by one: a call takes no more than some 120,000 arguments.
    for (const match of lines) matches.push({ path: file.path, ...match });
  }
  matches.sort(byPathAndLine);
  return {
    matches: matches.slice(0, query.limit),
    truncated: found.truncated || matches.length > query.limit,
  };
}

/** The folder that the search starts in, and the file's path from there; undefined where it does not come by. */
function relativeToSearch(
  disk: Workspace,
  path: string,
  query: GrepQuery,
): { folder: string; path: string } | undefined {
  const folder = query.path ?? rootOf(path, disk.roots, HOST_PATH_RULES)?.path;
  const relative = folder === undefined ? undefined : relativePath(path, folder, HOST_PATH_RULES);
  if (folder === undefined || relative === undefined) return undefined;
  // The file itself was named.
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
