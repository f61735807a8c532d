import {
  type GlobQuery,
  type GlobResult,
  type GrepMatch,
  type GrepQuery,
  type GrepResult,
  isWorkspaceError,
  type Workspace,
} from '../../ports/workspace.ts';
import { compileSearchGlob } from '../../text/search/glob.ts';
import { createLineMatcher } from '../../text/lineMatcher.ts';
import { decodeText } from '../../text/textFile.ts';
import { baseName, relativePath, rootOf } from '../../text/paths.ts';
import type { OverlayChange } from './overlayChange.ts';
import { RESOLVED, type PathKey } from './pathKey.ts';

/*
 * Searches through an overlay. The base's ignore rules are not known here, so a file created in an ignored folder is
 * found too.
 */

/** Works like `base.glob` would if the changes were on disk. `query.path` must be resolved. */
export async function globThrough(
  base: Workspace,
  query: GlobQuery,
  changes: readonly OverlayChange[],
  key: PathKey,
  signal: AbortSignal,
): Promise<GlobResult> {
  const near = searchedChanges(base, query, changes);
  const deleted = new Set(near.flatMap(({ change }) => (change.current ? [] : [key(change.path)])));
  const wider = { ...query, limit: query.limit + deleted.size };
  const hasFilesBelow = near.some(({ change }) => change.path !== query.path);
  const baseResult = await orNothing(base.glob(wider, signal), hasFilesBelow, { paths: [], truncated: false });
  const matches = compileSearchGlob(query.pattern) ?? (() => false);
  const { accepts = () => true } = query;
  const added = near.flatMap(({ change, relative }) =>
    change.kind === 'added' && matches(relative) && accepts(change.path) ? [change.path] : [],
  );
  const paths = [...new Set([...baseResult.paths.filter((path) => !deleted.has(key(path))), ...added])].sort();
  return { paths: paths.slice(0, query.limit), truncated: baseResult.truncated || paths.length > query.limit };
}

/** Like `globThrough`, for `base.grep`. */
export async function grepThrough(
  base: Workspace,
  query: GrepQuery,
  changes: readonly OverlayChange[],
  key: PathKey,
  signal: AbortSignal,
): Promise<GrepResult> {
  const near = searchedChanges(base, query, changes);
  const hidden = new Set(near.map(({ change }) => key(change.path)));
  const baseResult = await grepBase(base, query, (path) => hidden.has(key(path)), near.length > 0, signal);
  const isIncluded = compileSearchGlob(query.include ?? '*') ?? (() => false);
  const { accepts = () => true } = query;
  const matcher = createLineMatcher(query);
  const own: GrepMatch[] = [];
  for (const { change, relative } of near) {
    if (!change.current || !isIncluded(relative) || !accepts(change.path)) continue;
    const text = searchedText(await change.current.read(signal));
    if (text === undefined) continue;
    for (const match of matcher.match(text)) own.push({ path: change.path, ...match });
    signal.throwIfAborted();
  }
  const matches = [...baseResult.matches, ...own].sort(byPathAndLine);
  return { matches: matches.slice(0, query.limit), truncated: baseResult.truncated || matches.length > query.limit };
}

/**
 * Decodes as ripgrep does: detects UTF-16 by its byte order mark, and replaces invalid UTF-8. Undefined for a binary
 * file.
 */
function searchedText(bytes: Uint8Array): string | undefined {
  const decoded = decodeText(bytes);
  if (decoded.kind === 'text') return decoded.text;
  return bytes.includes(0) ? undefined : new TextDecoder('utf-8').decode(bytes);
}

/** Raises the limit until enough matches remain, because matches that the overlay hides must not count. */
async function grepBase(
  base: Workspace,
  query: GrepQuery,
  isHidden: (path: string) => boolean,
  mayBeMissing: boolean,
  signal: AbortSignal,
): Promise<GrepResult> {
  for (let limit = Math.max(query.limit, 1); ; limit *= 2) {
    const search = base.grep({ ...query, limit }, signal);
    const { matches, truncated } = await orNothing(search, mayBeMissing, { matches: [], truncated: false });
    const visible = matches.filter((match) => !isHidden(match.path));
    if (!truncated || visible.length >= query.limit) return { matches: visible, truncated };
  }
}

/** The searched changes, each with the name that globs are matched against. */
function searchedChanges(
  base: Workspace,
  query: { readonly path?: string },
  changes: readonly OverlayChange[],
): { change: OverlayChange; relative: string }[] {
  return changes.flatMap((change) => {
    const folder = query.path ?? rootOf(change.path, base.roots, RESOLVED)?.path;
    const relative = folder === undefined ? undefined : relativePath(change.path, folder, RESOLVED);
    return relative === undefined ? [] : [{ change, relative: relative || baseName(change.path) }];
  });
}

/**
 * Returns `nothing` if `mayBeMissing` is true and the base has no such path, or has a file in place of a folder. The
 * path may then exist only in the overlay.
 */
async function orNothing<T>(search: Promise<T>, mayBeMissing: boolean, nothing: T): Promise<T> {
  try {
    return await search;
  } catch (error) {
    const isMissing = isWorkspaceError(error) && /^not-(found|directory)$/.test(error.kind);
    if (mayBeMissing && isMissing) return nothing;
    throw error;
  }
}

function byPathAndLine(a: GrepMatch, b: GrepMatch): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return a.line - b.line;
}
