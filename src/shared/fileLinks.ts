import { parseFileLink, type FileLink } from './linkPolicy.ts';

/** Where inline links and definitions of references name their targets. */
const TARGETS =
  /\]\(\s*(?:<([^<>\n]*)>|((?:\([^\s()]*\)|[^\s()])+))|^ {0,3}\[[^\]\n]+\]:[ \t]*(?:<([^<>\n]*)>|(\S+))/gm;

/** Where inline code may name a file. */
const CODES = /(`{1,2})([^`\n]{1,300})\1/g;

/**
 * The files that a text's links and its inline code may name, in order, each place once: what the number of a file in an
 * answer counts.
 */
export function filesNamedIn(markdown: string): FileLink[] {
  return unique([...fileLinksOf(markdown), ...fileCodesOf(markdown)]);
}

/** The files that inline code may name. Whether there are such files, only the host can say. */
export function fileCodesOf(markdown: string): FileLink[] {
  return unique([...markdown.matchAll(CODES)].flatMap(([, , code = '']) => parseFileCode(code) ?? []));
}

/** A place in a file, as inline code names one: `src/a.ts`, `a.ts:12`. Null for what does not look like a file's name. */
export function parseFileCode(code: string): FileLink | null {
  const name = code.trim();
  // A path has a folder or an ending; anything with blanks, quotes or operators is code.
  if (!/^[^\s"'`<>|*?=;,${}]{2,300}$/.test(name) || !/[./]/.test(name) || /[/()]$/.test(name)) return null;
  return parseFileLink(name);
}

/**
 * The files that a text's links name, in order, each place once. What is read is more than what is drawn as a link, so
 * that both sides find the same ones without parsing the Markdown.
 */
export function fileLinksOf(markdown: string): FileLink[] {
  const targets = [...markdown.matchAll(TARGETS)].map(([, ...found]) => found.find((target) => target !== undefined));
  return unique(targets.flatMap((target) => parseFileLink(target) ?? []));
}

/** Equal for links to the same place. */
export function fileLinkKey({ path, line }: FileLink): string {
  return `${line ?? ''}:${path}`;
}

function unique(links: readonly FileLink[]): FileLink[] {
  const found = new Map<string, FileLink>();
  for (const link of links) if (!found.has(fileLinkKey(link))) found.set(fileLinkKey(link), link);
  return [...found.values()];
}
