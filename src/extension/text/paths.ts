import type { PathResolution, WorkspaceRoot } from '../ports/workspace.ts';

/**
 * Paths as plain text: nothing here looks at a disk, so symbolic links are the caller's business. All results are
 * absolute, use `/` and contain no `.` or `..`; drive letters are upper case.
 */

export interface PathRules {
  /** How paths are written, whatever platform this runs on. */
  readonly style: 'posix' | 'windows';
  readonly caseSensitive: boolean;
}

export const HOST_PATH_RULES: PathRules = {
  style: process.platform === 'win32' ? 'windows' : 'posix',
  caseSensitive: process.platform !== 'win32' && process.platform !== 'darwin',
};

/** The normalised path, or undefined where the text is not absolute or cannot name a file (see `isNameable`). */
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
 * Where a path that a model or a user wrote may point, best first: the first candidate that exists is meant, and where
 * none does, the first. With several roots a root's name in front wins, so that a display name always finds its way
 * back; with one root the name is only tried after the path itself. Empty where the text cannot name a file.
 */
export function pathCandidates(path: string, roots: readonly WorkspaceRoot[], rules: PathRules): string[] {
  if (!isNameable(path, rules)) return [];
  const slashed = withSlashes(path, rules);
  const absolute = normalizeAbsolute(path, rules);
  if (absolute !== undefined) return [absolute];
  // `C:a.txt` means "relative to the current folder of drive C", which nobody who writes it can know.
  if (rules.style === 'windows' && (/^[a-z]:/i.test(slashed) || slashed.startsWith('/'))) return [];

  const [first = '', ...rest] = slashed.split('/');
  const named = roots
    .filter((root) => sameText(root.name, first, rules))
    .map((root) => join(root.path, rest.join('/')));
  const relative = roots.map((root) => join(root.path, slashed));
  return [...new Set(roots.length > 1 ? [...named, ...relative] : [...relative, ...named])];
}

/** True for the folder itself and everything below it. Both normalised. */
export function isWithin(path: string, folder: string, rules: PathRules): boolean {
  return relativePath(path, folder, rules) !== undefined;
}

/** `path` relative to `folder` (empty for the folder itself), or undefined where it is not within. Both normalised. */
export function relativePath(path: string, folder: string, rules: PathRules): string | undefined {
  if (sameText(path, folder, rules)) return '';
  const prefix = folder.endsWith('/') ? folder : `${folder}/`;
  return sameText(path.slice(0, prefix.length), prefix, rules) ? path.slice(prefix.length) : undefined;
}

/** The root that a normalised path belongs to: the innermost where roots are nested. */
export function rootOf(path: string, roots: readonly WorkspaceRoot[], rules: PathRules): WorkspaceRoot | undefined {
  let best: WorkspaceRoot | undefined;
  for (const root of roots) {
    if (isWithin(path, root.path, rules) && root.path.length > (best?.path.length ?? -1)) best = root;
  }
  return best;
}

/** Says whether a normalised path is inside the roots, and how people and models read it. */
export function placePath(path: string, roots: readonly WorkspaceRoot[], rules: PathRules): PathResolution {
  const root = rootOf(path, roots, rules);
  if (!root) return { kind: 'outside', path, display: path };
  const relative = path.slice(root.path.length).replace(/^\//, '');
  const display = roots.length > 1 ? `${root.name}${relative && '/'}${relative}` : relative || '.';
  return { kind: 'inside', path, relative, display };
}

/** What becomes of text that cannot name a file: never inside, and harmless to show. */
export function refusePath(path: string): PathResolution {
  // eslint-disable-next-line no-control-regex -- control characters are what is being replaced
  const display = path.slice(0, 200).replace(/[\u0000-\u001f\u007f-\u009f]/g, '\ufffd');
  return { kind: 'outside', path: display, display };
}

/** Equal paths by the rules; for keys of maps use `pathKey`. */
export function samePath(a: string, b: string, rules: PathRules): boolean {
  return sameText(a, b, rules);
}

/** A key under which all spellings of one path are equal. */
export function pathKey(path: string, rules: PathRules): string {
  return rules.caseSensitive ? path : path.toLowerCase();
}

/** The folder of a normalised path; a root of the file system is its own. */
export function parentPath(path: string): string {
  const slash = path.lastIndexOf('/');
  if (slash <= 0) return '/';
  return /^[A-Z]:$/.test(path.slice(0, slash)) ? path.slice(0, slash + 1) : path.slice(0, slash);
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Appends a relative path; `..` steps up, but never above the file system's root. */
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
 * Control characters are refused everywhere: they have no honest use and spoof what is shown. On Windows also whatever
 * means something other than a plain file there: streams (`a:b`), devices (`nul`, `\\.\`), and names that Windows
 * silently trims (`a. `, and so `.. `).
 */
function isNameable(path: string, rules: PathRules): boolean {
  // eslint-disable-next-line no-control-regex -- control characters are what is being refused
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

/** The part of an absolute path that `..` cannot leave. */
function absolutePrefix(slashed: string, rules: PathRules): string | undefined {
  if (rules.style === 'posix') return slashed.startsWith('/') ? '/' : undefined;
  const drive = /^[a-z]:\//i.exec(slashed);
  if (drive) return drive[0].toUpperCase();
  return /^\/\/[^/]+\/[^/]+/.exec(slashed)?.[0];
}

/** On POSIX a backslash is an ordinary character of a name. */
function withSlashes(path: string, rules: PathRules): string {
  return rules.style === 'windows' ? path.replaceAll('\\', '/') : path;
}

function sameText(a: string, b: string, rules: PathRules): boolean {
  return a === b || (!rules.caseSensitive && a.toLowerCase() === b.toLowerCase());
}
