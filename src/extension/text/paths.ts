import type { PathResolution, WorkspaceRoot } from '../ports/workspace.ts';

/**
 * Paths as plain text. Nothing here reads the disk, so callers must resolve symbolic links. A normalized path is
 * absolute, uses `/`, and contains no `.` or `..`; its drive letter is upper case.
 */

export interface PathRules {
  /** The notation of paths, independent of the current platform. */
  readonly style: 'posix' | 'windows';
  readonly caseSensitive: boolean;
}

export const HOST_PATH_RULES: PathRules = {
  style: process.platform === 'win32' ? 'windows' : 'posix',
  caseSensitive: process.platform !== 'win32' && process.platform !== 'darwin',
};

/** Undefined if the text is relative or cannot name a file. */
export function normalizeAbsolute(path: string, rules: PathRules): string | undefined {
  if (!isNameable(path, rules)) return undefined;
  const slashed = withSlashes(path, rules);
  const prefix = absolutePrefix(slashed, rules);
  return prefix === undefined ? undefined : join(prefix, slashed.slice(prefix.length));
}

export function isAbsolute(path: string, rules: PathRules): boolean {
  return absolutePrefix(withSlashes(path, rules), rules) !== undefined;
}

/**
 * Returns the normalized paths that a model or user may mean, best first; the first that exists counts. With several
 * roots, the first segment is first tried as a root's name, because `placePath` displays paths that way. Empty if the
 * text cannot name a file, or is relative to a drive.
 */
export function pathCandidates(path: string, roots: readonly WorkspaceRoot[], rules: PathRules): string[] {
  if (!isNameable(path, rules)) return [];
  const slashed = withSlashes(path, rules);
  const absolute = normalizeAbsolute(path, rules);
  if (absolute !== undefined) return [absolute];
  // `C:a.txt` is relative to the current folder of drive C, which models and users cannot see.
  if (rules.style === 'windows' && (/^[a-z]:/i.test(slashed) || slashed.startsWith('/'))) return [];

  const [first = '', ...rest] = slashed.split('/');
  const named = roots
    .filter((root) => sameText(root.name, first, rules))
    .map((root) => join(root.path, rest.join('/')));
  const relative = roots.map((root) => join(root.path, slashed));
  return [...new Set(roots.length > 1 ? [...named, ...relative] : [...relative, ...named])];
}

/** Also true for the folder itself. Both paths must be normalized. */
export function isWithin(path: string, folder: string, rules: PathRules): boolean {
  return relativePath(path, folder, rules) !== undefined;
}

/** Empty for the folder itself; undefined if `path` is not in `folder`. Both must be normalized. */
export function relativePath(path: string, folder: string, rules: PathRules): string | undefined {
  if (sameText(path, folder, rules)) return '';
  const prefix = folder.endsWith('/') ? folder : `${folder}/`;
  return sameText(path.slice(0, prefix.length), prefix, rules) ? path.slice(prefix.length) : undefined;
}

/** The innermost root that contains `path`, which must be normalized; undefined if there is none. */
export function rootOf(path: string, roots: readonly WorkspaceRoot[], rules: PathRules): WorkspaceRoot | undefined {
  let best: WorkspaceRoot | undefined;
  for (const root of roots) {
    if (isWithin(path, root.path, rules) && root.path.length > (best?.path.length ?? -1)) best = root;
  }
  return best;
}

export function placePath(path: string, roots: readonly WorkspaceRoot[], rules: PathRules): PathResolution {
  const root = rootOf(path, roots, rules);
  if (!root) return { kind: 'outside', path, display: path };
  const relative = path.slice(root.path.length).replace(/^\//, '');
  const display = roots.length > 1 ? `${root.name}${relative && '/'}${relative}` : relative || '.';
  return { kind: 'inside', path, relative, display };
}

/**
 * Returns an `outside` result for text that cannot name a file. Replaces control characters, because the text is
 * displayed.
 */
export function refusePath(path: string): PathResolution {
  // eslint-disable-next-line no-control-regex -- replaces control characters
  const display = path.slice(0, 200).replace(/[\u0000-\u001f\u007f-\u009f]/g, '\ufffd');
  return { kind: 'outside', path: display, display };
}

/** For keys of maps use `pathKey`. */
export function samePath(a: string, b: string, rules: PathRules): boolean {
  return sameText(a, b, rules);
}

/** The key is the same for normalized paths that `samePath` treats as equal. */
export function pathKey(path: string, rules: PathRules): string {
  return rules.caseSensitive ? path : path.toLowerCase();
}

/** `/` and `C:/` are their own parents; the parent of a UNC share is its server. */
export function parentPath(path: string): string {
  const slash = path.lastIndexOf('/');
  if (slash <= 0) return '/';
  return /^[A-Z]:$/.test(path.slice(0, slash)) ? path.slice(0, slash + 1) : path.slice(0, slash);
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** `..` steps up, but never above the root, drive or UNC share. */
export function joinPath(folder: string, relative: string): string {
  return join(folder, relative);
}

function join(base: string, rest: string): string {
  const prefix = /^([A-Z]:\/|\/\/[^/]+\/[^/]+|\/)/.exec(base)?.[0] ?? '/';
  const segments: string[] = [];
  for (const segment of `${base.slice(prefix.length)}/${rest}`.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  if (segments.length === 0) return prefix;
  return `${prefix}${prefix.endsWith('/') ? '' : '/'}${segments.join('/')}`;
}

/**
 * Whether a text can name a file. Refuses control characters, because they can fake the displayed path. On Windows,
 * also refuses names that mean something other than a plain file: streams (`a:b`), devices (`nul`, `\\.\`), and names
 * that Windows silently trims (`a. `, and also `.. `, which could become `..`).
 */
function isNameable(path: string, rules: PathRules): boolean {
  // eslint-disable-next-line no-control-regex -- refuses control characters
  if (path.length > 4096 || /[\u0000-\u001f\u007f]/.test(path)) return false;
  if (rules.style === 'posix') return true;
  const slashed = withSlashes(path, rules);
  if (/^\/\/[.?]\//.test(slashed)) return false;
  return slashed
    .replace(/^[a-z]:/i, '')
    .split('/')
    .every(
      (segment) =>
        segment === '.' ||
        segment === '..' ||
        (!/[<>:"|?*]/.test(segment) &&
          !/[. ]$/.test(segment) &&
          !/^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(\..*)?$/i.test(segment)),
    );
}

/** The part that `..` cannot leave; undefined for a relative path. */
function absolutePrefix(slashed: string, rules: PathRules): string | undefined {
  if (rules.style === 'posix') return slashed.startsWith('/') ? '/' : undefined;
  const drive = /^[a-z]:\//i.exec(slashed);
  if (drive) return drive[0].toUpperCase();
  return /^\/\/[^/]+\/[^/]+/.exec(slashed)?.[0];
}

/** Replaces backslashes on Windows only. On POSIX, a backslash is an ordinary character of a name. */
export function withSlashes(path: string, rules: PathRules): string {
  return rules.style === 'windows' ? path.replaceAll('\\', '/') : path;
}

function sameText(a: string, b: string, rules: PathRules): boolean {
  return a === b || (!rules.caseSensitive && a.toLowerCase() === b.toLowerCase());
}
