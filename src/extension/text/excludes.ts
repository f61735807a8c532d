import { compileGlob } from './glob.ts';

/**
 * The globs of `files.exclude` and `search.exclude`, which are relative to a root, as globs for a search that begins in
 * the folder `relative` below it. All of them hold a slash: with it in front they are anchored at that folder, with
 * `**` they match at any depth. A glob that leaves out the folder itself is not among them, because a folder that was
 * named is searched; nor is one that is malformed.
 */
export function toExcludes(globs: readonly string[], relative: string): string[] {
  const below = relative === '' ? [] : relative.split('/');
  return globs.flatMap((glob) => {
    const trimmed = glob.replace(/(?<!\/)\/+$/, '');
    const rest = trimmed.startsWith('**/') ? trimmed : stepDown(trimmed.replace(/^\//, '').split('/'), below);
    return rest !== undefined && rest !== '' && compileGlob(rest) ? [rest] : [];
  });
}

/** What is left of a glob after some folders; undefined where it does not come that way, or ends on it. */
function stepDown(glob: readonly string[], folders: readonly string[]): string | undefined {
  const [first, ...rest] = glob;
  if (first === '**') return glob.join('/');
  const [folder, ...further] = folders;
  if (folder === undefined) return glob.length > 0 ? `/${glob.join('/')}` : undefined;
  return first !== undefined && compileGlob(first)?.(folder) ? stepDown(rest, further) : undefined;
}
