import { compileGlob, type GlobMatcher } from './glob.ts';

/** The rules of one `.gitignore`, `.ignore` or `info/exclude`. */
export interface IgnoreRules {
  /** The absolute path of the folder that the rules are for. */
  readonly folder: string;
  /** Undefined if no rule matches. `path` is absolute and below `folder`. */
  check(path: string, isFolder: boolean): 'ignored' | 'included' | undefined;
}

interface Rule {
  readonly matches: GlobMatcher;
  readonly negated: boolean;
  readonly foldersOnly: boolean;
}

/** Malformed patterns are dropped, as in git. */
export function parseIgnoreRules(folder: string, text: string): IgnoreRules {
  const rules = text.split(/\r?\n/).flatMap((line) => parseRule(line) ?? []);
  return {
    folder,
    check(path, isFolder) {
      const relative = path.slice(folder === '/' ? 1 : folder.length + 1);
      const rule = rules.findLast((each) => (isFolder || !each.foldersOnly) && each.matches(relative));
      if (!rule) return undefined;
      return rule.negated ? 'included' : 'ignored';
    },
  };
}

/**
 * Whether the rules ignore the path: the last matching rule decides. `rules` must be ordered from the outermost folder
 * to the innermost, and within a folder from the lowest precedence to the highest.
 */
export function isIgnored(path: string, isFolder: boolean, rules: readonly IgnoreRules[]): boolean {
  for (const each of rules.toReversed()) {
    const verdict = each.check(path, isFolder);
    if (verdict) return verdict === 'ignored';
  }
  return false;
}

/** Drops trailing spaces. Keeps the first one if a backslash escapes it. */
function withoutBlanks(line: string): string {
  const bare = line.replace(/(?<! ) +$/, '');
  return bare.length < line.length && /(?<!\\)(?:\\\\)*\\$/.test(bare) ? `${bare} ` : bare;
}

function parseRule(line: string): Rule | undefined {
  const trimmed = withoutBlanks(line);
  if (trimmed === '' || trimmed.startsWith('#')) return undefined;
  const negated = trimmed.startsWith('!');
  const foldersOnly = trimmed.endsWith('/');
  const body = trimmed.slice(negated ? 1 : 0, foldersOnly ? -1 : undefined);
  if (/^\/?$/.test(body)) return undefined;
  // Braces and commas have no special meaning in this format.
  const pattern = body.replace(/[{},]/g, '\\$&');
  const matches = compileGlob(body.includes('/') ? pattern : `**/${pattern}`);
  return matches && { matches, negated, foldersOnly };
}
