import { compileGlob, type GlobMatcher } from './glob.ts';

/** One `.gitignore` or `.ignore`: the rules of one folder. */
export interface IgnoreRules {
  /** The folder that holds the file; absolute. */
  readonly folder: string;
  /** Undefined where no rule speaks of the path. `path` is absolute and below `folder`. */
  check(path: string, isFolder: boolean): 'ignored' | 'included' | undefined;
}

interface Rule {
  readonly matches: GlobMatcher;
  readonly negated: boolean;
  readonly foldersOnly: boolean;
}

/** Reads the format of `.gitignore`. Patterns that are malformed are left out, as git does. */
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

/** The innermost rules that speak of a path decide; later files of one folder over earlier. */
export function isIgnored(path: string, isFolder: boolean, rules: readonly IgnoreRules[]): boolean {
  for (const each of rules.toReversed()) {
    const verdict = each.check(path, isFolder);
    if (verdict) return verdict === 'ignored';
  }
  return false;
}

/** Blanks at the end count only if a backslash stands before the first of them, and then this one alone. */
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
  // Braces and commas mean nothing special here.
  const pattern = body.replace(/[{},]/g, '\\$&');
  const matches = compileGlob(body.includes('/') ? pattern : `**/${pattern}`);
  return matches && { matches, negated, foldersOnly };
}
