/**
 * Globs as ripgrep and `.gitignore` read them, reduced to what both agree on: `*`, `?`, `**`, `[a-z]`, `[!a]`,
 * `{a,b}` and `\` as escape. Case matters.
 */

export type GlobMatcher = (relativePath: string) => boolean;

const MAX_LENGTH = 1000;
const MAX_WILDCARDS = 30;

/**
 * A matcher for `/`-separated paths relative to the folder searched, or undefined where the pattern is malformed. A
 * pattern without a slash is matched against the name alone, at any depth; a leading slash only anchors it.
 */
export function compileGlob(pattern: string): GlobMatcher | undefined {
  const source = globSource(pattern.replace(/^\//, ''));
  if (source === undefined) return undefined;
  const expression = new RegExp(`^(?:${source})$`, 'su');
  if (pattern.includes('/')) return (path) => expression.test(path);
  return (path) => expression.test(path.slice(path.lastIndexOf('/') + 1));
}

/** A glob that matches exactly this text. */
export function escapeGlob(text: string): string {
  return text.replace(/[\\*?[\]{}!,]/g, '\\$&');
}

/** The regular expression of a glob without its anchors; undefined where it is malformed or absurdly long. */
export function globSource(pattern: string): string | undefined {
  // Every wildcard multiplies the time a match can take, and patterns come from models.
  if (pattern.length > MAX_LENGTH || pattern.split(/[*?]+/).length > MAX_WILDCARDS) return undefined;
  let source = '';
  let depth = 0;
  for (let index = 0; index < pattern.length;) {
    const rest = pattern.slice(index);
    const token = nextToken(rest, index === 0 || pattern[index - 1] === '/', depth);
    if (!token) return undefined;
    source += token.source;
    depth += token.depth;
    index += token.length;
  }
  return depth === 0 ? source : undefined;
}

interface Token {
  readonly length: number;
  readonly source: string;
  readonly depth: number;
}

function nextToken(rest: string, atSegmentStart: boolean, depth: number): Token | undefined {
  const [char = ''] = rest;
  const token = (length: number, source: string, change = 0): Token => ({ length, source, depth: change });
  switch (char) {
    case '\\': {
      const [, escaped] = [...rest.slice(0, 3)];
      return escaped === undefined ? undefined : token(1 + escaped.length, escapeRegExp(escaped));
    }
    case '*': {
      const stars = /^\*+/.exec(rest)?.[0].length ?? 1;
      const after = rest[stars];
      if (stars === 2 && atSegmentStart && after === '/') return token(3, '(?:[^/]+/)*');
      if (stars === 2 && atSegmentStart && after === undefined) return token(2, '.*');
      return token(stars, '[^/]*');
    }
    case '?':
      return token(1, '[^/]');
    case '[': {
      const match = /^\[([!^]?)(\]?[^\]]*)\]/.exec(rest);
      if (!match?.[2]) return undefined;
      const body = match[2].replace(/[\\[\]^&~]/g, '\\$&');
      return isCharacterClass(body) ? token(match[0].length, `(?!/)[${match[1] && '^'}${body}]`) : undefined;
    }
    case '{':
      return depth < 5 ? token(1, '(?:', 1) : undefined;
    case '}':
      return depth > 0 ? token(1, ')', -1) : token(1, '\\}');
    case ',':
      return token(1, depth > 0 ? '|' : ',');
    default:
      return token(char.length, escapeRegExp(char));
  }
}

function isCharacterClass(body: string): boolean {
  try {
    new RegExp(`[${body}]`, 'u');
    return true;
  } catch {
    return false; // `[z-a]`
  }
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
