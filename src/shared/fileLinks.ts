import { parseFileLink, type FileLink } from './linkPolicy.ts';

/** Matches the targets of inline links and of reference definitions. */
const TARGETS = new RegExp(
  [
    // `](<target>`, where a backslash escapes `>`.
    /\]\(\s*<((?:\\.|[^<>\\\n])*)>/,
    // `](target`, with pairs of parentheses and escaped characters.
    /\]\(\s*((?:\((?:\\(?:\S|(?!\S))|[^\s()\\])*\)|\\(?:\S|(?!\S))|[^\s()\\])+)/,
    // `[label]: <target>` and `[label]: target`.
    /^ {0,3}\[(?:\\.|[^\]\\\n])+\]:[ \t]*(?:<((?:\\.|[^<>\\\n])*)>|(\S+))/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gm',
);

/** An escaped character of a target. */
const ESCAPED = /\\([!-/:-@[-`{-~])/g;

const CODES = /(`{1,2})([^`\n]{1,300})\1/g;

/**
 * Returns the files that a text's links and inline code may name: first links, then code. Host and webview join the
 * results for all texts of an answer. The index in this joined list identifies a file of the answer.
 */
export function filesNamedIn(markdown: string): FileLink[] {
  return unique([...fileLinksOf(markdown), ...fileCodesOf(markdown)]);
}

/** Returns the files that inline code may name. Only the host can check whether these files exist. */
export function fileCodesOf(markdown: string): FileLink[] {
  return unique([...markdown.matchAll(CODES)].flatMap(([, , code = '']) => parseFileCode(code) ?? []));
}

/** Parses `src/a.ts`, `a.ts:12`. Null if the code does not look like a file's name. */
export function parseFileCode(code: string): FileLink | null {
  const name = code.trim();
  // A path has a folder or an extension; anything with blanks, quotes or operators is code.
  if (!/^[^\s"'`<>|*?=;,${}]{2,300}$/.test(name) || !/[./]/.test(name) || /[/()]$/.test(name)) return null;
  return parseFileLink(name);
}

/**
 * Returns the files that a text's links name. Does not parse the Markdown, so that host and webview always find the
 * same files. Therefore some of the files belong to text that is not rendered as a link.
 */
export function fileLinksOf(markdown: string): FileLink[] {
  const targets = [...markdown.matchAll(TARGETS)].map(([, ...found]) => found.find((target) => target !== undefined));
  return unique(targets.flatMap((target) => parseFileLink(target?.replaceAll(ESCAPED, '$1')) ?? []));
}

/** Returns a key that is equal for links to the same file and line. */
export function fileLinkKey({ path, line }: FileLink): string {
  return `${line ?? ''}:${path}`;
}

function unique(links: readonly FileLink[]): FileLink[] {
  const found = new Map<string, FileLink>();
  for (const link of links) if (!found.has(fileLinkKey(link))) found.set(fileLinkKey(link), link);
  return [...found.values()];
}
