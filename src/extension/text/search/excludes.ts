import { compileGlob } from './glob.ts';

/**
 * Converts globs of `files.exclude` and `search.exclude` to globs for a search in the folder `relative` of a root. In
 * the result, a leading slash anchors a glob at the folder. Drops globs that are malformed, match nothing below the
 * folder, or exclude the folder itself, because a named folder is always searched.
 */
export function toExcludes(globs: readonly string[], relative: string): string[] {
  const below = relative === '' ? [] : relative.split('/');
  return globs.flatMap((glob) => {
    const trimmed = glob.replace(/(?<!\/)\/+$/, '');
    const rest = trimmed.startsWith('**/') ? trimmed : stepDown(trimmed.replace(/^\//, '').split('/'), below);
    return rest !== undefined && rest !== '' && compileGlob(rest) ? [rest] : [];
  });
}

/** The part of a glob that applies below these folders; undefined if it matches nothing there. */
function stepDown(glob: readonly string[], folders: readonly string[]): string | undefined {
  const [first, ...rest] = glob;
  if (first === '**') return glob.join('/');
  const [folder, ...further] = folders;
  if (folder === undefined) return glob.length > 0 ? `/${glob.join('/')}` : undefined;
  return first !== undefined && compileGlob(first)?.(folder) ? stepDown(rest, further) : undefined;
}
