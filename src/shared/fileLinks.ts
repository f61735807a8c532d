import { parseFileLink, type FileLink } from './linkPolicy.ts';

/** Where inline links and definitions of references name their targets. */
const TARGETS =
  /\]\(\s*(?:<([^<>\n]*)>|((?:\([^\s()]*\)|[^\s()])+))|^ {0,3}\[[^\]\n]+\]:[ \t]*(?:<([^<>\n]*)>|(\S+))/gm;

/**
 * The files that a text's links name, in order, each place once. What is read is more than what is drawn as a link, so
 * that both sides find the same ones without parsing the Markdown.
 */
export function fileLinksOf(markdown: string): FileLink[] {
  const found = new Map<string, FileLink>();
  for (const [, ...targets] of markdown.matchAll(TARGETS)) {
    const link = parseFileLink(targets.find((target) => target !== undefined));
    if (link && !found.has(fileLinkKey(link))) found.set(fileLinkKey(link), link);
  }
  return [...found.values()];
}

/** Equal for links to the same place. */
export function fileLinkKey({ path, line }: FileLink): string {
  return `${line ?? ''}:${path}`;
}
