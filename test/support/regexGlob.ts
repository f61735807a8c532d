/**
 * Globs as regular expressions: a second implementation to compare the product's globs with. Returns undefined for an
 * invalid pattern. Only for short patterns and texts, because the expression backtracks.
 */
export function regexGlob(pattern: string): ((path: string) => boolean) | undefined {
  const source = toSource(pattern.replace(/^\//, ''));
  if (source === undefined) return undefined;
  const expression = new RegExp(`^(?:${source})$`, 'su');
  return (path) => expression.test(pattern.includes('/') ? path : path.slice(path.lastIndexOf('/') + 1));
}

const TOKEN =
  /(?<deep>(?<=^|\/)\*\*\/)|(?<rest>(?<=^|\/)\*\*$)|(?<stars>\*+)|(?<one>\?)|\\(?<escaped>.)|(?<set>\[(?<not>[!^]?)(?<inner>\]?[^\]]*)\])|(?<char>.)/gsu;

function toSource(pattern: string): string | undefined {
  let depth = 0;
  let source = '';
  for (const { groups = {} } of pattern.matchAll(TOKEN)) {
    const { char, inner, not } = groups;
    if (groups['deep'] !== undefined) source += '(?:[^/]+/)*';
    else if (groups['rest'] !== undefined) source += '.*';
    else if (groups['stars'] !== undefined) source += '[^/]*';
    else if (groups['one'] !== undefined) source += '[^/]';
    else if (groups['escaped'] !== undefined) source += escape(groups['escaped']);
    else if (groups['set'] !== undefined) {
      if (!inner) return undefined;
      source += `(?!/)[${not ? '^' : ''}${inner.replace(/[\\[\]^&~]/g, '\\$&')}]`;
    } else if (char === '[' || char === '\\') return undefined;
    else if (char === '{' && (depth += 1) > 5) return undefined;
    else if (char === '{') source += '(?:';
    else if (char === '}' && depth > 0) source += depth-- > 0 ? ')' : '';
    else source += char === ',' && depth > 0 ? '|' : escape(char ?? '');
  }
  return depth === 0 && isSound(source) ? source : undefined;
}

function isSound(source: string): boolean {
  try {
    return new RegExp(source, 'u').source !== '';
  } catch {
    return false; // The text has an invalid range, such as `[z-a]`.
  }
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
