import { WorkspaceError } from '../../ports/workspace.ts';
import { compileSearchGlob, MAX_GLOB_DEPTH, MAX_GLOB_LENGTH, type GlobMatcher } from './glob.ts';

/** A search enters these folders only if it starts in them. */
export const SKIPPED_FOLDERS = ['.git', '.hg', '.svn', 'node_modules'] as const;

/** A search of a folder skips larger files, because such a file may consist of one very long line. */
export const MAX_SEARCHED_BYTES = 10 * 1024 * 1024;

/** Like `compileSearchGlob`, but throws a `WorkspaceError` of kind `bad-pattern` instead of returning undefined. */
export function mustCompileGlob(pattern: string): GlobMatcher {
  const matches = compileSearchGlob(pattern);
  if (matches) return matches;
  const message =
    pattern.length > MAX_GLOB_LENGTH
      ? `The glob is longer than ${MAX_GLOB_LENGTH} characters.`
      : `The glob ${pattern} is malformed, or nests more than ${MAX_GLOB_DEPTH} braces.`;
  throw new WorkspaceError('bad-pattern', '', message);
}

/** A blank pattern is a mistake, because it would match no file, or all files. */
export function isNotBlank(pattern: string): boolean {
  return pattern.trim() !== '';
}

export function byPathAndLine(
  a: { readonly path: string; readonly line: number },
  b: { readonly path: string; readonly line: number },
): number {
  return comparePaths(a.path, b.path) || a.line - b.line;
}

export function comparePaths(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
