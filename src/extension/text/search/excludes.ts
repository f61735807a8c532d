import { compileGlob } from './glob.ts';

/**
 * Converts globs of `files.exclude` and `search.exclude`, which are relative to a root, to globs for a search in one
 * folder. `relative` is the folder's path in the root. In the result, a leading slash anchors a glob at the folder, and
 * a leading `**` matches at any depth. Drops malformed globs, and globs that match nothing below the folder. Also drops
 * a glob that excludes the folder itself, because a folder that a search names is always searched.
 */
export function toExcludes(globs: readonly string[], relative: string): string[] {
  const below = relative === '' ? [] : relative.split('/');
  return globs.flatMap((glob) => {
    const trimmed = glob.replace(/(?<!\/)\/+$/, '');
    const rest = trimmed.startsWith('**/') ? trimmed : stepDown(trimmed.replace(/^\//, '').split('/'), below);
    return rest !== undefined && rest !== '' && compileGlob(rest) ? [rest] : [];
  });
}

/** Returns the part of a glob that applies below these folders; undefined if the glob matches nothing below them. */
function stepDown(glob: readonly string[], folders: readonly string[]): string | undefined {
  const [first, ...rest] = glob;
  if (first === '**') return glob.join('/');
  const [folder, ...further] = folders;
  if (folder === undefined) return glob.length > 0 ? `/${glob.join('/')}` : undefined;
  return first !== undefined && compileGlob(first)?.(folder) ? stepDown(rest, further) : undefined;
}
